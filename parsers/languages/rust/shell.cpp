#include "parsers/languages/rust/shell.hpp"
#include <array>

namespace covey::parsers::languages::rust {
namespace {

// Not --workspace: a run of all is of the default members.
constexpr std::array<std::string_view, 12> flags{
    "-q",       "--quiet",   "-v",       "--verbose", "--no-fail-fast",    "--color=",
    "--locked", "--offline", "--frozen", "--test=",   "--message-format=", "--tests"};
constexpr std::array<std::string_view, 5> harness_flags{"-q", "--quiet", "--color=", "--exact", "--format="};

}  // namespace

std::optional<shell_run> read_command(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "cargo" || (words[1] != "test" && words[1] != "t")) return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(2), flags);
  if (!read) return std::nullopt;
  const auto harness = read_shell_words(read->rest, harness_flags);
  if (!harness || !harness->rest.empty()) return std::nullopt;
  shell_run out;
  for (const auto& [name, value] : read->flags)
    if (name == "--test=") out.paths.push_back({"tests/" + value + ".rs"});
  auto names = read->words;
  names.insert(names.end(), harness->words.begin(), harness->words.end());
  bool exact = false;
  for (const auto& [name, value] : harness->flags) exact = exact || name == "--exact";
  for (const auto& name : names) {
    if (exact || name.find("::") != std::string::npos) return std::nullopt;  // labels have no modules
    out.query.append(out.query.empty() ? "" : " | ").append(term_containing(name));
  }
  return out;
}

}  // namespace covey::parsers::languages::rust

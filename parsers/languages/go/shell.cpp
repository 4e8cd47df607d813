#include "parsers/languages/go/shell.hpp"
#include <array>

namespace covey::parsers::languages::go {
namespace {

constexpr std::array<std::string_view, 7> flags{"-v",      "-json",     "-cover", "-failfast",
                                                "-count=", "-timeout=", "-run="};

// "./cart", "./...", "."
std::optional<typed_path> folder_of(std::string_view package) {
  if (package != "." && package != "..." && !package.starts_with("./") && !package.starts_with("../"))
    return std::nullopt;
  typed_path out{std::string{package}, package.ends_with("...")};
  if (out.deep) out.path.resize(out.path.size() - 3);
  if (out.path.find("...") != std::string::npos) return std::nullopt;
  if (out.path.empty()) out.path = ".";
  return out;
}

}  // namespace

std::optional<shell_run> read_command(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "go" || words[1] != "test") return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(2), flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  shell_run out;
  bool covers = false;  // a run of a part tells no coverage
  for (const auto& [name, value] : read->flags) {
    if (name == "-count=" && value != "1") return std::nullopt;
    covers = covers || name == "-cover";
    if (name == "-run=" && (!out.labels.empty() || !out.query.empty()))
      return std::nullopt;  // the last one counts
    if (name == "-run=" && !select_by_pattern(out, value, "/")) return std::nullopt;
  }
  for (const auto& package : read->words) {
    auto folder = folder_of(package);
    if (!folder) return std::nullopt;
    out.paths.push_back(std::move(*folder));
  }
  if (out.paths.empty()) out.paths.push_back({".", false});
  const bool whole = out.paths.front().path == "./" && out.query.empty() && out.labels.empty();
  if (covers && !whole) return std::nullopt;
  return out;
}

}  // namespace covey::parsers::languages::go

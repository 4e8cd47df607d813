#include "parsers/languages/julia/shell.hpp"
#include <array>

namespace covey::parsers::languages::julia {
namespace {

constexpr std::array<std::string_view, 8> flags{
    "--project", "--project=", "--startup-file=", "--color=", "-q", "--quiet", "-e=", "-E="};

// "using Pkg; Pkg.test()", however it is spaced.
bool tests_the_package(std::string_view code) {
  std::string words;
  for (const char c : code)
    if (c != ' ' && c != ';' && c != '\n' && c != '"') words += c;
  return words == "usingPkgPkg.test()" || words == "importPkgPkg.test()" ||
         words == "usingPkgPkg.activate(.)Pkg.test()";
}

}  // namespace

std::optional<shell_run> read_command(const std::vector<std::string>& words) {
  if (words.empty() || words[0] != "julia") return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(1), flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  bool tests = false;
  for (const auto& [name, value] : read->flags) {
    if (name == "--project=" && value != "." && value != "@.") return std::nullopt;
    if (name != "-e=" && name != "-E=") continue;
    if (tests || !tests_the_package(value)) return std::nullopt;
    tests = true;
  }
  const bool script = read->words.size() == 1 &&
                      (read->words[0] == "test/runtests.jl" || read->words[0] == "./test/runtests.jl");
  if (tests ? !read->words.empty() : !script) return std::nullopt;
  return shell_run{};
}

}  // namespace covey::parsers::languages::julia

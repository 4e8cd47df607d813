#include "parsers/languages/go/environment.hpp"
#include <algorithm>
#include <charconv>
#include <initializer_list>

namespace covey::parsers::languages::go {
namespace {

int minor_version(std::string_view version) {
  constexpr std::string_view prefix = "go1.";  // "go1.21rc2", "devel go1.27-0123abc"
  const auto at = version.find(prefix);
  if (at == std::string_view::npos) return 0;
  const auto digits = version.substr(at + prefix.size());
  int minor = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), minor);
  return minor;
}

// The next word of GOFLAGS without what stands before its name: -exec=x, --exec=x, '-exec=x y'.
std::string_view next_flag(std::string_view& flags) {
  auto word = flags.substr(0, flags.find_first_of(" \t\n"));
  flags.remove_prefix(word.empty() ? 1 : word.size());
  word.remove_prefix(std::min(word.find_first_not_of("'\"-"), word.size()));
  return word;
}

bool names_any(std::string_view flags, std::initializer_list<std::string_view> names) {
  while (!flags.empty()) {
    const auto word = next_flag(flags);
    if (std::find(names.begin(), names.end(), word.substr(0, word.find('='))) != names.end()) return true;
  }
  return false;
}

std::string value_of(std::string_view flags, std::string_view name) {
  std::string out;
  while (!flags.empty()) {
    const auto word = next_flag(flags);
    if (word.starts_with(name) && word.substr(name.size(), 1) == "=") out = word.substr(name.size() + 1);
  }
  return out;
}

}  // namespace

const std::vector<std::string>& toolchain::arguments() {
  static const std::vector<std::string> names{"env",      "GOVERSION", "GOWORK",    "GOFLAGS",
                                              "GOOS",     "GOHOSTOS",  "GOARCH",    "GOHOSTARCH",
                                              "GOTMPDIR", "GOROOT",    "GOMODCACHE"};
  return names;
}

toolchain toolchain::parse(std::string_view printed) {
  const auto line = [&] {
    const auto end = printed.find('\n');
    auto value = printed.substr(0, end);
    printed = end == std::string_view::npos ? std::string_view{} : printed.substr(end + 1);
    if (!value.empty() && value.back() == '\r') value.remove_suffix(1);
    return value;
  };
  toolchain out;
  out.version = line();
  out.minor = minor_version(out.version);
  const auto workspace = line();
  if (workspace != "off") out.workspace = workspace;
  const auto flags = line();
  out.starts_tests = names_any(flags, {"exec"});
  out.selects_tests =
      names_any(flags, {"run", "skip", "list", "failfast", "test.run", "test.skip", "test.failfast"});
  out.counts_tests = names_any(flags, {"count", "test.count"});
  out.limits_tests = names_any(flags, {"timeout", "test.timeout"});
  const auto os = line(), host_os = line(), arch = line(), host_arch = line();
  out.starts_tests |= os != host_os || arch != host_arch;
  out.own_temp = !line().empty();
  out.root = line();
  out.module_cache = line();
  out.overlay = value_of(flags, "overlay");
  return out;
}

std::optional<std::string> quoted_argument(std::string_view text) {
  const bool plain = text.find_first_of(" \t\n\r") == std::string_view::npos && !text.empty() &&
                     text.front() != '\'' && text.front() != '"';
  if (plain) return std::string{text};
  for (const char quote : {'\'', '"'})
    if (text.find(quote) == std::string_view::npos) return quote + std::string{text} + quote;
  return std::nullopt;
}

}  // namespace covey::parsers::languages::go

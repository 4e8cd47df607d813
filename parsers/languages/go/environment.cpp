#include "parsers/languages/go/environment.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <initializer_list>
#include <utility>

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

namespace {

std::string value_of(const variables& environment, std::string_view name) {
  const auto it = environment.find(name);
  return it == environment.end() ? std::string{} : it->second;
}

// os.UserConfigDir() of `go help environment`; "" if there is none.
std::string own_settings(const variables& environment) {
  if (auto file = value_of(environment, "GOENV"); !file.empty()) return file;
  if (const auto folder = value_of(environment, "XDG_CONFIG_HOME"); !folder.empty())
    return folder + "/go/env";
  const auto home = value_of(environment, "HOME");
  return home.empty() ? "" : home + "/.config/go/env";
}

source_part part_of_file(std::string_view file) {
  const auto name = base_name(file);
  constexpr std::array<std::string_view, 3> whole{"go.mod", "go.sum", "go.work"};
  return name.ends_with(".go") || std::find(whole.begin(), whole.end(), name) != whole.end()
             ? source_part::text
             : source_part::nothing;
}

// "./..." leaves the same folders out; of what is vendored the list alone counts.
bool enters(std::string_view folder) {
  return folder.front() != '.' && folder.front() != '_' && folder != "testdata" && folder != "vendor";
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The end of what begins at `at` and is read as one: a comment, a literal, a word, or a character.
std::size_t token_end(std::string_view text, std::size_t at) {
  const auto past = [&](std::string_view end, std::size_t from) {
    const auto found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  if (text.substr(at, 2) == "//") return past("\n", at);
  if (text.substr(at, 2) == "/*") return past("*/", at + 2);
  if (text[at] == '`') return past("`", at + 1);
  if (text[at] == '"') return std::min(past("\"", at + 1), past("\n", at + 1));
  auto end = at + 1;
  if (is_letter(text[at]))
    while (end < text.size() && (is_letter(text[end]) || (text[end] >= '0' && text[end] <= '9'))) ++end;
  return end;
}

}  // namespace

std::string file_header(std::string_view text) {
  constexpr std::array<std::string_view, 4> declarations{"func", "type", "var", "const"};
  for (std::size_t at = 0; at < text.size();) {
    const auto end = token_end(text, at);
    const auto word = text.substr(at, end - at);
    if (std::find(declarations.begin(), declarations.end(), word) != declarations.end())
      return std::string{text.substr(0, at)};
    at = end;
  }
  return std::string{text};
}

answer_sources_ptr sources_of_environment(const std::string& root, const variables& environment) {
  answer_sources out{.known = in_parents(root, {"go.mod", "go.work"})};
  if (auto file = own_settings(environment); !file.empty() && file != "off")
    out.known.push_back({std::move(file)});
  return std::make_shared<const answer_sources>(std::move(out));
}

answer_sources_ptr sources_of_list(const std::string& root, const variables& environment,
                                   const std::vector<std::string>& patterns) {
  auto out = *sources_of_environment(root, environment);
  const auto add = [&out](std::string folder) {
    out.known.push_back({folder + "/vendor/modules.txt"});
    out.known.push_back(
        {.path = std::move(folder), .below = part_of_file, .enters = enters, .excerpt = file_header});
  };
  add(root);
  for (const auto& pattern : patterns) {
    if (!pattern.starts_with('.') && !pattern.starts_with('/'))
      return nullptr;  // an import path may lead anywhere
    auto folder = normal_path(pattern.starts_with('/') ? pattern : root + "/" + pattern);
    if (folder.ends_with("/...")) folder.resize(folder.size() - 4);
    if (!path_below(root, folder)) add(std::move(folder));
  }
  return std::make_shared<const answer_sources>(std::move(out));
}

}  // namespace covey::parsers::languages::go

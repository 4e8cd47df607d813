#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace covey::parsers::languages::go {

namespace {

int minor_version(std::string_view version) {
  constexpr std::string_view prefix = "go1.";  // "go1.21rc2", "devel go1.27-0123abc"
  const auto at = version.find(prefix);
  if (at == std::string_view::npos) return 0;
  version.remove_prefix(at + prefix.size());
  int minor = 0;
  take_number(version, minor);
  return minor;
}

// GOFLAGS by their names, the last of each: -exec=x, --exec=x, '-exec=x y', -test.run=x.
std::map<std::string_view, std::string_view> flags_in(std::string_view words) {
  std::map<std::string_view, std::string_view> out;
  while (!words.empty()) {
    auto word = words.substr(0, words.find_first_of(" \t\n"));
    words.remove_prefix(word.empty() ? 1 : word.size());
    word.remove_prefix(std::min(word.find_first_not_of("'\"-"), word.size()));
    const auto name = word.substr(0, word.find('='));
    const auto value = word.substr(std::min(name.size() + 1, word.size()));
    constexpr std::string_view of_tests = "test.";
    out[name.starts_with(of_tests) ? name.substr(of_tests.size()) : name] = value;
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
    std::string_view value;
    if (next_line(printed, value) && value.ends_with('\r')) value.remove_suffix(1);
    return value;
  };
  toolchain out;
  out.version = line();
  out.minor = minor_version(out.version);
  const auto workspace = line();
  if (workspace != "off") out.workspace = workspace;
  const auto flags = flags_in(line());
  out.starts_tests = flags.contains("exec");
  for (const auto* name : {"run", "skip", "list", "failfast"}) out.selects_tests |= flags.contains(name);
  out.counts_tests = flags.contains("count");
  out.limits_tests = flags.contains("timeout");
  const auto os = line(), host_os = line(), arch = line(), host_arch = line();
  out.starts_tests |= os != host_os || arch != host_arch;
  out.own_temp = !line().empty();
  out.root = line();
  out.module_cache = line();
  if (const auto overlay = flags.find("overlay"); overlay != flags.end()) out.overlay = overlay->second;
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

}  // namespace

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

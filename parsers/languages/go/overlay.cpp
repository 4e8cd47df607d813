#include "parsers/languages/go/overlay.hpp"
#include "parsers/text/path.hpp"
#include "reporters/embedded.hpp"
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <algorithm>
#include <optional>

namespace covey::parsers::languages::go {
namespace {

namespace json = boost::json;

constexpr int first_minor = 20;  // before, coverage was counted in another way

// A place in package testing, and what covey puts there, on the same line.
struct change {
  std::string_view file;
  std::string_view before;
  std::string_view after;
};

constexpr change changes[] = {
    {"testing.go", "running sync.Map ", "running coveyRunning "},
    {"testing.go", "func (c *common) Fail() {", "func (c *common) Fail() { covey.failed(c.name);"},
    {"fuzz.go", "func fRunner(f *F, fn func(*F)) {",
     "func fRunner(f *F, fn func(*F)) { defer coveyDuring(f.name)();"},
    {"run_example.go", "func runExample(eg InternalExample) (ok bool) {",
     "func runExample(eg InternalExample) (ok bool) { defer coveyDuring(eg.Name)();"},
    // Since Go 1.25 in newcover.go.
    {"cover.go", "func coverReport() {", "func coverReport() { covey.giveBack();"},
    {"cover.go", "func Coverage() float64 {", "func Coverage() float64 { defer covey.shown()();"},
};

// Only files that are there already: `go vet` before Go 1.24 does not find others. This one is small and imports
// nothing else.
constexpr std::string_view host = "allocs.go";
constexpr std::string_view host_imports = "import (\n\t\"runtime\"\n)\n";

constexpr std::string_view sources[] = {"testing.go", "fuzz.go",     "run_example.go",
                                        "cover.go",   "newcover.go", host};

std::string testing_folder(const std::string& root) {
  return root + "/src/testing/";
}

bool replace_once(std::string& in, std::string_view before, std::string_view after) {
  const auto at = in.find(before);
  if (at == std::string::npos || in.find(before, at + 1) != std::string::npos) return false;
  in.replace(at, before.size(), after);
  return true;
}

// What stands between "import (" and ")", and what comes behind.
std::pair<std::string_view, std::string_view> parts_of_reporter() {
  constexpr std::string_view begin = "\nimport (\n", end = "\n)\n";
  const auto text = reporters::text("go/covey_tests.go");
  const auto imports = text.find(begin) + begin.size();
  const auto body = text.find(end, imports);
  return {text.substr(imports, body - imports), text.substr(body + end.size())};
}

std::string reporter_in(const std::string& source, int minor) {
  const auto [imports, body] = parts_of_reporter();
  auto counters = reporters::text(minor < 23 ? "go/covey_counters_22.go" : "go/covey_counters.go");
  counters.remove_prefix(counters.find("\npackage testing\n") +
                         std::string_view{"\npackage testing\n"}.size());
  auto out = source;
  const auto both =
      std::string{host_imports.substr(0, host_imports.size() - 2)} + std::string{imports} + "\n)\n";
  if (!replace_once(out, host_imports, both)) return {};
  return out + std::string{body} + std::string{counters};
}

using texts_by_name = std::map<std::string, std::string, std::less<>>;

// The changed sources; nullopt: they are others than those that are known.
std::optional<texts_by_name> changed(texts_by_name all, int minor) {
  const bool in_new_file = all["cover.go"].find("func coverReport() {") == std::string::npos;
  texts_by_name out;
  for (const auto& [file, before, after] : changes) {
    const auto name = file == "cover.go" && in_new_file ? std::string_view{"newcover.go"} : file;
    auto& text = out.try_emplace(std::string{name}, all[std::string{name}]).first->second;
    if (!replace_once(text, before, after)) return std::nullopt;
  }
  auto& last = out[std::string{host}] = reporter_in(all[std::string{host}], minor);
  return last.empty() ? std::nullopt : std::optional{std::move(out)};
}

// The "Replace" of the user's own overlay; nullopt: it cannot be read.
std::optional<json::object> replaced_by_user(const std::string& text) {
  json::error_code error;
  const auto value = json::parse(text, error);
  if (error || !value.is_object()) return std::nullopt;
  const auto* all = value.get_object().if_contains("Replace");
  if (all == nullptr || all->is_null()) return json::object{};
  return all->is_object() ? std::optional{all->get_object()} : std::nullopt;
}

}  // namespace

path_request overlay_question(const toolchain& environment, const std::string& users_overlay) {
  path_request out;
  if (environment.minor < first_minor || !environment.root.starts_with('/')) return out;
  for (const auto name : sources) out.paths.push_back(testing_folder(environment.root) + std::string{name});
  if (!users_overlay.empty()) out.paths.push_back(users_overlay);
  return out;
}

test_overlay make_overlay(const toolchain& environment, const path_request& asked, const path_states& seen,
                          const std::string& users_overlay, const std::string& folder) {
  const auto because = [](std::string why) { return test_overlay{{}, {}, std::move(why)}; };
  if (environment.minor < first_minor) return because("that takes Go 1.20 or newer");
  if (asked.paths.empty()) return because("the sources of the toolchain are not known");
  texts_by_name all;
  for (std::size_t i = 0; i < std::size(sources); ++i) all[std::string{sources[i]}] = seen.at(i).text;
  const auto texts = changed(std::move(all), environment.minor);
  if (!texts) return because("package testing of " + environment.version + " is not as covey knows it");
  auto replace = users_overlay.empty() ? json::object{} : replaced_by_user(seen.back().text);
  if (!replace) return because(users_overlay + " could not be read");
  test_overlay out;
  // Where go.mod has asked for a toolchain.
  if (environment.minor >= 25 && path_below(environment.module_cache, environment.root))
    out.root = folder + "/goroot";
  for (const auto& [name, text] : *texts) {
    const auto original = testing_folder(out.root.empty() ? environment.root : out.root) + name;
    if (replace->contains(original)) return because(users_overlay + " replaces " + original);
    out.files.push_back({folder + "/" + name, text});
    (*replace)[original] = out.files.back().path;
  }
  out.path = folder + "/overlay.json";
  out.files.push_back({out.path, json::serialize(json::object{{"Replace", std::move(*replace)}})});
  return out;
}

}  // namespace covey::parsers::languages::go

#include "parsers/languages/rust/workspace.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <set>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;
using strings = std::vector<std::string>;

strings texts_in(const json::object& from, std::string_view name) {
  strings out;
  for (const auto& text : list_at(from, name))
    if (text.is_string()) out.emplace_back(text.get_string());
  return out;
}

// "default" and the package's own features that it enables.
std::set<std::string> default_features(const json::object& features) {
  std::set<std::string> out;
  strings waiting{"default"};
  while (!waiting.empty()) {
    const auto feature = std::move(waiting.back());
    waiting.pop_back();
    if (!out.insert(feature).second) continue;
    for (auto& next : texts_in(features, feature)) waiting.push_back(std::move(next));
  }
  return out;
}

package_target read_target(const json::object& from) {
  package_target out;
  for (const auto& kind : list_at(from, "kind"))
    if (kind.is_string() && out.kind.empty()) out.kind = target_kind(kind.get_string());
  out.name = text_at(from, "name");
  out.source = text_at(from, "src_path");
  out.tests = flag_at(from, "test", true);
  out.benches = out.kind != "test" && out.kind != "example";
  out.doc_tests = flag_at(from, "doctest", false);
  return out;
}

workspace_package read_package(const json::object& from) {
  workspace_package out;
  out.name = text_at(from, "name");
  out.version = text_at(from, "version");
  out.folder = std::string{folder_name(text_at(from, "manifest_path"))};
  const auto enabled = default_features(object_at(from, "features"));
  for (const auto& target : list_at(from, "targets")) {
    if (!target.is_object()) continue;
    auto made = read_target(target.get_object());
    if (made.kind.empty()) continue;
    for (auto& feature : texts_in(target.get_object(), "required-features"))
      if (!enabled.contains(feature)) made.needs.push_back(std::move(feature));
    out.targets.push_back(std::move(made));
  }
  return out;
}

// A [[test]] is named by `name`, else by the stem of its path.
std::string name_of(const json::object& section) {
  auto name = text_at(section, "name");
  if (!name.empty()) return name;
  const auto path = text_at(section, "path");
  const auto base = base_name(path);
  return std::string{base.substr(0, base.rfind('.'))};
}

void mark(workspace_package& package, const json::value& section, std::string_view kind) {
  if (!section.is_object()) return;
  const auto& marks = section.get_object();
  const auto name = name_of(marks);
  for (auto& target : package.targets) {
    if (target.kind != kind || (kind != "lib" && target.name != name)) continue;
    target.harness = flag_at(marks, "harness", target.harness);
    target.benches = flag_at(marks, "bench", target.benches);
  }
}

}  // namespace

const workspace_package* cargo_workspace::package_of(std::string_view manifest) const {
  const auto folder = folder_name(manifest);
  for (const auto& package : packages)
    if (package.folder == folder) return &package;
  return nullptr;
}

const workspace_package* cargo_workspace::find(std::string_view name) const {
  for (const auto& package : packages)
    if (package.name == name) return &package;
  return nullptr;
}

cargo_workspace read_metadata(std::string_view text) {
  cargo_workspace out;
  boost::system::error_code ec;
  const auto parsed = json::parse(text, ec);
  if (ec || !parsed.is_object()) return out;
  const auto& from = parsed.get_object();
  out.root = text_at(from, "workspace_root");
  out.target_dir = text_at(from, "target_directory");
  const auto defaults = texts_in(from, "workspace_default_members");  // since cargo 1.71
  for (const auto& package : list_at(from, "packages")) {
    if (!package.is_object()) continue;
    out.packages.push_back(read_package(package.get_object()));
    const auto id = text_at(package.get_object(), "id");
    out.packages.back().is_default =
        defaults.empty() || std::find(defaults.begin(), defaults.end(), id) != defaults.end();
  }
  return out;
}

void read_marks(workspace_package& package, std::string_view manifest) {
  const auto read = read_toml(manifest);
  if (const auto* lib = read.if_contains("lib")) mark(package, *lib, "lib");
  for (const std::string_view kind : {"bin", "test", "example", "bench"})
    for (const auto& section : list_at(read, kind)) mark(package, section, kind);
}

std::string target_kind(std::string_view kind) {
  for (const std::string_view same : {"bin", "test", "example", "bench"})
    if (kind == same) return std::string{kind};
  // "lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro"
  return kind.ends_with("lib") || kind == "proc-macro" ? "lib" : "";
}

std::string group_name(std::string_view package, std::string_view kind, std::string_view target) {
  std::string out{package};
  if (kind == "lib") return out;
  out += "::";
  if (kind != "test") out += std::string{kind} + "/";
  return out + std::string{target};
}

std::string doc_group(std::string_view package) {
  return std::string{package} + " (doc)";
}

}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/workspace.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <boost/json.hpp>
#include <charconv>
#include <set>
#include <tuple>
#include <utility>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

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

std::string listed(const strings& names, std::size_t max) {
  std::string out;
  for (std::size_t i = 0; i < std::min(max, names.size()); ++i) out += (i == 0 ? "" : ", ") + names[i];
  return names.size() > max ? out + " and " + std::to_string(names.size() - max) + " more" : out;
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
    out.packages.back().is_default = defaults.empty() || std::ranges::find(defaults, id) != defaults.end();
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

namespace {

std::string_view value_after(std::string_view text, std::string_view mark) {
  const auto at = text.find(mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + mark.size());
  return text.substr(0, text.find('\n'));
}

int number_in(std::string_view text) {
  int out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

std::string quoted_for_regex(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{R"(\.+*?()|[]{}^$)"}.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

rustc_version read_rustc_version(std::string_view text) {
  rustc_version out;
  out.release = value_after(text, "\nrelease: ");
  out.host = value_after(text, "\nhost: ");
  out.llvm = number_in(value_after(text, "\nLLVM version: "));
  out.nightly =
      out.release.find("-nightly") != std::string::npos || out.release.find("-dev") != std::string::npos;
  return out;
}

std::vector<llvm_tools> llvm_tools_in(const std::string& folder, const strings& entries) {
  constexpr std::string_view profdata = "llvm-profdata", cov = "llvm-cov";
  std::vector<llvm_tools> out;
  for (const auto& name : entries) {
    if (!name.starts_with(profdata)) continue;
    const auto suffix = name.substr(profdata.size());
    const bool numbered = suffix.size() > 1 && suffix.front() == '-' &&
                          suffix.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!suffix.empty() && !numbered) continue;
    const auto partner = std::string{cov} + suffix;
    if (std::ranges::find(entries, partner) == entries.end()) continue;
    const auto in = folder + "/";
    out.push_back({in + name, in + partner, numbered ? number_in(std::string_view{suffix}.substr(1)) : 0});
  }
  return out;
}

std::vector<llvm_tools> ranked_llvm_tools(std::vector<llvm_tools> found, int rustc) {
  constexpr std::size_t max = 5;
  const auto rank = [rustc](const llvm_tools& tool) {
    if (tool.version == 0) return std::tuple{2, 0};
    return tool.version >= rustc ? std::tuple{0, tool.version - rustc} : std::tuple{1, rustc - tool.version};
  };
  std::ranges::stable_sort(found, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  // PATH may name one folder twice.
  const auto same = [](const auto& a, const auto& b) { return a.version == b.version; };
  found.erase(std::unique(found.begin(), found.end(), same), found.end());
  if (found.size() > max) found.resize(max);
  return found;
}

strings folders_on_path(const variables& environment) {
  strings out;
  const auto it = environment.find("PATH");
  std::string_view rest =
      it == environment.end() ? "/usr/local/bin:/usr/bin:/bin" : std::string_view{it->second};
  while (!rest.empty()) {
    const auto folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(folder.size() + 1, rest.size()));
    if (folder.starts_with("/") && std::ranges::find(out, folder) == out.end()) out.emplace_back(folder);
  }
  return out;
}

std::vector<llvm_tools> find_tools(const strings& folders, const path_states& seen, int rustc) {
  std::vector<llvm_tools> own, others;
  for (std::size_t i = 0; i < folders.size() && i < seen.size(); ++i)
    for (auto& tool : llvm_tools_in(folders[i], seen[i].entries))
      (i == 0 ? own : others).push_back(std::move(tool));
  others = ranked_llvm_tools(std::move(others), rustc);
  own.insert(own.end(), others.begin(), others.end());
  return own;
}

std::string ignored_sources(std::string_view target_dir) {
  std::string out = "^/rustc/|/registry/src/|/git/checkouts/";
  if (!target_dir.empty()) out += "|^" + quoted_for_regex(target_dir) + "/";
  return out;
}

}  // namespace covey::parsers::languages::rust

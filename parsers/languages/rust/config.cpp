#include "parsers/languages/rust/config.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/documents.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <iterator>
#include <sstream>

namespace covey::parsers::languages::rust {
namespace {

namespace json = boost::json;

std::string_view value_of(const variables& environment, std::string_view name) {
  const auto it = environment.find(name);
  return it == environment.end() ? std::string_view{} : std::string_view{it->second};
}

// cargo accepts "a b" and ["a", "b"] alike.
strings list_of(const json::value& value) {
  if (value.is_string()) return words_of(std::string_view{value.get_string()});
  strings out;
  if (!value.is_array()) return out;
  for (const auto& one : value.get_array())
    if (one.is_string()) out.emplace_back(one.get_string());
  return out;
}

const json::value* value_at(const json::object& from, std::string_view table, std::string_view key) {
  const auto* below = from.if_contains(table);
  return below != nullptr && below->is_object() ? below->get_object().if_contains(key) : nullptr;
}

std::string upper(std::string_view text) {
  std::string out{text};
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    if (c == '-' || c == '.') c = '_';
  }
  return out;
}

strings runner_in(const json::object& file, std::string_view triple) {
  const auto* targets = file.if_contains("target");
  if (targets == nullptr || !targets->is_object()) return {};
  if (const auto* own = value_at(targets->get_object(), triple, "runner")) return list_of(*own);
  for (const auto& [name, table] : targets->get_object())
    if (name.starts_with("cfg(") && table.is_object())
      if (const auto* runner = table.get_object().if_contains("runner")) return list_of(*runner);
  return {};
}

// cargo uses the first that is set; an empty value means no wrapper.
std::string wrapper_in(const std::vector<json::object>& files, const variables& environment) {
  for (const std::string_view name : {"RUSTC_WRAPPER", "CARGO_BUILD_RUSTC_WRAPPER"})
    if (const auto it = environment.find(name); it != environment.end()) return it->second;
  for (const auto& file : files)
    if (const auto* wrapper = value_at(file, "build", "rustc-wrapper");
        wrapper != nullptr && wrapper->is_string())
      return std::string{wrapper->get_string()};
  return {};
}

}  // namespace

strings words_of(std::string_view text) {
  std::istringstream in{std::string{text}};
  return {std::istream_iterator<std::string>{in}, {}};
}

strings cargo_config_files(std::string_view root, const variables& environment) {
  strings out;
  const auto add = [&out](const std::string& folder) {
    if (std::ranges::find(out, folder + "/config") != out.end()) return;
    out.push_back(folder + "/config");
    out.push_back(folder + "/config.toml");
  };
  for (auto folder = root; folder.starts_with("/"); folder = folder_name(folder))
    add((folder == "/" ? std::string{} : std::string{folder}) + "/.cargo");
  add("/.cargo");
  if (const auto home = value_of(environment, "CARGO_HOME"); home.starts_with("/"))
    add(std::string{home});
  else if (const auto user = value_of(environment, "HOME"); user.starts_with("/"))
    add(std::string{user} + "/.cargo");
  return out;
}

cargo_config read_cargo_config(const strings& files, const variables& environment, std::string_view host) {
  cargo_config out;
  std::vector<json::object> read;
  for (const auto& file : files) read.push_back(read_toml(file));
  out.target = value_of(environment, "CARGO_BUILD_TARGET");
  for (const auto& file : read)
    if (const auto* target = value_at(file, "build", "target"); target != nullptr && out.target.empty())
      if (const auto triples = list_of(*target); triples.size() == 1) out.target = triples.front();
  const std::string triple{out.target.empty() ? host : std::string_view{out.target}};

  out.runner = words_of(value_of(environment, cargo_target_variable(triple, "runner")));
  for (const auto& file : read) {
    if (out.runner.empty()) out.runner = runner_in(file, triple);
  }
  out.wrapper = wrapper_in(read, environment);
  return out;
}

std::string cargo_target_variable(std::string_view triple, std::string_view key) {
  return "CARGO_TARGET_" + upper(triple) + "_" + upper(key);
}

measuring_flags measuring_flags_for(std::string_view triple) {
  measuring_flags out{{"-Cinstrument-coverage"}, false};
  out.live_profiles = triple.starts_with("x86_64-") && triple.find("-linux-") != std::string_view::npos;
  if (out.live_profiles) out.flags.emplace_back("-Cllvm-args=-runtime-counter-relocation");
  return out;
}

bool is_measured_crate(const strings& rustc, std::string_view name, std::string_view folder,
                       std::string_view root) {
  if (name.empty() || name.starts_with("build_script_") || !path_below(root, folder)) return false;
  const auto follows = [&](std::string_view option, std::string_view value) {
    const auto it = std::ranges::find(rustc, option);
    return it != rustc.end() && it + 1 != rustc.end() && *(it + 1) == value;
  };
  if (follows("--crate-type", "proc-macro")) return false;
  // If there are too many arguments, cargo passes them in a file, as "@path".
  return follows("--crate-name", name) ||
         std::ranges::any_of(rustc, [](const auto& word) { return word.starts_with("@"); });
}

bool is_foreign_crate(std::string_view dep_info, std::string_view root) {
  const auto line = dep_info.substr(0, dep_info.find('\n'));
  const auto colon = line.find(": ");
  if (colon == std::string_view::npos) return false;
  const auto source = line.substr(colon + 2);
  return source.starts_with("/") && !path_below(root, normal_path(source.substr(0, source.find(' '))));
}

}  // namespace covey::parsers::languages::rust

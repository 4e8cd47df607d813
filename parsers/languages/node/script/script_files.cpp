#include "parsers/languages/node/script/script_files.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

constexpr std::size_t max_clause = 400;   // before a module's name
constexpr std::size_t max_modules = 200;  // of one file
constexpr std::size_t max_configs = 50;   // of one compilation
constexpr std::string_view own_runner = "a runner of its own, with run() of node:test";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

// The last position of one of the words; 0: none occurs.
std::size_t last_of(std::string_view text, std::initializer_list<std::string_view> words) {
  std::size_t out = 0;
  for (const auto word : words)
    if (const auto at = text.rfind(word); at != npos) out = std::max(out, at);
  return out;
}

bool is_comment(std::string_view line) {
  const auto first = line.find_first_not_of(" \t");
  return first != npos && line.substr(first).starts_with("//");
}

// The text before a module's name, from "import", "export", "const" and the like on; "" if it does not
// introduce a module's name.
std::string_view clause_before(std::string_view before) {
  before = before.substr(before.size() - std::min(before.size(), max_clause));
  auto head = trimmed(before);
  const bool call = head.ends_with('(');
  if (call) head = trimmed(head.substr(0, head.size() - 1));
  const bool names = call ? head.ends_with("require") || head.ends_with("import")
                          : head.ends_with("from") || head.ends_with("import");
  if (!names || is_comment(head.substr(head.rfind('\n') == npos ? 0 : head.rfind('\n') + 1))) return {};
  return head.substr(call ? last_of(head, {"const ", "let ", "var ", ";", "import"})
                          : last_of(head, {"import", "export"}));
}

// With run() a file is a runner of its own, for tests in other files.
bool runs_files(const module_import& module) {
  return has_word(module.clause, "run");
}

// The paths where node may find what a script or a module names.
strings places_of(const std::string& path, bool is_entry) {
  strings out{path};
  for (const auto* end : {".js", ".cjs", ".mjs", ".ts", ".mts", "/index.js", "/index.cjs", "/index.mjs"})
    out.push_back(path + end);
  if (!is_entry && (path.ends_with(".js") || path.ends_with(".mjs"))) {  // TypeScript imports a.ts as a.js
    auto typed = path;
    typed.replace(typed.size() - 2, 2, "ts");
    out.push_back(std::move(typed));
  }
  return out;
}

// The texts in a member, which has one, a list of them, or one of objects with paths.
strings texts_in(const boost::json::object& from, std::string_view member) {
  auto out = texts_at(from, member);
  if (auto alone = text_at(from, member); !alone.empty()) out.push_back(std::move(alone));
  for (const auto& one : list_at(from, member))
    if (auto path = one.is_object() ? text_at(one.get_object(), "path") : ""; !path.empty())
      out.push_back(std::move(path));
  return out;
}

strings config_places(const std::string& path) {
  return {path, path + "/tsconfig.json", path + ".json"};
}

// What `extends` names: a path, or a package or a file in one: "@tsconfig/node20/tsconfig.json".
strings base_places(const std::string& name, std::string folder) {
  if (name.starts_with('/')) return config_places(normal_path(name));
  if (name.starts_with('.')) return config_places(normal_path(folder + "/" + name));
  strings out;
  for (bool is_top = false; !is_top; folder = std::string{folder_name(folder)}) {
    is_top = folder.empty();
    for (auto& place : config_places(folder + "/node_modules/" + name)) out.push_back(std::move(place));
  }
  return out;
}

// Whether a compilation of TypeScript by this configuration, or that in this folder, only checks types: `noEmit`, its own or of
// what it extends. With those that it refers to, all of them. False where it is not known.
planning_part<bool> emits_nothing(std::string path, bool with_references) {
  strings all{std::move(path)};
  std::size_t files = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<strings> open{config_places(all[i])};  // what is extended last decides
    std::optional<bool> nothing;
    bool is_base = false, has_no_files = false;
    for (; !open.empty() && !nothing; is_base = true) {
      const path_request question{open.back()};
      open.pop_back();
      const path_states seen = co_await question;
      const auto found = std::ranges::find(seen, path_state::kind_type::file, &path_state::kind);
      if (found == seen.end() || ++files > max_configs) co_return false;
      const std::string folder{folder_name(question.paths[static_cast<std::size_t>(found - seen.begin())])};
      const auto parsed = parsed_object(found->text, true);
      if (!parsed) co_return false;
      const auto& config = *parsed;
      const auto* said = object_at(config, "compilerOptions").if_contains("noEmit");
      if (said != nullptr && said->is_bool()) nothing = said->get_bool();
      for (const auto& base : texts_in(config, "extends")) open.push_back(base_places(base, folder));
      if (is_base || !with_references) continue;
      const auto* listed = config.if_contains("files");
      has_no_files = listed != nullptr && listed->is_array() && listed->get_array().empty() &&
                     !config.contains("include");
      for (const auto& one : texts_in(config, "references")) {
        auto place = normal_path(one.starts_with('/') ? one : folder + "/" + one);
        if (std::ranges::find(all, place) == all.end()) all.push_back(std::move(place));
      }
    }
    if (!nothing.value_or(has_no_files)) co_return false;
  }
  co_return true;
}

}  // namespace

std::vector<module_import> imported_modules(std::string_view source) {
  std::vector<module_import> out;
  for (std::size_t at = source.find_first_of("'\""); at != npos && out.size() < max_modules;
       at = source.find_first_of("'\"", at)) {
    const auto clause = clause_before(source.substr(0, at));
    if (clause.empty()) {
      ++at;
      continue;
    }
    const auto end = source.find_first_of("'\"\n", at + 1);
    if (end == npos) break;
    if (source[end] == source[at])
      out.push_back({std::string{source.substr(at + 1, end - at - 1)}, std::string{clause}});
    at = end + 1;
  }
  return out;
}

std::string test_library_of(const std::vector<module_import>& modules) {
  std::string out;
  for (const auto& module : modules) {
    if (module.name == "node:test") {
      if (runs_files(module)) return std::string{own_runner};
      out = module.name;
    }
    for (const auto& known : test_modules())
      if (module.name == known.name && out.empty()) out = known.library;
  }
  return out;
}

void script_files::add(const std::string& folder, const package_facts& project, std::string_view script) {
  auto [of_node, of_compilers] = files_named_by(project, script);
  for (auto& one : of_compilers)
    if (compiled_.size() < limits::script_files) compiled_.push_back({folder, std::move(one)});
  for (auto& name : of_node) {
    if (entries_.size() >= limits::script_files) return;
    const auto same = [&](const entry& one) { return one.folder == folder && one.name == name; };
    if (std::ranges::any_of(entries_, same)) continue;
    looks_.push_back({entries_.size(), places_of(normal_path(folder + "/" + name), true), true});
    entries_.push_back({folder, std::move(name), {}, {}});
  }
}

planning_part<void> script_files::read() {
  for (; done_ < looks_.size(); ++done_) {
    const auto one = looks_[done_];  // a copy: take() may add more
    const path_request question{one.places};
    const path_states seen = co_await question;
    const auto found = std::ranges::find(seen, path_state::kind_type::file, &path_state::kind);
    if (found != seen.end())
      take(one, one.places[static_cast<std::size_t>(found - seen.begin())], found->text);
  }
  for (; known_ < compiled_.size(); ++known_) {
    const auto [config, with_references] = compiled_[known_].what;
    auto reading = emits_nothing(normal_path(compiled_[known_].folder + "/" + config), with_references);
    const bool nothing = co_await reading;
    compiled_[known_].emits_nothing = nothing;
  }
}

void script_files::take(const look& at, const std::string& path, std::string_view text) {
  auto& taken = entries_[at.of];
  const auto modules = imported_modules(text);
  const auto library = test_library_of(modules);
  if (taken.library.empty() || library == own_runner ||
      (library == "node:test" && taken.library != own_runner))
    taken.library = library;
  if (!at.is_entry) return;
  taken.path = path;
  if (!library.empty()) return;
  const std::string folder{folder_name(path)};
  for (const auto& module : modules)
    if (module.name.starts_with('.') && looks_.size() < limits::script_files)
      looks_.push_back({at.of, places_of(normal_path(folder + "/" + module.name), false), false});
}

void script_files::tell(const std::string& folder, package_facts& project) const {
  for (const auto& one : entries_)
    if (one.folder == folder && !one.path.empty())
      project.node_files[one.name] = {
          one.library,
          one.path.substr(std::min(one.path.size(), normal_path(folder + "/" + one.name).size()))};
  for (const auto& one : compiled_)
    if (one.folder == folder && one.emits_nothing) project.emits_nothing.push_back(one.what);
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json/parse.hpp>
#include <boost/regex.hpp>
#include <boost/system/error_code.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <string>

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t max_length = 4096;  // of a pattern; real projects have about 50 characters

// A glob as a regular expression.
class glob_writer {
 public:
  explicit glob_writer(std::string_view glob) : glob_(glob) {}

  // Empty: a bracket is left open.
  std::string write() {
    while (at_ < glob_.size()) step();
    return open_.empty() ? out_ : std::string{};
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < glob_.size() ? glob_[at_ + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (peek(1) == '(' && std::string_view{"?*+@!"}.find(c) != npos) return open_extended(c);
    if (c == '*') return stars();
    if (c == '?') return put("[^/]");
    if (c == '[') return character_class();
    if (c == '{') return open_braces();
    if (c == '}' && is_open('{')) return close(")");
    if (c == ')' && is_open('(')) return close(open_.back().after);
    if ((c == ',' && is_open('{')) || (c == '|' && is_open('('))) return put("|");
    if (c == '\\' && at_ + 1 < glob_.size()) ++at_;
    literal(peek());
    ++at_;
  }

  void put(std::string_view text) {
    out_ += text;
    ++at_;
  }

  void literal(char c) {
    if (std::string_view{"\\^$.|?*+()[]{}/"}.find(c) != npos) out_ += '\\';
    out_ += c;
  }

  // "**/" matches any number of folders, including zero.
  void stars() {
    const bool begins = at_ == 0 || glob_[at_ - 1] == '/' || glob_[at_ - 1] == '{' || glob_[at_ - 1] == ',';
    std::size_t count = 0;
    while (peek() == '*') {
      ++count;
      ++at_;
    }
    if (count > 1 && begins && peek() == '/') {
      ++at_;
      out_ += "(?:.*/)?";
    } else {
      out_ += count > 1 && begins ? ".*" : "[^/]*";
    }
  }

  void character_class() {
    const auto first = at_ + 1 + (peek(1) == '!' || peek(1) == '^');
    const auto end = glob_.find(']', first + 1);
    if (end == npos) {
      literal('[');
      ++at_;
      return;
    }
    out_ += first == at_ + 1 ? "[" : "[^";
    for (const char c : glob_.substr(first, end - first)) {
      if (c == '\\' || c == '[' || c == '^' || c == ']') out_ += '\\';
      out_ += c;
    }
    out_ += ']';
    at_ = end + 1;
  }

  void open_braces() {
    open_.push_back({'{', ""});
    put("(?:");
  }

  void open_extended(char kind) {
    open_.push_back({'(', kind == '!' ? ")(?:/|$))[^/]*" : kind == '@' ? ")" : std::string{")"} + kind});
    ++at_;
    put(kind == '!' ? "(?!(?:" : "(?:");
  }

  bool is_open(char kind) const { return !open_.empty() && open_.back().kind == kind; }

  void close(const std::string& after) {
    open_.pop_back();
    put(after);
  }

  struct bracket {
    char kind;
    std::string after;  // what closes it
  };

  std::string_view glob_;
  std::size_t at_ = 0;
  std::string out_;
  std::vector<bracket> open_;
};

using words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 8> extensions{".js", ".cjs", ".mjs", ".jsx",
                                                     ".ts", ".cts", ".mts", ".tsx"};
// jest and vitest, bun, deno, node:test.
constexpr std::array<std::string_view, 5> test_endings{".test", ".spec", "_test", "_spec", "-test"};
constexpr std::array<std::string_view, 2> test_stems{"test", "spec"};
// Used by Nest, Cypress, Jasmine and by habit, with configuration that covey cannot always read.
constexpr std::array<std::string_view, 16> likely_endings{
    ".tests", ".specs", "_tests", "_specs", "-tests", "-specs",       "-spec", "Test",
    "Tests",  "Spec",   "Specs",  ".e2e",   ".cy",    ".integration", ".unit", ".it"};
// mocha's "./test", node:test's "**/test/**", ava's and Jasmine's folders.
constexpr std::array<std::string_view, 15> test_folders{
    "test",      "tests",   "spec",    "specs",      "e2e",         "unit",       "__test__", "__spec__",
    "__specs__", "__e2e__", "cypress", "acceptance", "integration", "functional", "__tests__"};
constexpr std::array<std::string_view, 4> test_folder_endings{"-test", "-tests", "_test", "_tests"};
// Folders beside tests that are full of scripts without tests.
constexpr std::array<std::string_view, 10> helper_folders{
    "fixtures", "fixture",     "__fixtures__", "__mocks__", "mocks",
    "helpers",  "__helpers__", "utils",        "support",   "__snapshots__"};

bool has(words list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool ends_with_one(std::string_view text, words endings) {
  return std::any_of(endings.begin(), endings.end(), [&](auto ending) { return text.ends_with(ending); });
}

std::string_view stem_of(std::string_view path) {
  const auto name = base_name(path);
  return name.substr(0, name.rfind('.'));
}

bool any_folder_of(std::string_view path, words names) {
  return any_folder(path, [&](auto name) { return has(names, name); });
}

// What some runner takes by its name alone. A file of another name in a __tests__ folder, but below a folder
// of helpers, is judged by its contents: jest would take it, so such a project has told jest not to.
bool is_test_name(std::string_view path) {
  const auto stem = stem_of(path);
  if (ends_with_one(stem, test_endings) || has(test_stems, stem)) return true;
  constexpr std::array<std::string_view, 1> jest_folder{"__tests__"};
  return any_folder_of(path, jest_folder) && !any_folder_of(path, helper_folders);
}

// "test-*.js" is node:test's pattern, but also a common name for helpers ("test-utils.js").
bool is_likely_name(std::string_view path) {
  const auto stem = stem_of(path);
  return stem.starts_with("test-") || stem.starts_with("test_") || ends_with_one(stem, likely_endings) ||
         any_folder(path, [](auto name) {
           return has(test_folders, name) || ends_with_one(name, test_folder_endings);
         });
}

bool any_matches(const std::vector<naming_rule>& rules, std::string_view path) {
  return std::any_of(rules.begin(), rules.end(), [&](const auto& rule) {
    const auto& folder = rule.folder;
    const bool inside =
        folder.empty() || (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
    return inside && rule.pattern.matches(path);
  });
}

namespace json = boost::json;

constexpr std::array<std::string_view, 8> files{"package.json",   "jest.config.json", ".mocharc.json",
                                                ".mocharc.jsonc", ".mocharc.yaml",    ".mocharc.yml",
                                                "deno.json",      "deno.jsonc"};

json::object object_in(const config_texts& settings, std::string_view name) {
  const auto found = settings.find(name);
  if (found == settings.end()) return {};
  json::parse_options options;
  options.allow_comments = true;
  options.allow_trailing_commas = true;
  boost::system::error_code problem;
  auto value = json::parse(without_byte_order_mark(found->second), problem, {}, options);
  return !problem && value.is_object() ? std::move(value.as_object()) : json::object{};
}

// `jest --config .jest.native.json`; not of the configuration that is read in any case.
bool names_configuration(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 4> known{"jest.config.json", "./jest.config.json", "package.json",
                                                  "./package.json"};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "--projects" || word.starts_with("--projects=")) return true;
    const bool next = (word == "--config" || word == "-c") && i + 1 < arguments.size();
    if (!next && !word.starts_with("--config=")) continue;
    word = next ? std::string_view{arguments[i + 1]} : word.substr(word.find('=') + 1);
    if (std::find(known.begin(), known.end(), word) == known.end()) return true;
  }
  return false;
}

// Tests of other packages, of another folder, or by another configuration of jest.
bool runs_others(const parsed_command& parsed) {
  if (parsed.kind != parsed_command::kind_type::tests)
    return parsed.kind == parsed_command::kind_type::packages;
  return !parsed.script.folder.empty() ||
         (parsed.runner->name == "jest" && names_configuration(parsed.script.arguments));
}

void read_package(const json::object& package, std::string_view text, test_naming& into) {
  const auto commands = choose_runner(read_package_facts(text, {"package.json"}), {}).commands;
  if (std::any_of(commands.begin(), commands.end(), runs_others)) into.runs_others = true;
  read_jest_names(object_at(package, "jest"), into);
  // Each package of a workspace has names of its own.
  if (package.contains("workspaces")) into.decided = false;
  read_mocha_names(object_at(package, "mocha"), into);
  for (const auto& glob : texts_of(object_at(package, "ava"), "files")) into.add_glob(glob);
  for (const auto& script : object_at(package, "scripts"))
    if (script.value().is_string()) read_script_names(script.value().get_string(), into);
}

bool has_glob(std::string_view text) {
  return text.find_first_of("*?{[") != std::string_view::npos;
}

}  // namespace

struct path_pattern::program {
  boost::regex expression;
  bool whole = false;
};

std::optional<path_pattern> path_pattern::compiled(std::string_view expression, bool whole) {
  if (expression.empty() || expression.size() > max_length) return std::nullopt;
  try {
    auto made = std::make_shared<program>();
    made->expression.assign(expression.data(), expression.data() + expression.size(), boost::regex::perl);
    made->whole = whole;
    return path_pattern{std::move(made)};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<path_pattern> path_pattern::glob(std::string_view text) {
  while (text.starts_with("./")) text.remove_prefix(2);
  return text.size() > max_length ? std::nullopt : compiled(glob_writer{text}.write(), true);
}

std::optional<path_pattern> path_pattern::expression(std::string_view text) {
  return compiled(text, false);
}

bool path_pattern::matches(std::string_view path) const {
  try {
    if (program_->whole) return boost::regex_match(path.begin(), path.end(), program_->expression);
    const auto rooted = "/" + std::string{path};
    return boost::regex_search(rooted, program_->expression);
  } catch (const std::exception&) {  // too many ways to match
    return false;
  }
}

void test_naming::add_glob(std::string_view glob, const std::string& folder) {
  const bool negated = glob.starts_with('!') && !glob.starts_with("!(");
  if (negated) glob.remove_prefix(1);
  if (auto pattern = path_pattern::glob(glob))
    (negated ? never : tests).push_back({std::move(*pattern), folder});
}

bool is_script(std::string_view path) {
  return ends_with_one(path, extensions) &&
         !ends_with_one(stem_of(path), std::array<std::string_view, 1>{".d"});
}

file_role role_of(const test_naming& naming, std::string_view path) {
  if (!is_script(path) || any_folder(path, [](auto name) { return name == "node_modules"; }))
    return file_role::none;
  if (any_matches(naming.never, path)) {
    const bool may_be_one = naming.runs_others && (is_test_name(path) || is_likely_name(path));
    return may_be_one ? file_role::perhaps : file_role::none;
  }
  if (any_matches(naming.tests, path)) return file_role::test;
  if (naming.decided) return is_test_name(path) ? file_role::perhaps : file_role::none;
  if (is_test_name(path)) return file_role::test;
  return is_likely_name(path) ? file_role::perhaps : file_role::none;
}

std::span<const std::string_view> naming_config_files() {
  return files;
}

test_naming read_naming(const config_texts& settings) {
  test_naming out;
  read_jest_names(object_in(settings, "jest.config.json"), out);
  if (const auto found = settings.find("package.json"); found != settings.end())
    read_package(object_in(settings, "package.json"), found->second, out);
  for (const auto* name : {".mocharc.json", ".mocharc.jsonc"})
    read_mocha_names(object_in(settings, name), out);
  for (const auto* name : {".mocharc.yaml", ".mocharc.yml"})
    if (const auto found = settings.find(name); found != settings.end())
      read_mocha_names_of_yaml(found->second, out);
  for (const auto* name : {"deno.json", "deno.jsonc"}) read_deno_names(object_in(settings, name), out);
  return out;
}

std::vector<std::string> texts_of(const json::object& from, std::string_view name) {
  if (auto one = text_at(from, name); !one.empty()) return {std::move(one)};
  std::vector<std::string> out;
  for (const auto& item : list_at(from, name))
    if (item.is_string()) out.emplace_back(item.get_string());
  return out;
}

void read_deno_names(const json::object& deno, test_naming& into) {
  const auto& test = object_at(deno, "test");
  // Folders are left out, because the files in them have deno's usual names.
  for (const auto& path : texts_of(test, "include"))
    if (has_glob(path) || is_script(path)) into.add_glob(path);
  for (const auto* from : {&test, &deno}) {
    for (auto path : texts_of(*from, "exclude")) {
      if (path.starts_with('!')) continue;
      while (path.ends_with('/')) path.pop_back();
      into.add_glob("!" + path + (has_glob(path) || is_script(path) ? "" : "/**"));
    }
  }
}

}  // namespace covey::parsers::languages::node

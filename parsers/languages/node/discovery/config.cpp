#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/script/runner_resolution.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/slices.hpp"
#include <boost/algorithm/string/replace.hpp>
#include <boost/regex.hpp>
#include <algorithm>
#include <array>
#include <exception>
#include <string>

namespace covey::parsers::languages::node {
namespace {

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
    if (c == '{') return open('{', ")", "(?:");
    if ((c == '}' && is_open('{')) || (c == ')' && is_open('('))) return close();
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

  void open_extended(char kind) {
    ++at_;
    if (kind == '!') return open('(', ")(?:/|$))[^/]*", "(?!(?:");
    open('(', kind == '@' ? ")" : std::string{")"} + kind, "(?:");
  }

  void open(char kind, std::string after, std::string_view begin) {
    open_.push_back({kind, std::move(after)});
    put(begin);
  }

  bool is_open(char kind) const { return !open_.empty() && open_.back().kind == kind; }

  void close() {
    put(open_.back().after);
    open_.pop_back();
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

bool ends_with_one(std::string_view text, words endings) {
  return std::ranges::any_of(endings, [&](auto ending) { return text.ends_with(ending); });
}

std::string_view stem_of(std::string_view path) {
  const auto name = base_name(path);
  return name.substr(0, name.rfind('.'));
}

// What some runner takes by its name alone. A file of another name in a __tests__ folder, but below a folder
// of helpers, is judged by its contents: jest would take it, so such a project has told jest not to.
bool is_test_name(std::string_view path) {
  const auto stem = stem_of(path);
  if (ends_with_one(stem, test_endings) || is_one_of(stem, test_stems)) return true;
  return any_folder(path, [](auto name) { return name == "__tests__"; }) &&
         !any_folder(path, [](auto name) { return is_one_of(name, helper_folders); });
}

// "test-*.js" is node:test's pattern, but also a common name for helpers ("test-utils.js").
bool is_likely_name(std::string_view path) {
  const auto stem = stem_of(path);
  return stem.starts_with("test-") || stem.starts_with("test_") || ends_with_one(stem, likely_endings) ||
         any_folder(path, [](auto name) {
           return is_one_of(name, test_folders) || ends_with_one(name, test_folder_endings);
         });
}

bool any_matches(const std::vector<naming_rule>& rules, std::string_view path) {
  return std::ranges::any_of(rules, [&](const auto& rule) {
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
  return found == settings.end() ? json::object{}
                                 : parsed_object(found->second, true).value_or(json::object{});
}

// `jest --config .jest.native.json`; not of the configuration that is read in any case.
bool names_configuration(const strings& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "--projects" || word.starts_with("--projects=")) return true;
    const bool next = (word == "--config" || word == "-c") && i + 1 < arguments.size();
    if (!next && !word.starts_with("--config=")) continue;
    word = next ? std::string_view{arguments[i + 1]} : word.substr(word.find('=') + 1);
    if (!is_one_of(word, {"jest.config.json", "./jest.config.json", "package.json", "./package.json"}))
      return true;
  }
  return false;
}

// Tests of other packages, of another folder, or by another configuration of jest.
bool runs_others(const parsed_command& parsed) {
  if (parsed.kind != command_kind::tests) return parsed.kind == command_kind::packages;
  return !parsed.script.folder.empty() ||
         (parsed.runner->name == "jest" && names_configuration(parsed.script.arguments));
}

bool has_glob(std::string_view text) {
  return text.find_first_of("*?{[") != npos;
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
  return ends_with_one(path, extensions) && !stem_of(path).ends_with(".d");
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

namespace {

// A list may also be a single text.
strings texts_of(const json::object& from, std::string_view name) {
  if (auto one = text_at(from, name); !one.empty()) return {std::move(one)};
  return texts_at(from, name);
}

// --- jest ---

using boost::algorithm::replace_all_copy;

constexpr std::string_view root_word = "<rootDir>";

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view{"\\^$.|?*+()[]{}"}.find(c) != npos) out += '\\';
    out += c;
  }
  return out;
}

// A configured folder, relative to the workspace; nothing if it lies elsewhere.
std::optional<std::string> folder_of(std::string_view text, const std::string& root) {
  auto path = replace_all_copy(std::string{text}, root_word, root.empty() ? "." : root);
  if (path.starts_with('/')) return std::nullopt;
  path = normal_path(path);
  if (path.starts_with("..")) return std::nullopt;
  return path == "." ? std::string{} : path;
}

// What stands in a configuration, or in one of its projects.
void read_jest_project(const json::object& jest, const std::string& root, test_naming& into) {
  const auto here = root.empty() ? std::string{} : root + "/";
  // jest matches absolute paths: <rootDir> becomes the beginning of the path in the workspace.
  const auto start = root.empty() ? std::string{"^"} : "^/" + escaped(root);
  const auto add = [&](std::vector<naming_rule>& to, std::string expression, const std::string& folder) {
    if (auto pattern = path_pattern::expression(replace_all_copy(std::move(expression), root_word, start)))
      to.push_back({std::move(*pattern), folder});
  };
  strings folders;  // where tests are looked for
  for (const auto& text : texts_of(jest, "roots"))
    if (auto folder = folder_of(text, root)) folders.push_back(std::move(*folder));
  if (folders.empty()) folders.push_back(root);
  for (const auto& folder : folders) {
    for (auto& glob : texts_of(jest, "testMatch"))
      into.add_glob(replace_all_copy(replace_all_copy(std::move(glob), std::string{root_word} + "/", here),
                                     root_word, root),
                    folder);
    for (auto& expression : texts_of(jest, "testRegex")) add(into.tests, std::move(expression), folder);
  }
  for (auto& expression : texts_of(jest, "testPathIgnorePatterns"))
    add(into.never, std::move(expression), {});
}

void read_jest_names(const json::object& jest, test_naming& into) {
  const auto root_text = text_at(jest, "rootDir");
  const auto root = folder_of(root_text.empty() ? "." : root_text, {});
  if (!root) return;
  read_jest_project(jest, *root, into);
  const auto& projects = list_at(jest, "projects");
  bool all_known = true;
  for (const auto& project : projects) {
    if (const auto* own = project.if_object())
      read_jest_project(*own, *root, into);
    else
      all_known = false;
  }
  if (all_known && !into.tests.empty()) into.decided = true;
}

// --- mocha ---

// A file, a folder, or a glob.
std::string spec_glob(std::string_view spec, bool recursive) {
  std::string out{spec};
  while (out.ends_with('/')) out.pop_back();
  if (out.find_first_of("*?{[(") != npos || is_script(out)) return out;
  return out + (recursive ? "/**" : "/*");
}

// `texts`: the values of a key of the configuration, be it JSON or YAML.
template <class Texts>
void read_mocha_names(Texts texts, bool recursive, test_naming& into) {
  for (const std::string& spec : texts("spec"))
    if (!spec.empty()) into.add_glob(spec_glob(spec, recursive));
  for (const auto* key : {"ignore", "exclude"})
    for (const std::string& path : texts(key)) into.add_glob("!" + spec_glob(path, true));
}

void read_mocha_names(const boost::json::object& mocha, test_naming& into) {
  read_mocha_names([&](auto key) { return texts_of(mocha, key); }, flag_at(mocha, "recursive"), into);
}

void read_mocha_names_of_yaml(std::string_view text, test_naming& into) {
  const auto recursive = yaml_values(text, "recursive");
  read_mocha_names([&](auto key) { return yaml_values(text, key); },
                   !recursive.empty() && recursive.front() == "true", into);
}

// --- deno, and a line of package.json#scripts: `mocha "src/**/*.check.js"`, `node --test lib/*.js` ---

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

constexpr std::array<std::string_view, 6> node_starters{"node", "nodejs", "tsx", "ts-node", "bun", "deno"};
// Flags without a value. After any other flag, a word counts as its value unless it is a pattern.
constexpr std::array<std::string_view, 12> lone_flags{"--test", "--recursive",   "--exit",  "--bail",
                                                      "-b",     "--watch",       "-w",      "--parallel",
                                                      "-p",     "--check-leaks", "--color", "--no-timeouts"};
constexpr std::array<std::string_view, 3> ignoring_flags{"--ignore", "--exclude", "--test-coverage-exclude"};

bool names_program(std::string_view word, test_program::files_type from) {
  for (const auto programs : {read_programs(), unread_programs()})
    for (const auto& program : programs)
      if (program.files == from && is_one_of(word, program.commands)) return true;
  return false;
}

// Where the arguments begin of a runner that takes its test files by name; 0: there is no such runner.
std::size_t arguments_from(const strings& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto name = base_name(words[i]);
    if (names_program(name, test_program::files_type::script)) return i + 1;
    const auto rest = words.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (is_one_of(name, node_starters) && std::find(rest, words.end(), "--test") != words.end()) return i + 1;
  }
  return 0;
}

bool has_star(std::string_view word) {
  return word.find('*') != npos;
}

bool runs_other_tests(const strings& words) {
  return std::ranges::any_of(
      words, [](const auto& word) { return names_program(base_name(word), test_program::files_type::own); });
}

void read_script_names(std::string_view line, test_naming& into) {
  for (const auto& command : shell_commands(line)) {
    const auto& words = command.words;
    if (words.empty() || words.front() == "cd") return;  // what follows runs in another folder
    const auto from = arguments_from(words);
    if (from > 0 || runs_other_tests(words)) into.decided = false;
    for (auto i = from; from > 0 && i < words.size(); ++i) {
      const auto& word = words[i];
      if (word.starts_with('-') || word.starts_with('/') || word.find('$') != npos) continue;
      const auto& before = words[i - 1];
      const bool is_value = i > from && before.starts_with('-') && before.find('=') == npos &&
                            !is_one_of(before, lone_flags) && !before.starts_with("--no-");
      if (is_one_of(before, ignoring_flags) || (is_value && before != "--spec" && !has_star(word))) continue;
      if (has_star(word) || is_script(word)) into.add_glob(word);
    }
  }
}

void read_package(const json::object& package, std::string_view text, test_naming& into) {
  const auto commands = choose_runner(read_package_facts(text, {"package.json"}), {}).commands;
  if (std::ranges::any_of(commands, runs_others)) into.runs_others = true;
  read_jest_names(object_at(package, "jest"), into);
  // Each package of a workspace has names of its own.
  if (package.contains("workspaces")) into.decided = false;
  read_mocha_names(object_at(package, "mocha"), into);
  for (const auto& glob : texts_of(object_at(package, "ava"), "files")) into.add_glob(glob);
  for (const auto& script : object_at(package, "scripts"))
    if (script.value().is_string()) read_script_names(script.value().get_string(), into);
}

}  // namespace

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

}  // namespace covey::parsers::languages::node

#include "parsers/languages/python/language.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/flags.hpp"
#include "parsers/languages/python/plan.hpp"
#include "parsers/languages/python/config.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

extern "C" const TSLanguage* tree_sitter_python();

namespace covey::parsers::languages::python {
namespace {

// How a project's own tools start its programs: where there is a .venv, in that. (Not hatch.)
bool drop_launcher(std::span<const std::string>& words) {
  constexpr std::array<std::string_view, 5> tools{"uv", "poetry", "pdm", "pipenv", "rye"};
  if (words.size() < 3 || words[1] != "run" || std::find(tools.begin(), tools.end(), words[0]) == tools.end())
    return false;
  words = words.subspan(2);
  return true;
}

bool is_python(std::string_view program) {
  return program == "python" || program == "python3";  // covey may have chosen another than "python3.9"
}

// The words behind pytest's name; null: it is not pytest. Only with `-m` it has the folder on sys.path.
std::optional<std::span<const std::string>> pytest_words(std::span<const std::string> words, shell_run& run) {
  const auto program = base_name(words.front());
  run.runner = "pytest";
  if (program == "pytest" || program == "py.test") return words.subspan(1);
  run.runner = "python -m pytest";
  if (is_python(program) && words.size() > 2 && words[1] == "-m" && words[2] == "pytest")
    return words.subspan(3);
  return std::nullopt;
}

// `python manage.py test`, `python -m unittest`, with nothing but flags of output: all tests. Gives the runner, or "".
std::string_view other_runner(std::span<const std::string> words) {
  if (is_python(base_name(words.front()))) words = words.subspan(1);
  const bool django = words.size() > 1 && words[0] == "manage.py" && words[1] == "test";
  const bool unittest = words.size() > 1 && words[0] == "-m" && words[1] == "unittest";
  if (!django && !unittest) return {};
  words = words.subspan(2);
  const bool all = std::all_of(words.begin(), words.end(), [&](const auto& word) {
    return word == "-v" || word == "-q" || word == "-b" || (unittest && word == "discover");
  });
  return !all ? "" : django ? "manage.py" : "unittest";
}

// "a and b", "a or b" as a query; false: more than that. It also looks at markers and folders, of which labels tell
// nothing: what somebody leaves out by `not` would run.
bool select_by_keywords(shell_run& run, std::string_view expression) {
  std::string_view joined;
  while (!expression.empty()) {
    const auto end = std::min(expression.find(' '), expression.size());
    const auto word = expression.substr(0, end);
    expression.remove_prefix(std::min(end + 1, expression.size()));
    if (word.empty()) continue;
    if (word == "and" || word == "or") {
      if (!joined.empty() && joined != word) return false;
      joined = word;
    } else {
      if (word == "not" || word.find_first_of("()[]'\"!^$|\\") != std::string_view::npos) return false;
      run.query.append(run.query.empty() ? "" : joined == "or" ? " | " : " ").append(term_containing(word));
    }
  }
  return !run.query.empty();
}

// "tests/test_cart.py::TestTotal::test_sum"
void select_node(shell_run& run, std::string_view node) {
  const auto file = node.substr(0, node.find("::"));
  std::string label;
  for (auto rest = node.substr(file.size()); rest.size() > 2;) {
    rest.remove_prefix(2);
    const auto part = rest.substr(0, rest.find("::"));
    label.append(label.empty() ? "" : " > ").append(part);
    rest.remove_prefix(part.size());
  }
  run.paths.push_back({std::string{file}});
  if (!label.empty()) run.labels.push_back(std::move(label));
}

// `python -m pytest tests/test_cart.py::TestTotal -k "not slow"`, `manage.py test`.
std::optional<shell_run> read_command(const std::vector<std::string>& typed) {
  std::span<const std::string> words{typed};
  const bool launched = drop_launcher(words);
  if (words.empty()) return std::nullopt;
  shell_run out;
  out.beside = launched ? ".venv/bin/python" : words.front();
  out.runner = other_runner(words);
  if (!out.runner.empty()) return out;
  const auto behind = pytest_words(words, out);
  const auto read = behind ? read_shell_words({behind->begin(), behind->end()}, pytest_flags) : std::nullopt;
  if (!read || !read->rest.empty()) return std::nullopt;
  for (const auto& word : read->words) {
    // More than a configuration's testpaths; of a function with parameters only one.
    if (word == "." || word == "./" || word.find('[') != std::string::npos) return std::nullopt;
    select_node(out, word);
  }
  out.from_here = true;
  // A block of that name may be in another of the files as well, and some of them may be meant whole.
  const bool of_several =
      std::ranges::any_of(out.paths, [&](const auto& one) { return one.path != out.paths.front().path; });
  if (!out.labels.empty() && (of_several || out.labels.size() < out.paths.size())) return std::nullopt;
  for (const auto& [name, value] : read->flags) {
    out.failed_only = out.failed_only || name == "--lf" || name == "--last-failed";
    if (name == "-r" && value.find_first_not_of("afsE") != std::string::npos)
      return std::nullopt;  // what tests print
    if (name == "-k" && (!out.labels.empty() || !out.query.empty() || !select_by_keywords(out, value)))
      return std::nullopt;
  }
  return out;
}

std::optional<declared_name> read_declaration(const syntax_node& node) {
  if (node.is("expression_statement")) {  // a docstring
    const auto parts = node.children();
    if (parts.size() == 1 && parts.front().is("string")) return declared_name{.name = {}, .is_comment = true};
  }
  const bool is_function = node.is("function_definition");
  if (!is_function && !node.is("class_definition")) return std::nullopt;
  return declared_name{.name = std::string{node.field("name").text()},
                       .is_function = is_function,
                       .body = is_function ? node.field("body") : syntax_node{}};
}

comment_role role_of_comment(std::string_view comment, std::string_view) {
  return comment.find("coding") == std::string_view::npos ? comment_role::none : comment_role::token;
}

bool names_files(const syntax_node& node) {
  return node.is("import_statement") || node.is("import_from_statement") || node.is("string");
}

// import_module(name), pkgutil.iter_modules(…)
bool loads_by_value(const syntax_node& node) {
  if (!node.is("call")) return false;
  const auto function = node.field("function").text();
  for (const std::string_view one : {"iter_modules", "walk_packages", "exec_module", "load_module",
                                     "resolve_name", "locate", "entry_points", "loadTestsFromName"})
    if (function.ends_with(one)) return true;
  for (const std::string_view one :
       {"import_module", "__import__", "run_path", "run_module", "spec_from_file_location"}) {
    const auto given = node.field("arguments").children();
    if (function.ends_with(one))
      return given.empty() || !given.front().is("string") || given.front().first_child("interpolation");
  }
  return false;
}

std::string_view variable_of(const syntax_node& node) {
  const auto name = node.is("assignment") ? node.field("left") : syntax_node{};
  return name.is("identifier") ? name.text() : std::string_view{};
}

// Whether it is a generator is seen before it runs; so is what a decorator may read: a command's help.
std::string_view seen_outside(const syntax_node& node) {
  if (node.is("yield")) return "yield";
  const auto is_docstring = node.is("expression_statement") && !node.previous() && node.first_child("string");
  return is_docstring && node.parent().parent().parent().is("decorated_definition") ? node.text()
                                                                                    : std::string_view{};
}

// Calls that do nothing but make a value.
bool only_makes_a_value(const syntax_node& node, std::size_t depth = 0) {
  if (depth > max_value_depth) return false;
  constexpr std::string_view makers[] = {"re.compile", "dict",
                                         "set",        "frozenset",
                                         "tuple",      "list",
                                         "str",        "int",
                                         "float",      "bool",
                                         "bytes",      "object",
                                         "namedtuple", "collections.namedtuple",
                                         "TypeVar",    "typing.TypeVar",
                                         "NewType",    "Decimal",
                                         "range",      "sorted",
                                         "len",        "min",
                                         "max",        "sum",
                                         "zip"};
  if (node.is("lambda")) return true;
  if (node.is("await") || node.is("yield") || node.is("named_expression")) return false;
  if (node.is("call") && std::ranges::find(makers, node.field("function").text()) == std::end(makers))
    return false;
  return std::ranges::all_of(node.children(),
                             [depth](const auto& part) { return only_makes_a_value(part, depth + 1); });
}

bool add_targets(std::vector<std::string_view>& to, const syntax_node& target, std::size_t depth = 0) {
  if (depth > max_value_depth) return false;
  if (target.is("identifier")) return to.push_back(target.text()), true;
  return (target.is("pattern_list") || target.is("tuple_pattern")) &&
         std::ranges::all_of(target.children(),
                             [&](const auto& one) { return add_targets(to, one, depth + 1); });
}

std::optional<given_names> names_of_assignment(const syntax_node& node) {
  given_names out;
  auto value = node;
  for (; value.is("assignment"); value = value.field("right"))
    if (!add_targets(out.names, value.field("left"))) return std::nullopt;
  if (value && !only_makes_a_value(value)) out.kind = frame_piece::kind_type::call;
  return out;
}

// Of one of the names that are imported.
std::optional<given_names> name_imported(const syntax_node& node) {
  const auto statement = node.parent();
  const auto from = statement.field("module_name");
  const bool is_name = node.is("dotted_name") || node.is("aliased_import");
  if (!is_name || node == from ||
      !(statement.is("import_statement") || statement.is("import_from_statement")))
    return std::nullopt;
  const auto name = node.is("aliased_import") ? node.field("alias").text() : node.text();
  return given_names{.kind = frame_piece::kind_type::import,
                     .names = {name.substr(0, name.find('.'))},
                     .from = from ? from.text() : std::string_view{}};
}

// Decorators that only make another value of a function or a class.
bool is_plain_decorator(const syntax_node& decorator) {
  constexpr std::string_view plain[] = {"staticmethod",
                                        "classmethod",
                                        "property",
                                        "abstractmethod",
                                        "abc.abstractmethod",
                                        "contextmanager",
                                        "contextlib.contextmanager",
                                        "overload",
                                        "typing.overload",
                                        "wraps",
                                        "functools.wraps",
                                        "dataclass",
                                        "dataclasses.dataclass",
                                        "total_ordering",
                                        "functools.total_ordering",
                                        "lru_cache",
                                        "functools.lru_cache",
                                        "cache",
                                        "functools.cache",
                                        "cached_property",
                                        "functools.cached_property",
                                        "unique",
                                        "patch",
                                        "mock.patch"};
  auto name = decorator.text().substr(1);
  if (name.find("autouse") != std::string_view::npos) return false;
  name = trimmed(name.substr(0, name.find('(')));
  return std::ranges::find(plain, name) != std::end(plain) || name.starts_with("pytest.") ||
         name.ends_with(".setter") || name.starts_with("unittest.skip") || name.starts_with("mock.patch") ||
         name.starts_with("patch.");
}

// What pytest and unittest look for by its name, and others at the top of a module.
bool is_looked_for(std::string_view name) {
  constexpr std::string_view beginnings[] = {"__getattr__", "__dir__",        "__path__",  "__test__",
                                             "pytest",      "setup",          "setUp",     "teardown",
                                             "tearDown",    "collect_ignore", "load_tests"};
  return std::ranges::any_of(beginnings, [&](auto one) { return name.starts_with(one); });
}

std::optional<given_names> names_of_definition(const syntax_node& node) {
  const auto is_type = node.is("class_definition");
  const auto bases = node.field("superclasses");
  if (bases && bases.first_child("keyword_argument")) return std::nullopt;  // a metaclass
  const auto name = node.field("name").text();
  return given_names{.kind = is_type ? frame_piece::kind_type::type : frame_piece::kind_type::function,
                     .names = {name},
                     .declared = std::string{name}};
}

std::optional<given_names> names_of_statement(const syntax_node& node) {
  if (node.is("import_statement") || node.is("import_from_statement"))  // without its names
    return node.first_child("wildcard_import")
               ? std::nullopt
               : std::optional{given_names{.kind = frame_piece::kind_type::import}};
  if (node.is("function_definition") || node.is("class_definition")) return names_of_definition(node);
  if (node.is("pass_statement")) return given_names{};
  if (node.is("decorated_definition")) {
    for (const auto& part : node.children())
      if (part.is("decorator") && !is_plain_decorator(part)) return std::nullopt;
    return names_of_definition(node.field("definition"));
  }
  const auto parts = node.is("expression_statement") ? node.children() : std::vector<syntax_node>{};
  if (parts.size() != 1) return std::nullopt;
  if (parts.front().is("string")) return given_names{.unless = "__doc__"};
  return parts.front().is("assignment") ? names_of_assignment(parts.front()) : std::nullopt;
}

// What a statement stands in, through conditions and handlers: they are no part of it.
syntax_node holder_of(const syntax_node& node) {
  constexpr std::string_view branches[] = {"block",         "if_statement",  "elif_clause",   "else_clause",
                                           "try_statement", "except_clause", "finally_clause"};
  auto out = node.parent();
  while (std::ranges::find(branches, out.type()) != std::end(branches)) out = out.parent();
  return out;
}

// Whether it is made of others that ask for what it has, or keep a list of such.
bool has_bases(const syntax_node& of) {
  static constexpr std::string_view silent[] = {
      "object",    "dict", "list",     "set",        "str",       "int",  "float",   "tuple",   "bytes",
      "Exception", "ABC",  "Protocol", "NamedTuple", "TypedDict", "Enum", "IntEnum", "Generic", "TestCase"};
  const auto is_silent = [](const syntax_node& base) {
    const auto name = base.text().substr(0, base.text().find('['));
    return name.ends_with("Error") ||
           std::ranges::any_of(silent, [&](auto one) { return name.ends_with(one); });
  };
  const auto bases = of.field("superclasses");
  return bases && !std::ranges::all_of(bases.children(), is_silent);
}

// A class tells those that it is made of that it is there.
std::optional<given_names> bases_of(const syntax_node& node) {
  const auto holder = node.parent();
  if (!node.is("argument_list") || !holder.is("class_definition") || !has_bases(holder)) return std::nullopt;
  const auto name = holder.field("name").text();
  return given_names{.kind = frame_piece::kind_type::call, .names = {name}, .from = name};
}

// Of a statement of a module, or of a class.
std::optional<given_names> gives(const syntax_node& node) {
  if (auto imported = name_imported(node)) {
    const auto holder = holder_of(node.parent());
    return holder.is("module") || holder.is("class_definition") ? imported : std::nullopt;
  }
  if (auto bases = bases_of(node)) return bases;
  const auto holder = holder_of(node);
  const bool in_class = holder.is("class_definition");
  if (!in_class && !holder.is("module")) return std::nullopt;
  auto out = names_of_statement(node);
  if (!out) return out;
  const bool is_found = std::ranges::any_of(out->names, is_looked_for);
  if (is_found && !in_class) return std::nullopt;
  out->of_texts = std::ranges::find(out->names, "__all__") != out->names.end();
  const bool is_asked = std::ranges::any_of(
      out->names, [](auto name) { return name.starts_with("__") || (name[0] == '_' && name.back() == '_'); });
  if (in_class && is_asked) out->names.clear();  // nobody says it
  out->of_holder = in_class && (is_found || is_asked || out->kind != frame_piece::kind_type::function ||
                                has_bases(holder));
  return out;
}

file_outline outline_of(std::string_view, std::string_view text) {
  static constexpr std::string_view starting[] = {"subprocess", "Popen",    "os.system", "multiprocessing",
                                                  "os.exec",    "os.spawn", "os.fork",   "ProcessPool",
                                                  "os.popen",   "pty."};
  static constexpr std::string_view all_starting[] = {"from subprocess",      "subprocess as ",
                                                      "from multiprocessing", "multiprocessing as ",
                                                      "from concurrent",      "from os import"};
  static constexpr std::string_view sharing[] = {"global ", "globals()", "_instance"};
  static constexpr std::string_view placing[] = {"lineno", "getsource"};
  const outline_rules rules{.syntax = tree_sitter_python,
                            .read = read_declaration,
                            .role = role_of_comment,
                            .names_files = names_files,
                            .loads_by_value = loads_by_value,
                            .variable = variable_of,
                            .seen_outside = seen_outside,
                            .gives = gives,
                            .takes = [](const syntax_node& node) -> std::string_view {
                              return node.is("wildcard_import") ? "__all__" : "";
                            },
                            .sharing = sharing,
                            .starting = starting,
                            .all_starting = all_starting,
                            .placing = placing};
  return outline_in(rules, text);
}

// As parsers/syntax/tree.hpp has them.
source_structure structure_of(std::string_view, std::string_view text) {
  constexpr std::string_view blocks[] = {"module", "block"};
  return read_structure(tree_sitter_python, text, ".", read_declaration, blocks);
}

// `conftest.py` and `__init__.py` run for all that is below them.
source_reach reach_of(std::string_view path, const path_test&) {
  const auto name = base_name(path), folder = folder_name(path);
  if (name == "conftest.py" || name == "__init__.py")
    return {.names = {std::string{base_name(folder)}},
            .below = std::string{folder},
            .everywhere = folder.empty()};
  if (name == "__main__.py") return {.names = {std::string{base_name(folder)}, "__main__"}};
  return {.names = {std::string{name.substr(0, name.rfind('.'))}}};
}

std::string too_old(const interpreter_candidate& candidate, const interpreter_facts& facts) {
  return candidate.program + " is Python " + facts.version +
         "; covey needs 3.6 or later: make a .venv with a later one.";
}

// It loads plugins of the project, and starts interpreters that the project names.
plan_refusal not_asked(const std::string& program) {
  return {"known once its tests run: `" + program +
              "` is asked for their interpreter then, because it may run what the project holds",
          "covey call run_tests"};
}

planning plan_project(plan_request request) {
  auto places = interpreter_places(request.root, request.environment);
  const auto decided_by = static_cast<std::ptrdiff_t>(places.paths.size());
  for (auto& path : project_file_paths(request.root)) places.paths.push_back(std::move(path));
  auto seen = co_await places;
  project_facts project;
  if (seen.size() == places.paths.size()) {
    project.files = read_project_files({seen.begin() + decided_by, seen.end()});
    seen.erase(seen.begin() + decided_by, seen.end());
  }
  path_request scripts;
  for (const auto& name : project.files.other_scripts) scripts.paths.push_back(request.root + "/" + name);
  if (!scripts.paths.empty()) {
    const path_states scripts_seen = co_await scripts;
    choose_django_script(project.files, scripts_seen);
  }
  std::vector<std::string> notes;
  std::string refusal;
  for (auto& candidate : interpreter_candidates(request.root, request.environment, seen)) {
    if (!candidate.question.empty()) {
      if (request.look_only) co_return not_asked(candidate.question.front());
      const command where{.argv = candidate.question,
                          .cwd = request.root,
                          .set_env = {},
                          .read_from = sources_of_environment(request.root, request.environment)};
      const probe_answer said = co_await where;
      candidate.folder = folder_in(said);
      if (candidate.folder.empty()) continue;
      candidate.program = candidate.folder + "/bin/python";
    }
    command about{.argv = {candidate.program}, .cwd = request.root, .set_env = {}};
    const auto words = request.look_only ? interpreter_facts::arguments_to_look(candidate.folder)
                                         : interpreter_facts::arguments();
    about.argv.insert(about.argv.end(), words.begin(), words.end());
    about.read_from = interpreter_facts::sources(request.root, candidate.folder);
    const probe_answer said = co_await about;
    const auto facts = interpreter_facts::parse(said.out);
    if (facts && facts->supported()) {
      project.interpreter = candidate;
      project.facts = *facts;
      if (const auto why = refusal_of(request.added, runner_for(project)); !why.empty())
        co_return plan_refusal{why};
      auto plan = plan_run(request, project);
      const auto unmade = environment_notes(seen, candidate);
      plan.notes.insert(plan.notes.begin(), unmade.begin(), unmade.end());
      plan.notes.insert(plan.notes.begin(), notes.begin(), notes.end());
      co_return plan;
    }
    if (facts && refusal.empty()) refusal = too_old(candidate, *facts);
    if (!candidate.folder.empty())
      notes.push_back(candidate.program +
                      (facts ? " is Python " + facts->version + ", which is too old" : " cannot be started") +
                      "; another interpreter runs the tests.");
  }
  if (!refusal.empty()) co_return plan_refusal{refusal};
  co_return plan_refusal{
      "python3: not found on PATH, and the project has no virtual environment: install Python 3.6 or later.",
      std::string{language_definition.installed_by}};
}

}  // namespace

constexpr std::string_view listing_words[] = {"getmembers",
                                              "getmembers_static",
                                              "vars",
                                              "dir",
                                              "__dict__",
                                              "globals",
                                              "locals",
                                              "__dir__",
                                              "__globals__",
                                              "f_globals",
                                              "__annotations__",
                                              "get_type_hints",
                                              "loadTestsFromModule",
                                              "run_module",
                                              "run_path",
                                              "modules",
                                              "import_module",
                                              "__import__"};

const language language_definition{
    .name = "python",
    .display_name = "Python",
    .program = "python3",
    .version_arguments = {"--version"},
    .installed_by = "apt-get install python3 python3-pytest",
    .project_files = {{"pyproject.toml"},
                      {"setup.py"},
                      {"setup.cfg"},
                      {"pytest.ini"},
                      {"tox.ini", "pytest"},
                      {"manage.py", "django"}},
    .project_name = name_of_project,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .structure = structure_of,
    .outline = outline_of,
    .reach_of = reach_of,
    .deciding_files = {"pyproject.toml", "setup.cfg", "setup.py", "pytest.ini", ".pytest.ini", "tox.ini",
                       ".coveragerc", "requirements*", "poetry.lock", "uv.lock", "pdm.lock", "Pipfile*",
                       "covey.toml"},
    .deciding_paths = {".venv/pyvenv.cfg", ".venv/lib/*/site-packages", "venv/pyvenv.cfg",
                       "venv/lib/*/site-packages", "$VIRTUAL_ENV/lib/*/site-packages",
                       "$CONDA_PREFIX/lib/*/site-packages", "$HOME/.pyenv/version", "$PYENV_ROOT/version"},
    .deciding_variables = {"PYTHON", "PYTEST_", "DJANGO_", "VIRTUAL_ENV", "CONDA_PREFIX", "PYENV_VERSION",
                           "TZ", "LANG", "LC_", "CI"},
    .shell_commands = {"pytest"},
    .read_command = read_command,
    .flag_tables = {&pytest_flags, &unittest_flags, &django_flags},
    .output_variables = {"PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"},
    .config_files = {pytest_config_files.begin(), pytest_config_files.end()},
    .skipped_folders = {"__pycache__", "site-packages"},
    .generated_folders = {"__pycache__"},
    .source_endings = {".py", ".pyi", ".pyx"},
    .tells_what_is_loaded = true,
    .listing_words = listing_words,
    .keeps_files = true,
};

}  // namespace covey::parsers::languages::python

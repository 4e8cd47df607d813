#include "parsers/languages/go/language.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/go/coverage.hpp"
#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/go/flags.hpp"
#include "parsers/languages/go/overlay.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/selection.hpp"
#include "parsers/languages/go/rerun.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/languages/go/test_command.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/go/output/output.hpp"
#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/syntax/tree.hpp"
#include <set>
#include <utility>

extern "C" const TSLanguage* tree_sitter_go();

namespace covey::parsers::languages::go {
namespace {

// "./cart", "./...", "."
std::optional<typed_path> folder_of(std::string_view package) {
  if (package != "." && package != "..." && !package.starts_with("./") && !package.starts_with("../"))
    return std::nullopt;
  typed_path out{std::string{package}, package.ends_with("...")};
  if (out.deep) out.path.resize(out.path.size() - 3);
  if (out.path.find("...") != std::string::npos) return std::nullopt;
  if (out.path.empty()) out.path = ".";
  return out;
}

// `go test -run TestA ./cart`. Packages by their folders only: an import path says no folder.
std::optional<shell_run> read_command(const std::vector<std::string>& words) {
  if (words.size() < 2 || words[0] != "go" || words[1] != "test") return std::nullopt;
  const auto read = read_shell_words(std::span{words}.subspan(2), added_flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  shell_run out;
  bool covers = false;  // a run of a part tells no coverage
  for (const auto& [name, value] : read->flags) {
    if (name == "-count" && value != "1") return std::nullopt;
    covers = covers || name == "-cover";
    if (name == "-run" && (!out.labels.empty() || !out.query.empty()))
      return std::nullopt;  // the last one counts
    if (name == "-run" && !select_by_pattern(out, value, "/")) return std::nullopt;
  }
  for (const auto& package : read->words) {
    auto folder = folder_of(package);
    if (!folder) return std::nullopt;
    out.paths.push_back(std::move(*folder));
  }
  if (out.paths.empty()) out.paths.push_back({".", false});
  const bool whole = out.paths.front().path == "./" && out.query.empty() && out.labels.empty();
  if (covers && !whole) return std::nullopt;
  return out;
}

std::optional<declared_name> read_declaration(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_declaration")) {
    auto called = name();
    const bool runs_before_tests = called == "init" || called == "TestMain";
    return declared_name{.name = std::move(called),
                         .body = runs_before_tests ? syntax_node{} : node.field("body")};
  }
  if (!node.is("method_declaration")) return std::nullopt;
  const auto type = receiver_type(node);
  return declared_name{.name = type.empty() ? name() : std::string{type} + "." + name(),
                       .body = node.field("body")};
}

// Of an example, its output; beside C, its code. Elsewhere what the compiler or the linker reads.
comment_role role_of_comment(std::string_view comment, std::string_view source) {
  const bool all = source.find("func Example") != std::string_view::npos ||
                   source.find("import \"C\"") != std::string_view::npos;
  const bool read = comment.starts_with("//go:") || comment.starts_with("// +build") ||
                    comment.starts_with("//line") || comment.starts_with("//export");
  return all || read ? comment_role::token : comment_role::none;
}

// Calls that do nothing but make a value.
bool only_makes_a_value(const syntax_node& node, std::size_t depth = 0) {
  if (depth > max_value_depth) return false;
  constexpr std::string_view makers[] = {
      "make",       "new",         "len",    "cap",  "errors.New",     "fmt.Errorf",
      "fmt.Sprint", "fmt.Sprintf", "string", "int",  "int64",          "uint",
      "uint64",     "float64",     "byte",   "rune", "reflect.TypeOf", "regexp.MustCompile"};
  if (node.is("func_literal")) return true;
  if (node.is("call_expression") &&
      std::ranges::find(makers, node.field("function").text()) == std::end(makers))
    return false;
  return !node.is("unary_expression") || !node.text().starts_with("<-")
             ? std::ranges::all_of(node.children(),
                                   [depth](const auto& part) { return only_makes_a_value(part, depth + 1); })
             : false;
}

// The names that a specification declares stand in it itself.
void add_declared(std::vector<std::string_view>& to, const syntax_node& spec) {
  for (const auto& one : spec.children())
    if (one.is("identifier") && one.text() != "_") to.push_back(one.text());
}

// Whether the order of its parts counts, something that the compiler reads stands between them, or packages are imported for what they do
// or into the file's own names.
bool is_one_piece(const syntax_node& declaration) {
  constexpr std::string_view counting[] = {"iota", "//go:", "//line", "//export", "_ \"", ". \""};
  const auto is_repeated = [](const syntax_node& one) { return one.is("const_spec") && !one.field("value"); };
  const auto text = declaration.text();
  return std::ranges::any_of(declaration.children(), is_repeated) ||
         std::ranges::any_of(counting, [&](auto one) { return text.find(one) != std::string_view::npos; });
}

// Of its parts each is a piece.
std::optional<given_names> names_of_declaration(const syntax_node& node) {
  if (!is_one_piece(node)) return given_names{.kind = frame_piece::kind_type::type};
  if (!node.is("const_declaration")) return std::nullopt;
  given_names out;
  for (const auto& spec : node.children())
    if (spec.is("const_spec")) add_declared(out.names, spec);
  return out;
}

given_names names_of_import(const syntax_node& node) {
  if (const auto alias = node.field("name"))
    return {.kind = frame_piece::kind_type::import, .names = {alias.text()}};
  auto path = node.field("path").text();
  path = path.size() > 2 ? path.substr(1, path.size() - 2) : std::string_view{};
  given_names out{.kind = frame_piece::kind_type::import};
  for (auto folder = path; !folder.empty() && out.names.size() < 2; folder = folder_name(folder))
    out.names.push_back(base_name(folder));  // "…/semver/v3", "gopkg.in/yaml.v3"
  return out;
}

// What has a value of the type has its methods, too, and need not say their names: an interface asks for them. Only the package's
// own can ask for one that begins with a small letter.
given_names names_of_function(const syntax_node& node) {
  const auto name = node.field("name").text();
  given_names out{.kind = frame_piece::kind_type::function, .names = {name}, .declared = std::string{name}};
  if (!node.is("method_declaration")) return out;
  const auto type = receiver_type(node);
  out.declared = std::string{type} + "." + out.declared;
  if (!type.empty() && (name.front() < 'a' || name.front() > 'z')) out.names.push_back(type);
  return out;
}

// Of what a package declares.
std::optional<given_names> gives(const syntax_node& node) {
  if (node.is("function_declaration") || node.is("method_declaration")) {
    const auto declared = read_declaration(node);
    return declared && declared->body ? std::optional{names_of_function(node)} : std::nullopt;
  }
  if (node.type().ends_with("_declaration") && node.parent().is("source_file"))
    return names_of_declaration(node);
  auto declaration = node.parent();
  if (declaration.type().ends_with("_spec_list")) declaration = declaration.parent();
  if (!declaration.parent().is("source_file") || is_one_piece(declaration)) return std::nullopt;
  if (node.is("import_spec")) return names_of_import(node);
  if (node.is("type_spec") || node.is("type_alias")) {
    const auto name = node.field("name").text();
    return given_names{.kind = frame_piece::kind_type::type, .names = {name}, .declared = std::string{name}};
  }
  if (!node.is("var_spec") && !node.is("const_spec")) return std::nullopt;
  given_names out;
  add_declared(out.names, node);
  if (!only_makes_a_value(node.field("value"))) out.kind = frame_piece::kind_type::call;
  return out;
}

file_outline outline_of(std::string_view, std::string_view text) {
  static constexpr std::string_view starting[] = {"exec.C", "StartProcess", "syscall.Exec", "ForkExec"};
  static constexpr std::string_view sharing[] = {".Do("};
  static constexpr std::string_view placing[] = {"runtime.Caller", "debug.Stack", "Lshortfile", "Llongfile",
                                                 "AddSource"};
  static constexpr std::string_view asking[] = {
      "os.Open",       "os.Stat",    "os.Lstat",  "os.Read",  "os.DirFS", "ioutil.Read", "filepath.Glob",
      "filepath.Walk", "ParseFiles", "ParseGlob", "LoadX509", "godotenv", "viper."};
  const outline_rules rules{
      .syntax = tree_sitter_go,
      .read = read_declaration,
      .role = role_of_comment,
      .names_files = [](const syntax_node& node) { return node.type().ends_with("string_literal"); },
      .variable =
          [](const syntax_node& node) { return node.is("var_spec") ? node.field("name").text() : ""; },
      .gives = gives,
      .sharing = sharing,
      .starting = starting,
      .asking = asking,
      .placing = placing};
  // What runs in a generated source is told as lines of what that was made from.
  if (text.find("\n//line ") == std::string_view::npos && text.find("/*line ") == std::string_view::npos)
    return outline_in(rules, text);
  auto generated = rules;
  generated.read = [](const syntax_node&) { return std::optional<declared_name>{}; };
  generated.gives = nullptr;
  return outline_in(generated, text);
}

// As parsers/syntax/tree.hpp has them.
source_structure structure_of(std::string_view, std::string_view text) {
  // What stands outside of functions is not measured.
  constexpr std::string_view blocks[] = {"block",     "expression_case",    "default_case",
                                         "type_case", "communication_case", "statement_list"};
  return read_structure(tree_sitter_go, text, ".", read_declaration, blocks);
}

// A package is compiled as one, and named by its folder; a module's own by a path that no folder tells.
source_reach reach_of(std::string_view path, const path_test& exists) {
  const auto folder = folder_name(path);
  if (path.ends_with("_test.go")) return {};  // a part of its own package's tests alone
  const auto module = std::string{folder} + (folder.empty() ? "" : "/") + "go.mod";
  if (folder.empty() || exists(module)) return {.everywhere = true};
  return {.names = {std::string{base_name(folder)}}, .beside = true};
}

using texts = std::vector<std::string>;

// What is known so far. A failed question does not refuse the plan: `go test` repeats its error, as a failure
// with a place.
struct project_facts {
  plan_request request;
  toolchain environment;
  texts patterns{"./..."};
  texts builds_with;  // the user's own flags of builds
  package_list packages;
  std::shared_ptr<const test_sources> sources;
  std::vector<test_set> sets;
  selector_lists selected;
  std::vector<std::uint32_t> testless;
  bool across_packages = false;
  std::string users_overlay;  // of the user's arguments
  test_overlay overlay;
  bool runs_specs = false;  // of Ginkgo's, in some package
  texts notes;

  bool answered(const probe_answer& given, std::string_view question) {
    if (given.found && given.exit_code == 0) return true;
    notes.push_back(std::string{question} + " failed with exit code " + std::to_string(given.exit_code) +
                    "; planned without its answer.");
    return false;
  }
};

command go_call(const plan_request& request, texts arguments) {
  arguments.insert(arguments.begin(), "go");
  return {.argv = std::move(arguments), .cwd = request.root, .set_env = {{"PWD", request.root}}};
}

// A killed go command leaves its work folder behind; in the run's scratch folder it is removed with the run.
command go_call(const project_facts& project, texts arguments) {
  auto out = go_call(project.request, std::move(arguments));
  if (!project.environment.own_temp) out.set_env.emplace_back("GOTMPDIR", project.request.scratch);
  return out;
}

// The packages of the plan's patterns, as its tests are built.
texts list_arguments(const project_facts& project) {
  texts out{"list", "-e", "-test", "-f", package_list::list_format()};
  for (const auto* more : {&project.builds_with, &project.patterns})
    out.insert(out.end(), more->begin(), more->end());
  return out;
}

// Runs only the selections, or tells them apart in a run of everything.
void apply_selections(project_facts& project, const std::set<std::string>& own_modules) {
  const auto& request = project.request;
  auto chosen = resolve_selections(request.selections(), project.packages, own_modules, !request.runs_all());
  project.selected = std::move(chosen.selectors);
  project.testless = std::move(chosen.testless);
  project.notes.insert(project.notes.end(), chosen.notes.begin(), chosen.notes.end());
  project.sets = request.runs_all() ? std::vector<test_set>{{"", project.patterns}} : std::move(chosen.sets);
}

void select(project_facts& project) {
  if (!project.request.runs_all()) {
    auto selection = select_rerun(project.request.rerun_set(), project.packages);
    project.notes.insert(project.notes.end(), selection.notes.begin(), selection.notes.end());
    project.sets = std::move(selection.sets);
    if (!selection.everything) return;
  }
  project.sets = {{"", project.patterns}};
}

texts tested_packages(const project_facts& project) {
  texts all;
  for (const auto& set : project.sets) all.insert(all.end(), set.packages.begin(), set.packages.end());
  return all;
}

bool may_cover_across_packages(project_facts& project) {
  const auto& request = project.request;
  if (!request.coverage || request.look_only || project.sets.empty() || project.packages.all().empty())
    return false;
  auto reason = no_coverage_across(project.environment, project.packages);
  if (reason) project.notes.push_back(std::move(*reason));
  return !reason;
}

test_options options_for(project_facts& project) {
  const auto& request = project.request;
  test_options out;
  out.timeout = request.timeout;
  out.full_paths = project.environment.minor >= 21;
  out.counted = project.environment.counts_tests;
  out.limited = project.environment.limits_tests;
  out.added = texts_of(request.added.args);
  for (const auto* file : {&project.users_overlay, &project.overlay.path})
    if (!file->empty()) out.overlays.push_back(*file);
  const auto self = quoted_argument(request.self);
  if (self && !project.environment.starts_tests) out.exec = *self + " __go-exec";
  if (!request.coverage) return out;
  out.profiles = request.scratch + "/profiles";
  if (project.across_packages) out.cover_packages = project.patterns;
  if (out.exec.empty())
    project.notes.emplace_back(
        "The test binaries are started by another -exec; a covered line counts as covered by the tests of its "
        "own package.");
  return out;
}

// What must end again in a rerun. A failure outside of any package has no name under which it could reappear.
std::vector<test_id> rerun_tests(const plan_request& request, const package_list& packages) {
  std::vector<test_id> out;
  for (const auto& failed : request.rerun_set()) {
    if (failed.selected) continue;
    if (!failed.id.name.empty() || packages.find(failed.id.group) != nullptr) out.push_back(failed.id);
    for (const auto& group : failed.also_failed)
      if (packages.find(group) != nullptr) out.push_back({group, ""});
  }
  return out;
}

std::vector<decision> decisions(const project_facts& project) {
  const auto& environment = project.environment;
  std::vector<decision> out;
  out.push_back({"toolchain", environment.version.empty() ? "go" : environment.version, "go on PATH"});
  out.push_back({"runner", "go test -json",
                 environment.workspace.empty() ? "go.mod" : "the modules of " + environment.workspace});
  if (project.request.coverage) {
    const auto* reach = project.across_packages ? "across packages" : "each package by its own tests";
    out.push_back({"coverage",
                   project.overlay.path.empty() ? "Go cover profiles, one a package's tests"
                                                : "Go cover profiles, per test",
                   project.request.look_only ? "" : reach});
  }
  return out;
}

// `go test` through `covey __go-test`, which finds out first which packages compile, where that matters.
command test_call(const project_facts& project, const test_options& how, const test_set& set,
                  std::size_t number) {
  texts out{project.request.self, "__go-test", project.request.scratch + "/built", "--"};
  const auto add = [&](texts arguments) {
    out.emplace_back("go");
    out.insert(out.end(), arguments.begin(), arguments.end());
  };
  if (!how.cover_packages.empty())
    add(build_check(how, build_flags(project.request.added.args), tested_packages(project)));
  out.emplace_back("--");
  add(test_arguments(how, set, number));
  auto call = go_call(project, {});
  call.argv = std::move(out);
  if (!how.profiles.empty()) call.set_env.emplace_back("COVEY_GO_PROFILES", how.profiles);
  if (!project.overlay.path.empty()) {
    call.set_env.emplace_back("COVEY_GO_TESTS", how.profiles);
    if (project.request.inputs) call.set_env.emplace_back("COVEY_INPUTS", project.request.root);
  }
  if (!project.overlay.root.empty())
    call.set_env.insert(call.set_env.end(), {{"COVEY_GO_ROOT", project.overlay.root},
                                             {"COVEY_GO_TOOLCHAIN", project.environment.root}});
  if (!set.focus.empty()) call.set_env.emplace_back("COVEY_GO_FOCUS", set.focus);
  return call;
}

run_plan make_plan(project_facts& project) {
  const auto how = options_for(project);
  run_plan out;
  // Only what starts the test binaries can ask Ginkgo for its report.
  if (project.runs_specs && how.exec.empty())
    project.notes.emplace_back(
        "The test binaries are started by another -exec; the specs of each package are one test.");
  out.events = project.request.scratch + "/events";
  for (const auto& set : project.sets)
    out.commands.push_back(test_call(project, how, set, out.commands.size()));
  out.decisions = decisions(project);
  out.notes = project.notes;
  for (auto& note : notes_on(project.request.added.args)) out.notes.push_back(std::move(note));
  if (project.environment.selects_tests)
    out.notes.emplace_back(
        "GOFLAGS selects tests (-run, -skip, -list or -failfast): what it leaves out did not run.");
  out.selected = std::move(project.selected);
  out.own_timeout = timeout_of_tests(project.request.timeout);
  const auto packages = std::make_shared<const package_list>(std::move(project.packages));
  const bool runs_all = project.request.runs_all() && project.request.selections().empty() &&
                        !project.environment.selects_tests && !select_tests(project.request.added.args);
  out.make_parser = [packages, wanted = rerun_tests(project.request, *packages), none = project.testless,
                     sources = project.sources, runs_all, turn = turn_mark(out.events)] {
    return make_output({.packages = packages,
                        .wanted = wanted,
                        .testless_selections = none,
                        .sources = sources,
                        .runs_all = runs_all,
                        .turn = turn});
  };
  if (how.profiles.empty()) return out;
  out.folders = {how.profiles};
  out.files = std::move(project.overlay.files);
  out.coverage_dir = how.profiles;
  out.make_collector = [packages] { return make_coverage(packages); };
  return out;
}

// To tell which tests ran a line. The user's own overlay becomes a part of it.
planning_part<test_overlay> plan_overlay(const project_facts& project) {
  const auto& environment = project.environment;
  const auto& root = project.request.root;
  auto users = project.users_overlay.empty() ? environment.overlay : project.users_overlay;
  if (!users.empty() && !users.starts_with('/')) users = normal_path(root + "/" + users);
  const auto question = overlay_question(environment, users);
  path_states seen;
  if (!question.paths.empty()) seen = co_await question;
  co_return make_overlay(environment, question, seen, users, project.request.scratch + "/overlay");
}

// Asks what the toolchain is, which modules there are and which packages. No question compiles anything.
planning plan_project(plan_request request) {
  if (const auto why = refusal_of(request.added); !why.empty()) co_return plan_refusal{why};
  project_facts project;
  project.request = std::move(request);
  auto environment = go_call(project.request, toolchain::arguments());
  environment.read_from = sources_of_environment(project.request.root, project.request.environment);
  const auto said = co_await environment;
  if (!said.found)
    co_return plan_refusal{"go: not found on PATH", std::string{language_definition.installed_by}};
  if (project.answered(said, "go env")) project.environment = toolchain::parse(said.out);

  if (const auto& workspace = project.environment.workspace; !workspace.empty()) {
    auto modules = go_call(project, {"list", "-m", "-f", "{{.Dir}}"});
    modules.read_from = environment.read_from;
    const auto folders = co_await modules;
    if (project.answered(folders, "go list -m"))
      project.patterns = module_patterns(folders.out, project.request.root, workspace);
  }
  if (const auto& own = project.request.added.packages; !own.empty()) project.patterns = texts_of(own);
  project.builds_with = build_flags(project.request.added.args);

  auto list = go_call(project, list_arguments(project));
  list.read_from = sources_of_list(project.request.root, project.request.environment, project.patterns);
  const auto listing = co_await list;
  if (project.answered(listing, "go list"))
    project.packages = package_list::parse(listing.out, project.request.root);
  const auto sources = test_sources::question(project.packages);
  if (!project.request.look_only && !sources.paths.empty()) {
    auto seen = co_await sources;
    project.sources = std::make_shared<const test_sources>(sources, std::move(seen));
    project.runs_specs = project.sources->find_spec_runners(project.packages);
  }
  if (project.request.selections().empty()) {
    select(project);
  } else {
    const auto question = module_question(project.request.selections(), project.packages);
    path_states seen;
    if (!question.paths.empty()) seen = co_await question;
    apply_selections(project, find_own_modules(question, seen, project.request.root));
  }

  project.across_packages = may_cover_across_packages(project);
  if (project.sets.empty())
    co_return plan_refusal{project.notes.empty() ? "There is no test to run." : project.notes.back()};
  project.users_overlay = take_overlay(project.request.added.args);
  if (project.request.coverage && !project.environment.starts_tests) {
    auto overlaying = plan_overlay(project);
    project.overlay = co_await overlaying;
    if (project.overlay.path.empty() && !project.environment.root.empty() && project.environment.minor >= 20)
      project.notes.push_back(
          "Which tests of a package ran a line is not told apart: " + project.overlay.why_not + ".");
  }
  co_return make_plan(project);
}

// "module example.com/shop // why"
std::string module_name(std::string_view file, std::string_view text) {
  if (file != "go.mod") return {};
  for (std::string_view line; next_line(text, line);) {
    line = trimmed(line);
    if (!line.starts_with("module ") && !line.starts_with("module\t")) continue;
    line = trimmed(line.substr(7));
    line = line.substr(0, line.find(' '));
    if (line.size() > 1 && (line.front() == '"' || line.front() == '`'))
      line = line.substr(1, line.size() - 2);
    return std::string{line};
  }
  return {};
}

}  // namespace

const language language_definition{
    .name = "go",
    .display_name = "Go",
    .program = "go",
    .version_arguments = {"version"},
    .installed_by = "apt-get install golang-go",
    .project_files = {{"go.mod"}, {"go.work"}},
    .project_name = module_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .structure = structure_of,
    .outline = outline_of,
    .reach_of = reach_of,
    .deciding_files = {"go.mod", "go.sum", "go.work", "go.work.sum", "modules.txt", "covey.toml"},
    .in_part = "its own ",  // tests, package: no_coverage_across()
    .deciding_paths = {"$HOME/.config/go/env"},
    .deciding_variables = {"GO", "CGO_", "CC", "CXX", "TZ", "LANG", "LC_", "CI"},
    .shell_commands = {"go test"},
    .read_command = read_command,
    .flag_tables = {&added_flags},
    .settings = {"packages"},
    .skipped_folders = {"testdata", "vendor"},
    .source_endings = {".go"},
    .compiled_endings = {".s", ".S", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".m", ".f",
                         ".F", ".syso", ".swig"},
    .embedding_word = "embed",
    .tells_what_is_there = true,
    .compiles = true,
    .links_folders = true,
};

}  // namespace covey::parsers::languages::go

#include "parsers/languages/go/language.hpp"
#include "parsers/languages/go/coverage.hpp"
#include "parsers/languages/go/environment.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/rerun.hpp"
#include "parsers/languages/go/selection.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/languages/go/test_command.hpp"
#include "parsers/languages/planning.hpp"
#include "parsers/languages/go/output/output.hpp"
#include <set>
#include <utility>

namespace covey::parsers {
namespace {

using texts = std::vector<std::string>;

// What is known so far. A question that fails is no refusal: its error comes out of `go test` again, as a
// failure with a place.
struct go_project {
  plan_request request;
  go_environment environment;
  texts patterns{"./..."};
  go_packages packages;
  std::shared_ptr<const go_sources> sources;
  std::vector<go_test_set> sets;
  selector_lists selected;
  std::vector<std::uint32_t> testless;
  bool across_packages = false;
  bool measures_nothing = false;  // none of the packages builds
  texts notes;

  bool answered(const probe_answer& given, std::string_view question) {
    if (given.found && given.exit_code == 0) return true;
    notes.push_back(std::string{question} + " failed with exit code " + std::to_string(given.exit_code) +
                    "; planned without its answer.");
    return false;
  }
};

command go_command(const plan_request& request, texts arguments) {
  arguments.insert(arguments.begin(), "go");
  return {std::move(arguments), request.root, {{"PWD", request.root}}};
}

// A go command that is killed leaves its work folder behind; here it goes with the run.
command go_command(const go_project& project, texts arguments) {
  auto out = go_command(project.request, std::move(arguments));
  if (!project.environment.own_temp) out.set_env.emplace_back("GOTMPDIR", project.request.scratch);
  return out;
}

texts with_patterns(texts arguments, const texts& patterns) {
  arguments.insert(arguments.end(), patterns.begin(), patterns.end());
  return arguments;
}

// What was picked runs alone, or is told apart in a run of everything.
void apply_selections(go_project& project, const std::set<std::string>& own_modules) {
  const auto& request = project.request;
  auto chosen = select_go_picks(request.selections, project.packages, own_modules, !request.everything);
  project.selected = std::move(chosen.selectors);
  project.testless = std::move(chosen.testless);
  project.notes.insert(project.notes.end(), chosen.notes.begin(), chosen.notes.end());
  project.sets =
      request.everything ? std::vector<go_test_set>{{"", project.patterns}} : std::move(chosen.sets);
}

void select(go_project& project) {
  if (!project.request.everything) {
    auto selection = select_go_tests(project.request.wanted, project.packages);
    project.notes.insert(project.notes.end(), selection.notes.begin(), selection.notes.end());
    project.sets = std::move(selection.sets);
    if (!selection.everything) return;
  }
  project.sets = {{"", project.patterns}};
}

texts tested_packages(const go_project& project) {
  texts all;
  for (const auto& set : project.sets) all.insert(all.end(), set.packages.begin(), set.packages.end());
  return all;
}

bool may_cover_across_packages(go_project& project) {
  const auto& request = project.request;
  if (!request.coverage || request.look_only || project.sets.empty() || project.packages.all().empty())
    return false;
  auto reason = no_coverage_across(project.environment, project.packages);
  if (reason) project.notes.push_back(std::move(*reason));
  return !reason;
}

// With -coverpkg one package that does not compile takes all the others with it, named or not. Where none
// compiles, there is nothing to measure, and the compiler says more of it than the cover tool would.
void choose_measured(go_project& project, const probe_answer& given) {
  if (!project.answered(given, "go list -export")) return;
  project.across_packages = given.out.empty();
  if (given.out.empty()) return;
  project.measures_nothing = is_all_unbuilt(project.packages, given.out);
  project.notes.push_back(no_coverage_across_unbuilt(given.out, project.measures_nothing));
}

go_test_options options_for(go_project& project) {
  const auto& request = project.request;
  go_test_options out;
  out.timeout = request.timeout;
  out.full_paths = project.environment.minor >= 21;
  const auto self = go_quoted(request.self);
  if (self && !project.environment.starts_tests) out.exec = *self + " __go-exec";
  if (!request.coverage || project.measures_nothing) return out;
  out.profiles = request.scratch + "/profiles";
  if (project.across_packages) out.cover_packages = project.patterns;
  if (out.exec.empty())
    project.notes.emplace_back(
        "The test binaries are started by another -exec; a covered line counts as covered by the tests of "
        "its "
        "own package.");
  return out;
}

// What has to come to an end again. A failure outside of any package has no name to come back under.
std::vector<test_id> rerun_tests(const plan_request& request, const go_packages& packages) {
  std::vector<test_id> out;
  for (const auto& failed : request.wanted) {
    if (failed.selected) continue;
    if (!failed.id.name.empty() || packages.find(failed.id.group) != nullptr) out.push_back(failed.id);
    for (const auto& group : failed.also_failed)
      if (packages.find(group) != nullptr) out.push_back({group, ""});
  }
  return out;
}

std::vector<choice> choices(const go_project& project) {
  const auto& environment = project.environment;
  std::vector<choice> out;
  out.push_back({"toolchain", environment.version.empty() ? "go" : environment.version, "go on PATH"});
  out.push_back({"runner", "go test -json",
                 environment.workspace.empty() ? "go.mod" : "the modules of " + environment.workspace});
  if (project.request.coverage && !project.measures_nothing) {
    const auto* reach = project.across_packages ? "across packages" : "each package by its own tests";
    out.push_back(
        {"coverage", "Go cover profiles, one a package's tests", project.request.look_only ? "" : reach});
  }
  return out;
}

run_plan make_plan(go_project& project) {
  const auto how = options_for(project);
  run_plan out;
  for (const auto& set : project.sets) {
    auto one = go_command(project, go_test_arguments(how, set, out.commands.size()));
    if (!how.profiles.empty()) one.set_env.emplace_back("COVEY_GO_PROFILES", how.profiles);
    out.commands.push_back(std::move(one));
  }
  out.choices = choices(project);
  out.notes = project.notes;
  out.selected = std::move(project.selected);
  out.own_timeout = go_test_timeout(project.request.timeout);
  const auto packages = std::make_shared<const go_packages>(std::move(project.packages));
  const bool runs_all =
      project.request.everything && project.request.selections.empty() && !project.environment.selects_tests;
  out.make_parser = [packages, wanted = rerun_tests(project.request, *packages), none = project.testless,
                     sources = project.sources, runs_all] {
    return make_go_output({packages, wanted, none, sources, runs_all});
  };
  if (how.profiles.empty()) return out;
  out.folders = {how.profiles};
  out.coverage_dir = how.profiles;
  out.make_collector = [packages] { return make_go_coverage(packages); };
  return out;
}

// Asks what the toolchain is, which modules there are, which packages, and whether all of them build.
planning plan_go(plan_request request) {
  go_project project;
  project.request = std::move(request);
  const auto environment = go_command(project.request, go_environment::arguments());
  const auto said = co_await environment;
  if (project.answered(said, "go env")) project.environment = go_environment::parse(said.out);

  if (const auto& workspace = project.environment.workspace; !workspace.empty()) {
    const auto modules = go_command(project, {"list", "-m", "-f", "{{.Dir}}"});
    const auto folders = co_await modules;
    if (project.answered(folders, "go list -m"))
      project.patterns = go_module_patterns(folders.out, project.request.root, workspace);
  }

  const auto list = go_command(
      project, with_patterns({"list", "-e", "-test", "-f", go_packages::list_format()}, project.patterns));
  const auto listing = co_await list;
  if (project.answered(listing, "go list"))
    project.packages = go_packages::parse(listing.out, project.request.root);
  const auto sources = go_sources::question(project.packages);
  if (!project.request.look_only && !sources.paths.empty()) {
    auto seen = co_await sources;
    project.sources = std::make_shared<const go_sources>(sources, std::move(seen));
  }
  if (project.request.selections.empty()) {
    select(project);
  } else {
    const auto question = go_module_question(project.request.selections, project.packages);
    path_states seen;
    if (!question.paths.empty()) seen = co_await question;
    apply_selections(project, go_own_modules(question, seen, project.request.root));
  }

  if (may_cover_across_packages(project)) {
    const auto build = go_command(project, go_build_check(project.patterns, tested_packages(project)));
    const auto built = co_await build;
    choose_measured(project, built);
  }
  if (project.sets.empty())
    co_return plan_refusal{project.notes.empty() ? "There is no test to run." : project.notes.back()};
  co_return make_plan(project);
}

}  // namespace

const language go_language{"go", "Go", "go", {{"go.mod"}, {"go.work"}}, {"version"}, plan_with<plan_go>};

}  // namespace covey::parsers

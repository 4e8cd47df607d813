#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// Whether a call means a package, by sets: it may name hundreds of them.
std::function<bool(const workspace_package&)> meant_by(const package_call& call, const std::string& root) {
  std::set<std::string> names, folders;
  if (!call.folder.empty()) {
    folders.insert(normal_path(root + "/" + call.folder));
  } else {
    names.insert(call.only.begin(), call.only.end());
    for (const auto& one : call.only) folders.insert(normal_path(root + "/" + one));
  }
  return [names, folders](const workspace_package& package) {
    return folders.empty() || names.contains(package.project.name) || folders.contains(package.folder);
  };
}

scheduled_command scheduled_of(const workspace_package& package, parsed_command parsed) {
  scheduled_command out;
  static_cast<parsed_command&>(out) = std::move(parsed);
  out.package = package.folder;
  const auto& folder = out.script.folder;
  out.folder = folder.empty() ? package.folder : normal_path(package.folder + "/" + folder);
  out.project = package.project;
  return out;
}

// A call of other packages' tests that covey does not follow here: run as written.
parsed_command as_unread(parsed_command parsed) {
  parsed.kind = command_kind::unread;
  return parsed;
}

void add_package(const workspace_package& package, const std::string& root,
                 std::vector<scheduled_command>& out, strings& notes) {
  notes.insert(notes.end(), package.resolution.notes.begin(), package.resolution.notes.end());
  const auto only_exit_code = [&](const std::string& what) {
    notes.push_back("Of " + what + " of " + place_of(package.folder, root) +
                    " only the output and the exit code are known: it names no runner that covey reads.");
  };
  for (const auto& parsed : package.resolution.commands) {
    if (parsed.kind == command_kind::packages) only_exit_code("`" + parsed.script.text + "`");
    out.push_back(scheduled_of(package, parsed.kind == command_kind::packages ? as_unread(parsed) : parsed));
  }
  if (!package.resolution.commands.empty() || package.resolution.script_name.empty()) return;
  const auto name = "scripts." + package.resolution.script_name;
  out.push_back(
      scheduled_of(package, whole_script(package.project, package.resolution.script_name,
                                         name + " in package.json names no runner that covey reads")));
  only_exit_code(name);
}

// Numbers equal titles: several commands may have the same runner in the same place.
void name_commands(std::vector<scheduled_command>& schedule, const std::string& root) {
  std::map<std::string, int> known;
  for (auto& scheduled : schedule) {
    const bool tests = scheduled.kind == command_kind::tests;
    const auto place = place_of(scheduled.folder, root);
    auto title = tests                      ? std::string{scheduled.runner->name} + " in " + place
                 : scheduled.folder == root ? scheduled.script.text
                                            : scheduled.script.text + " in " + place;
    if (const int same = ++known[title]; same > 1) title += " (" + std::to_string(same) + ")";
    scheduled.title = std::move(title);
  }
}

// What tests tell comes before what a check says, which may take longer: they need nothing of each other. No further, for a
// check may need what a step has made.
void checks_behind_tests(std::vector<scheduled_command>& schedule) {
  const auto is_check = [](const auto& one) { return one.kind == command_kind::check; };
  const auto is_either = [&](const auto& one) { return is_check(one) || one.kind == command_kind::tests; };
  for (auto at = schedule.begin(); at != schedule.end();) {
    at = std::find_if(at, schedule.end(), is_check);
    const auto end = std::find_if_not(at, schedule.end(), is_either);
    std::stable_partition(at, end, [&](const auto& one) { return !is_check(one); });
    at = end;
  }
}

}  // namespace

bool runs_all_as_it_is(const plan_request& request) {
  return request.runs_all() &&
         std::ranges::none_of(request.added.args, [](const auto& word) { return word.where.empty(); });
}

std::string place_of(const std::string& folder, const std::string& root) {
  const auto below = path_below(root, folder);
  return below && !below->empty() ? *below : "the workspace";
}

std::vector<scheduled_command> schedule_of(const std::vector<workspace_package>& packages,
                                           const std::string& root, strings& notes) {
  std::vector<scheduled_command> out;
  const auto& top = packages.front();
  notes.insert(notes.end(), top.resolution.notes.begin(), top.resolution.notes.end());
  std::vector<bool> done(packages.size());
  for (const auto& parsed : top.resolution.commands) {
    if (parsed.kind != command_kind::packages) {
      out.push_back(scheduled_of(top, parsed));
      continue;
    }
    if (!parsed.packages.unread.empty())
      notes.push_back("The filter " + parsed.packages.unread +
                      " of a script in package.json was not followed: all packages were run.");
    const auto is_meant = meant_by(parsed.packages, root);
    bool any = false;
    for (std::size_t i = 1; i < packages.size(); ++i) {
      if (!is_meant(packages[i])) continue;
      any = true;
      if (done[i]) continue;
      done[i] = true;
      add_package(packages[i], root, out, notes);
    }
    // The packages do not exist, or lie where covey does not look for them.
    if (!any && !parsed.script.text.empty()) out.push_back(scheduled_of(top, as_unread(parsed)));
  }
  checks_behind_tests(out);
  name_commands(out, root);
  return out;
}

namespace {

bool failed_in(const rerun_test& wanted, const scheduled_command& scheduled, const std::string& root) {
  if (!wanted.runner.empty()) return wanted.runner == scheduled.title;
  const auto& group = wanted.id.group;
  return path_below(scheduled.folder, group.starts_with('/') ? group.string() : root + "/" + group)
      .has_value();
}

bool is_step(const scheduled_command& scheduled) {
  return scheduled.kind == command_kind::step;
}

bool needs(const scheduled_command& scheduled, const scheduled_command& step) {
  return is_step(step) && path_below(step.package, scheduled.package).has_value();
}

bool makes_or_checks(const scheduled_command& scheduled) {
  return is_step(scheduled) || scheduled.kind == command_kind::check;
}

// With the steps before the kept ones in their scripts, and what cleans up behind them.
std::vector<scheduled_command> with_their_steps(const std::vector<scheduled_command>& schedule,
                                                const std::vector<bool>& kept) {
  std::vector<scheduled_command> out;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    bool runs = kept[i];
    for (std::size_t j = 0; j < schedule.size(); ++j)
      runs = runs || (kept[j] && needs(schedule[j], schedule[i]) && (i < j || cleans_up(schedule[i].script)));
    if (runs) out.push_back(schedule[i]);
  }
  return out;
}

constexpr std::size_t max_named = 5;

// "`tsc -b`, mocha in packages/a and 3 more"; each once.
std::string named(const std::vector<const scheduled_command*>& schedule) {
  std::set<std::string> names;
  std::string out;
  for (const auto* scheduled : schedule) {
    auto name = makes_or_checks(*scheduled) ? "`" + scheduled->title + "`" : scheduled->title;
    if (!names.insert(name).second || names.size() > max_named) continue;
    out += (out.empty() ? "" : ", ") + std::move(name);
  }
  if (names.size() > max_named) out += " and " + std::to_string(names.size() - max_named) + " more";
  return out;
}

}  // namespace

bool is_built_before(const scheduled_command& scheduled, const std::vector<scheduled_command>& schedule) {
  for (const auto& one : schedule) {
    if (&one == &scheduled) return false;
    if (needs(scheduled, one)) return true;
  }
  return false;
}

bool failed_as_a_whole(const rerun_test& wanted, const scheduled_command& scheduled) {
  if (!wanted.id.name.empty()) return false;
  const bool is_runner = scheduled.kind == command_kind::tests && wanted.id.group == scheduled.runner->name;
  return wanted.id.group == scheduled.title ||
         (is_runner && (wanted.runner.empty() || wanted.runner == scheduled.title));
}

std::vector<scheduled_command> schedule_of_tests(const std::vector<scheduled_command>& schedule) {
  std::vector<bool> kept;
  for (const auto& scheduled : schedule)
    kept.push_back((scheduled.kind == command_kind::tests || scheduled.kind == command_kind::unread) &&
                   !scheduled.confirms);
  return std::ranges::find(kept, true) == kept.end() ? schedule : with_their_steps(schedule, kept);
}

std::vector<scheduled_command> schedule_of_rerun(std::vector<scheduled_command> schedule,
                                                 const std::vector<rerun_test>& wanted,
                                                 const std::string& root) {
  const auto any_wanted = [&](auto holds) { return std::ranges::any_of(wanted, holds); };
  std::vector<bool> kept(schedule.size());
  std::vector<bool> whole;  // the commands that failed as a whole
  for (const auto& scheduled : schedule)
    whole.push_back(any_wanted([&](const rerun_test& one) { return failed_as_a_whole(one, scheduled); }));
  const bool only_steps = std::ranges::all_of(schedule, makes_or_checks);
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    auto& scheduled = schedule[i];
    scheduled.everything = whole[i];
    if ((makes_or_checks(scheduled) && !only_steps) || scheduled.confirms) {
      kept[i] = whole[i];
      continue;
    }
    for (std::size_t j = 0; j < i && !scheduled.everything; ++j)
      scheduled.everything = whole[j] && needs(scheduled, schedule[j]);
    kept[i] = scheduled.everything ||
              any_wanted([&](const rerun_test& one) { return failed_in(one, scheduled, root); });
  }
  return with_their_steps(schedule, kept);
}

strings notes_of_rerun(const std::vector<scheduled_command>& all,
                       const std::vector<scheduled_command>& rerun) {
  std::set<std::string_view> titles;
  std::set<std::string_view> packages;
  std::vector<const scheduled_command*> steps;
  for (const auto& scheduled : rerun) {
    titles.insert(scheduled.title);
    packages.insert(scheduled.package);
    if (is_step(scheduled)) steps.push_back(&scheduled);
  }
  std::vector<const scheduled_command*> left;
  for (const auto& scheduled : all)
    if (titles.count(scheduled.title) == 0 && packages.count(scheduled.package) > 0)
      left.push_back(&scheduled);
  strings out;
  if (!steps.empty()) out.push_back("These ran as well, for the tests may need them: " + named(steps) + ".");
  if (!left.empty()) out.push_back("Left out, because it holds none of these tests: " + named(left) + ".");
  return out;
}

namespace {

using places = std::vector<std::size_t>;

bool is_imported(std::string_view text, std::string_view name) {
  return !name.empty() && (text.find("'" + std::string{name} + "'") != npos ||
                           text.find("\"" + std::string{name} + "\"") != npos);
}

// The places for which `holds` is true; all of them if it is true for none.
template <class Holds>
places narrowed(places all, Holds holds) {
  places out;
  std::ranges::copy_if(all, std::back_inserter(out), holds);
  return out.empty() ? all : out;
}

// Files, folders and patterns. Values of most flags are included, but they name no test file; a configuration alone, which may
// take any, must not look as if the command ran a part of the files.
std::vector<std::string_view> operands_of(const scheduled_command& scheduled) {
  std::vector<std::string_view> out;
  std::string_view before;
  for (const std::string_view word : scheduled.script.arguments) {
    if (!word.starts_with('-') && before != "--config" && before != "-c") out.push_back(word);
    before = word;
  }
  return out;
}

// Of a pattern, only the text before the first wildcard counts.
bool names_file(std::string_view operand, std::string_view file) {
  if (operand.starts_with("./")) operand.remove_prefix(2);
  if (file.find(operand) != npos) return true;
  const auto wild = operand.find_first_of("*?{[(");
  if (wild == npos) return false;
  const auto head = operand.substr(0, wild);
  return file.starts_with(head);
}

bool may_run(const scheduled_command& scheduled, const std::string& file) {
  const auto operands = operands_of(scheduled);
  const auto below = path_below(scheduled.folder, file).value_or(file);
  return operands.empty() ||
         std::ranges::any_of(operands, [&](auto operand) { return names_file(operand, below); });
}

constexpr std::size_t max_node_answer = 500;  // bytes, of what node says instead of an answer
constexpr std::size_t max_looks = 500;        // selected files that are read; for the rest the folder decides

bool needs_node(const std::vector<scheduled_command>& schedule) {
  return std::ranges::any_of(schedule, [](const scheduled_command& scheduled) {
    return scheduled.runner == nullptr || !scheduled.runner->native;
  });
}

// package.json, then the runner's own.
strings config_files(const scheduled_command& scheduled) {
  strings out{"package.json"};
  auto starts = scheduled.runner->configs;
  if (scheduled.runner->name == "vitest") starts.push_back("vite.config.");  // Vitest's may stand in Vite's
  for (const auto start : starts)
    for (const auto& file : scheduled.project.files)
      if (file.starts_with(start)) out.push_back(file);
  return out;
}

// covey runs only the tests of a monorepo's task runner. This note names its other tasks, because packages
// that import what others build need them.
std::string note_of_tasks(const package_call& call, const path_state& config) {
  if (call.task_runner.empty()) return {};
  auto tasks = call.others;
  for (auto& one : read_task_dependencies(config.text, call.script))
    if (std::ranges::find(tasks, one) == tasks.end()) tasks.push_back(std::move(one));
  if (tasks.empty()) return {};
  std::string list;
  for (const auto& one : tasks) list += (list.empty() ? "`" : ", `") + one + "`";
  return "Not run: " + list + ", which " + call.task_runner + " runs with `" + call.script +
         "`. Where tests need what it makes, run it yourself before them.";
}

// For a root without tests of its own: the tests of its packages.
parsed_command all_packages() {
  parsed_command out;
  out.kind = command_kind::packages;
  return out;
}

// Tests that covey did not look for must not count as passed.
failure too_many_packages(const std::string& folder) {
  failure why;
  why.kind = failure_kind::error;
  why.id = {"the workspace", {}, " > "};
  why.message = "the workspace has more packages than covey reads (" + std::to_string(limits::packages) +
                ", with paths of " + std::to_string(limits::package_bytes) + " bytes): the tests of " +
                folder + " and of those after it were not run. Run them from their own folders";
  return why;
}

}  // namespace

std::vector<std::size_t> commands_near(const std::vector<scheduled_command>& schedule,
                                       const std::string& file) {
  std::vector<std::size_t> out;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const auto& scheduled = schedule[i];
    if (scheduled.kind != command_kind::tests || !path_below(scheduled.folder, file)) continue;
    if (scheduled.folder.size() > nearest) out.clear();
    nearest = std::max(nearest, scheduled.folder.size());
    if (scheduled.folder.size() == nearest) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> commands_for(const std::vector<scheduled_command>& schedule, const std::string& file,
                                      std::string_view text) {
  auto out = commands_near(schedule, file);
  const auto runner = [&](std::size_t i) { return schedule[i].runner; };
  if (!text.empty()) {
    out = narrowed(std::move(out), [&](auto i) { return is_imported(text, runner(i)->import_name); });
    // The functions of node:test are not globals: a file has to import them.
    out = narrowed(std::move(out), [&](auto i) {
      return runner(i)->name != "node:test" || is_imported(text, runner(i)->import_name);
    });
  }
  return narrowed(std::move(out), [&](auto i) { return may_run(schedule[i], file); });
}

workspace_folders read_workspace_patterns(const std::string& root, const strings& patterns) {
  workspace_folders out;
  for (auto pattern : patterns) {
    if (pattern.starts_with('!')) continue;
    if (pattern.ends_with("/**")) pattern.pop_back();
    const bool children = pattern == "*" || pattern.ends_with("/*");
    const auto folder =
        normal_path(root + "/" + (children ? pattern.substr(0, pattern.size() - 1) : pattern));
    if (folder.find_first_of("*?{[") != npos || !path_below(root, folder))
      out.unread.push_back(pattern);
    else
      (children ? out.parents : out.packages).push_back(folder);
  }
  return out;
}

strings packages_below(const strings& parents, const path_states& seen) {
  strings out;
  for (std::size_t i = 0; i < parents.size() && i < seen.size(); ++i)
    for (const auto& name : seen[i].entries)
      if (out.size() <= limits::folders && !name.starts_with('.') && name != "node_modules")
        out.push_back(parents[i] + "/" + name);
  return out;
}

planning_part<project_survey::folder_files> project_survey::read_files(std::string folder, strings names) {
  path_request question;
  for (const auto& name : names) question.paths.push_back(name.empty() ? folder : folder + "/" + name);
  path_states seen = co_await question;
  seen.resize(names.size());
  folder_files out;
  for (std::size_t i = 0; i < names.size(); ++i) out[names[i]] = std::move(seen[i]);
  co_return out;
}

planning_part<void> project_survey::read_packages() {
  auto reading = read_files(
      request.root, {"", "package.json", "pnpm-workspace.yaml", "lerna.json", "turbo.json", "nx.json"});
  const folder_files root = co_await reading;
  packages.push_back(
      {request.root, read_package_facts(root.at("package.json").text, root.at("").entries), {}, {}});
  problem = packages.front().project.problem;
  if (!problem.empty()) co_return;
  for (const auto& script : names_of_test_scripts())
    files_.add(request.root, packages.front().project, script);
  auto files_of_root = read_files_of_scripts();
  co_await files_of_root;
  packages.front().resolution = choose_runner(packages.front().project, {});

  const auto called = folders_called_by_root(root);
  const path_request parents{called.parents};
  const path_states below = co_await parents;
  strings folders;
  std::set<std::string> known;
  const auto add = [&](const strings& some) {
    for (const auto& folder : some)
      if (known.insert(folder).second) folders.push_back(folder);
  };
  add(called.packages);
  const auto named = folders.size();  // these count even without a package.json
  add(packages_below(called.parents, below));
  for (std::size_t i = 0; i < folders.size() && failures.empty(); ++i) {
    if (i == limits::folders) {
      failures.push_back(too_many_packages(folders[i]));
      break;
    }
    auto reading_package = read_files(folders[i], {"", "package.json"});
    const folder_files found = co_await reading_package;
    take_package(folders[i], found, i < named);
  }
  auto files_of_packages = read_files_of_scripts();
  co_await files_of_packages;
}

planning_part<void> project_survey::read_files_of_scripts() {
  auto reading = files_.read();
  co_await reading;
  for (auto& package : packages) files_.tell(package.folder, package.project);
}

workspace_folders project_survey::folders_called_by_root(const folder_files& root) {
  const auto& top = packages.front();
  auto patterns = yaml_values(root.at("pnpm-workspace.yaml").text, "packages");
  patterns.insert(patterns.end(), top.project.workspaces.begin(), top.project.workspaces.end());
  if (patterns.empty()) patterns = read_lerna_workspaces(root.at("lerna.json").text);
  bool calls_all = !has_tests(top.resolution.commands) && top.resolution.unread.empty() && !patterns.empty();
  strings named;
  for (const auto& parsed : top.resolution.commands) {
    if (parsed.kind == command_kind::packages && parsed.packages.folder.empty()) calls_all = true;
    const auto& tasks_file = root.at(parsed.packages.task_runner == "turbo" ? "turbo.json" : "nx.json");
    if (auto note = note_of_tasks(parsed.packages, tasks_file); !note.empty())
      notes.push_back(std::move(note));
    if (parsed.kind == command_kind::packages && !parsed.packages.folder.empty())
      named.push_back(parsed.packages.folder);
    if (parsed.kind == command_kind::tests && !parsed.script.folder.empty())
      named.push_back(parsed.script.folder);
  }
  if (!calls_all) patterns.clear();
  patterns.insert(patterns.end(), named.begin(), named.end());
  auto out = read_workspace_patterns(request.root, patterns);
  for (const auto& pattern : out.unread)
    notes.push_back("The workspace pattern " + pattern +
                    " was not followed: covey reads folders and \"folder/*\".");
  return out;
}

void project_survey::take_package(const std::string& folder, const folder_files& found, bool is_named) {
  const auto& entries = found.at("");
  const auto& file = found.at("package.json");
  const bool is_package = file.kind == path_state::kind_type::file;
  if (entries.kind != path_state::kind_type::folder || (!is_package && !is_named)) return;
  package_bytes_ += folder.size();
  if (packages.size() > limits::packages || package_bytes_ > limits::package_bytes) {
    failures.push_back(too_many_packages(folder));
    return;
  }
  const auto& root = packages.front().project;
  workspace_package package{folder, read_package_facts(file.text, entries.entries), {}, {}};
  // The lock file lies at the top of the repository.
  package.project.manager = root.manager;
  package.project.manager_why = root.manager_why;
  package.project.plug_and_play = root.plug_and_play;
  package.project.runs_pre_and_post = root.runs_pre_and_post;
  others_[folder] = package.project;
  if (!is_package) return;
  if (!package.project.problem.empty()) {
    notes.push_back(folder + " was left out: " + package.project.problem + ".");
    return;
  }
  for (const auto& name : names_of_test_scripts(called_script())) files_.add(folder, package.project, name);
  packages.push_back(std::move(package));
}

// The only script that counts in the packages; "": the root calls none.
std::string project_survey::called_script() const {
  std::string out;
  for (const auto& parsed : packages.front().resolution.commands)
    if (parsed.kind == command_kind::packages) out = parsed.packages.script;
  return out;
}

void project_survey::choose_packages() {
  const auto script = called_script();
  for (std::size_t i = 1; i < packages.size(); ++i) {
    auto& package = packages[i];
    // A package without the script that is called is passed over, as the package manager does.
    package.script = script;
    if (script.empty() || !script_of(package.project, script).empty())
      package.resolution = choose_runner(package.project, inspected.folders[package.folder].imports, script);
  }
}

// What stands in the script itself decides once the packages' own tests have passed.
void project_survey::confirm_by(runner_resolution own, const std::string& why) {
  auto& top = packages.front();
  if (!own.script_name.empty()) own.commands = {whole_script(top.project, own.script_name, why)};
  for (auto& one : own.commands) {
    one.confirms = one.kind != command_kind::check;
    top.resolution.commands.push_back(std::move(one));
  }
}

void project_survey::choose() {
  auto& top = packages.front();
  top.resolution = choose_runner(top.project, inspected.folders[top.folder].imports);
  const auto own = top.resolution;
  const bool by_packages = packages.size() > 1 && !has_tests(own.commands);
  if (by_packages) top.resolution.commands = {all_packages()};
  choose_packages();
  strings said;
  schedule = schedule_of(packages, request.root, said);
  const bool found = std::ranges::any_of(
      schedule, [](const auto& scheduled) { return scheduled.kind == command_kind::tests; });
  const auto is_check = [](const auto& one) { return one.kind == command_kind::check; };
  if (by_packages) {
    const bool only_checks = own.script_name.empty() && std::ranges::all_of(own.commands, is_check);
    const auto why = "scripts." + (own.script_name.empty() ? "test" : own.script_name) +
                     " names no runner that covey reads";
    if (found)
      confirm_by(own, why);
    else if (!only_checks)
      top.resolution = own;
    said.clear();
    schedule = schedule_of(packages, request.root, said);
    if (found && !only_checks)
      said.push_back(
          why +
          ": the packages' own tests were run in its place. Once they have passed, it runs as well, "
          "and its exit code counts.");
  }
  notes.insert(notes.end(), said.begin(), said.end());
  if (std::ranges::all_of(schedule, is_check)) schedule.clear();  // nothing of that is a test
  if (schedule.size() > limits::scheduled)
    problem = "the scripts of this workspace come to " + std::to_string(schedule.size()) +
              " commands; covey runs at most " + std::to_string(limits::scheduled);
  for (auto& scheduled : schedule)
    if (const auto other = others_.find(scheduled.folder); other != others_.end())
      scheduled.project = other->second;
}

command project_survey::inspection() const {
  strings folders;
  for (const auto& package : packages) folders.push_back(package.folder);
  for (const auto& [folder, project] : others_)
    if (std::ranges::find(folders, folder) == folders.end()) folders.push_back(folder);
  command out{.argv = {}, .cwd = request.root, .set_env = {{"NO_COLOR", "1"}}};
  if (packages.front().project.plug_and_play) out.argv.emplace_back("yarn");
  out.argv.emplace_back("node");
  out.read_from = inspection_sources(folders);
  auto arguments = inspection_arguments(folders);
  out.argv.insert(out.argv.end(), std::make_move_iterator(arguments.begin()),
                  std::make_move_iterator(arguments.end()));
  return out;
}

planning_part<void> project_survey::inspect() {
  if (request.look_only && packages.front().project.plug_and_play) {
    problem = "known once its tests run: Yarn's Plug'n'Play runs what the project holds to answer for it";
    co_return;
  }
  const auto question = inspection();
  const probe_answer said = co_await question;
  if (!said.found) without_node = question.argv.front();
  if (said.found && said.exit_code == 0)
    if (auto read = read_inspection_answer(said.out)) inspected = std::move(*read);
  choose();
  if (said.found && inspected.node.empty() && (schedule.empty() || needs_node(schedule)))
    problem = question.argv.front() +
              " could not be asked which test runners are installed: it ended with exit code " +
              std::to_string(said.exit_code) + ": " + bounded_text(said.err, max_node_answer);
  test_commands = static_cast<std::size_t>(std::ranges::count_if(
      schedule, [](const auto& scheduled) { return scheduled.kind == command_kind::tests; }));
}

void project_survey::take_selection(const file_selection& selection, std::string_view text) {
  const auto file = normal_path(request.root + "/" + selection.file);
  const auto places = commands_for(schedule, file, text);
  for (const auto i : places) {
    for (auto& wanted : wanted_by(selection)) {
      wanted.runner = schedule[i].title;
      rerun_set.push_back(std::move(wanted));
    }
  }
  if (!places.empty()) return;
  failure why;
  why.kind = failure_kind::error;
  why.id = {normal_path(selection.file), {}, " > "};
  why.where.file = why.id.group;
  why.message = "nothing in this workspace runs " + why.id.group + ": it is outside of what is tested (";
  for (const auto& scheduled : schedule)
    if (scheduled.kind == command_kind::tests)
      why.message += (why.message.ends_with('(') ? "" : ", ") + scheduled.title;
  why.message += ")";
  if (failures.empty() || failures.back().id != why.id) failures.push_back(std::move(why));
}

planning_part<void> project_survey::decide_rerun_set() {
  if (request.runs_all()) {
    if (!runs_all_as_it_is(request)) narrow(schedule_of_tests(schedule));
    co_return;
  }
  rerun_set = request.rerun_set();
  std::size_t looks = 0;
  for (const auto& selection : request.selections()) {
    const path_request question{{normal_path(request.root + "/" + selection.file)}};
    path_states seen(1);
    if (commands_near(schedule, question.paths.front()).size() > 1 && looks++ < max_looks)
      seen = co_await question;
    take_selection(selection, seen.front().text);
  }
  if (schedule.size() > 1 || !request.selections().empty()) {
    narrow(schedule_of_rerun(schedule, rerun_set, request.root));
  } else if (!schedule.empty()) {
    schedule.front().everything = std::ranges::any_of(
        rerun_set, [&](const rerun_test& wanted) { return failed_as_a_whole(wanted, schedule.front()); });
  }
  // A step or a runner that failed as a whole runs again as a whole; it is no test that could be reported as
  // missing.
  const auto is_left_out = [&](const rerun_test& wanted) {
    return std::ranges::any_of(left_out, [&](const auto& one) { return one.chosen == wanted.runner; });
  };
  std::erase_if(rerun_set, [&](const rerun_test& wanted) {
    const bool was_step =
        wanted.id.name.empty() && !wanted.runner.empty() && wanted.id.group == wanted.runner;
    return was_step || is_left_out(wanted) || std::ranges::any_of(schedule, [&](const auto& scheduled) {
             return failed_as_a_whole(wanted, scheduled);
           });
  });
  const bool runs_any =
      !rerun_set.empty() || std::ranges::any_of(schedule, [](const auto& one) { return one.everything; });
  if (!runs_any && request.selections().empty()) problem = "nothing that is known to fail is run any more";
}

void project_survey::narrow(std::vector<scheduled_command> needed) {
  auto said = notes_of_rerun(schedule, needed);
  notes.insert(notes.end(), said.begin(), said.end());
  schedule = std::move(needed);
}

planning_part<std::string> project_survey::read_config(const scheduled_command& scheduled) const {
  const auto names = config_files(scheduled);
  auto reading = read_files(scheduled.folder, names);
  const folder_files found = co_await reading;
  std::string out;
  if (const auto key = scheduled.runner->config_key; !key.empty())
    out = package_member(found.at("package.json").text, key);
  for (std::size_t i = 1; i < names.size(); ++i) out += found.at(names[i]).text;
  co_return out;
}

std::string version_in(std::string_view text) {
  const auto start = text.find_first_of("0123456789");
  if (start == npos) return {};
  text.remove_prefix(start);
  return std::string{text.substr(0, text.find_first_of(" \r\n\t,)"))};
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/workspace/selection_tasks.hpp"
#include "parsers/languages/node/runners/selection.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using job_kind = script_job::kind_type;

constexpr std::size_t folders_at_once = 20;   // a package.json may be a MiB of text
constexpr std::size_t max_node_answer = 500;  // bytes, of what node says instead of an answer
constexpr std::size_t max_looks = 500;        // selected files that are read; for the rest the folder decides

bool needs_node(const std::vector<runner_task>& tasks) {
  return std::any_of(tasks.begin(), tasks.end(), [](const runner_task& task) {
    return task.job.runner == nullptr || !task.job.runner->native;
  });
}

bool is_vitest(const runner_task& task) {
  return task.job.runner != nullptr && task.job.runner->name == "vitest";
}

std::vector<std::string> config_files(const runner_task& task) {
  std::vector<std::string> out;
  auto starts = task.job.runner->configs;
  if (is_vitest(task)) starts.push_back("vite.config.");  // Vitest's may stand in Vite's
  for (const auto start : starts)
    for (const auto& file : task.project.files)
      if (file.starts_with(start)) out.push_back(task.folder + "/" + file);
  return out;
}

// covey runs only the tests of a monorepo's task runner. This note names its other tasks, because packages
// that import what others build need them.
std::string note_of_tasks(const package_call& call, const path_state& config) {
  if (call.task_runner.empty()) return {};
  auto tasks = call.others;
  for (auto& one : read_task_dependencies(config.text, call.script))
    if (std::find(tasks.begin(), tasks.end(), one) == tasks.end()) tasks.push_back(std::move(one));
  if (tasks.empty()) return {};
  std::string list;
  for (const auto& one : tasks) list += (list.empty() ? "`" : ", `") + one + "`";
  return "Not run: " + list + ", which " + call.task_runner + " runs with `" + call.script +
         "`. Where tests need what it makes, run it yourself before them.";
}

// For a root without tests of its own: the tests of its packages.
script_job all_packages() {
  script_job out;
  out.kind = job_kind::packages;
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

path_request project_survey::next_paths() {
  while (stage_ != stage::done) {
    auto paths = stage_ == stage::root       ? about_root()
                 : stage_ == stage::parents  ? about_parents()
                 : stage_ == stage::packages ? about_packages()
                                             : files_.next();
    if (!paths.paths.empty()) return paths;
    if (stage_ == stage::parents) read_parents({});
    if (stage_ == stage::files_of_root) use_files_of_root();
    if (stage_ == stage::files_of_packages) use_files_of_packages();
    stage_ = static_cast<stage>(static_cast<int>(stage_) + 1);
  }
  return {};
}

void project_survey::read_paths(const path_states& seen) {
  switch (stage_) {
    case stage::root:
      read_root(seen);
      stage_ = problem.empty() ? stage::files_of_root : stage::done;
      break;
    case stage::parents:
      read_parents(seen);
      stage_ = stage::packages;
      break;
    case stage::packages:
      read_packages(seen);
      break;
    default:
      files_.read(seen);
  }
}

path_request project_survey::about_root() const {
  const auto& root = request.root;
  return {{root, root + "/package.json", root + "/pnpm-workspace.yaml", root + "/lerna.json",
           root + "/turbo.json", root + "/nx.json"}};
}

void project_survey::read_root(const path_states& seen) {
  if (seen.size() < 6) return;
  root_ = seen;
  workspace_package top{request.root, read_package_facts(seen[1].text, seen[0].entries), {}, {}};
  problem = top.project.problem;
  for (const auto& script : names_of_test_scripts()) files_.add(top.folder, top.project, script);
  packages.push_back(std::move(top));
}

void project_survey::use_files_of_root() {
  if (packages.empty()) return;
  auto& top = packages.front();
  files_.tell(top.folder, top.project);
  top.resolution = choose_runner(top.project, {});
  auto patterns = read_pnpm_workspaces(root_[2].text);
  patterns.insert(patterns.end(), top.project.workspaces.begin(), top.project.workspaces.end());
  if (patterns.empty()) patterns = read_lerna_workspaces(root_[3].text);
  bool calls_all = !top.resolution.has_tests() && top.resolution.unread.empty() && !patterns.empty();
  std::vector<std::string> named;
  for (const auto& job : top.resolution.jobs) {
    if (job.kind == job_kind::packages && job.packages.folder.empty()) calls_all = true;
    const auto& tasks_file = root_[job.packages.task_runner == "turbo" ? 4 : 5];
    if (auto note = note_of_tasks(job.packages, tasks_file); !note.empty()) notes.push_back(std::move(note));
    if (job.kind == job_kind::packages && !job.packages.folder.empty()) named.push_back(job.packages.folder);
    if (job.kind == job_kind::tests && !job.script.folder.empty()) named.push_back(job.script.folder);
  }
  root_.clear();
  if (!calls_all) patterns.clear();
  patterns.insert(patterns.end(), named.begin(), named.end());
  where_ = read_workspace_patterns(request.root, patterns);
  for (const auto& pattern : where_.unread)
    notes.push_back("The workspace pattern " + pattern +
                    " was not followed: covey reads folders and \"folder/*\".");
}

path_request project_survey::about_parents() const {
  return {where_.parents};
}

void project_survey::read_parents(const path_states& parents) {
  std::set<std::string_view> known;
  const auto below = packages_below(where_.parents, parents);
  const auto add = [&](const std::vector<std::string>& some) {
    for (const auto& folder : some)
      if (known.insert(folder).second) folders_.push_back(folder);
  };
  add(where_.packages);
  named_ = folders_.size();
  add(below);
}

path_request project_survey::about_packages() {
  path_request out;
  asked_ = done_;
  for (; done_ < folders_.size() && done_ < asked_ + folders_at_once && failures.empty(); ++done_) {
    if (done_ == limits::folders) {
      failures.push_back(too_many_packages(folders_[done_]));
      break;
    }
    out.paths.insert(out.paths.end(), {folders_[done_], folders_[done_] + "/package.json"});
  }
  return out;
}

void project_survey::read_packages(const path_states& seen) {
  for (auto i = asked_; i < done_ && 2 * (i - asked_) + 1 < seen.size(); ++i)
    read_package(folders_[i], seen[2 * (i - asked_)], seen[2 * (i - asked_) + 1], i < named_);
}

void project_survey::read_package(const std::string& folder, const path_state& entries,
                                  const path_state& file, bool is_named) {
  const bool is_package = file.kind == path_state::kind_type::file;
  if (entries.kind != path_state::kind_type::folder || (!is_package && !is_named) || !failures.empty())
    return;
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
  for (const auto& job : packages.front().resolution.jobs)
    if (job.kind == job_kind::packages) out = job.packages.script;
  return out;
}

void project_survey::use_files_of_packages() {
  for (auto& package : packages)
    if (&package != &packages.front()) files_.tell(package.folder, package.project);
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

void project_survey::choose() {
  auto& top = packages.front();
  top.resolution = choose_runner(top.project, inspected.folders[top.folder].imports);
  const auto own = top.resolution;
  const bool by_packages = packages.size() > 1 && !own.has_tests();
  if (by_packages) top.resolution.jobs = {all_packages()};
  choose_packages();
  std::vector<std::string> said;
  tasks = tasks_of(packages, request.root, said);
  const bool found = std::any_of(tasks.begin(), tasks.end(),
                                 [](const auto& task) { return task.job.kind == job_kind::tests; });
  if (by_packages && !found && !(own.jobs.empty() && own.script_name.empty())) {
    top.resolution = own;
    said.clear();
    tasks = tasks_of(packages, request.root, said);
  } else if (by_packages && (!own.script_name.empty() || !own.jobs.empty())) {
    said.push_back("scripts." + (own.script_name.empty() ? "test" : own.script_name) +
                   " names no runner that covey reads: the packages' own tests were run in its place.");
  }
  notes.insert(notes.end(), said.begin(), said.end());
  if (tasks.size() > limits::tasks)
    problem = "the scripts of this workspace come to " + std::to_string(tasks.size()) +
              " commands; covey runs at most " + std::to_string(limits::tasks);
  for (auto& task : tasks)
    if (const auto other = others_.find(task.folder); other != others_.end()) task.project = other->second;
}

command project_survey::inspection() const {
  std::vector<std::string> folders;
  for (const auto& package : packages) folders.push_back(package.folder);
  for (const auto& [folder, project] : others_)
    if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.push_back(folder);
  command out{.argv = {}, .cwd = request.root, .set_env = {{"NO_COLOR", "1"}}};
  if (packages.front().project.plug_and_play) out.argv.emplace_back("yarn");
  out.argv.emplace_back("node");
  auto arguments = inspection_arguments(folders);
  out.argv.insert(out.argv.end(), std::make_move_iterator(arguments.begin()),
                  std::make_move_iterator(arguments.end()));
  return out;
}

void project_survey::read_inspection(const command& question, const probe_answer& said) {
  if (said.found && said.exit_code == 0)
    if (auto read = read_inspection_answer(said.out)) inspected = std::move(*read);
  choose();
  if (said.found && inspected.node.empty() && (tasks.empty() || needs_node(tasks)))
    problem = question.argv.front() +
              " could not be asked which test runners are installed: it ended with exit code " +
              std::to_string(said.exit_code) + ": " + bounded_text(said.err, max_node_answer);
  test_tasks = static_cast<std::size_t>(std::count_if(
      tasks.begin(), tasks.end(), [](const auto& task) { return task.job.kind == job_kind::tests; }));
}

path_request project_survey::about_selections() const {
  path_request out;
  if (request.runs_all()) return out;
  for (const auto& selection : request.selections()) {
    const auto file = normal_path(request.root + "/" + selection.file);
    if (out.paths.size() < max_looks && tasks_near(tasks, file).size() > 1) out.paths.push_back(file);
  }
  return out;
}

void project_survey::take_selection(const file_selection& selection, std::string_view text) {
  const auto file = normal_path(request.root + "/" + selection.file);
  const auto places = tasks_for(tasks, file, text);
  for (const auto i : places) {
    for (auto& wanted : wanted_by(selection)) {
      wanted.runner = tasks[i].title;
      rerun_set.push_back(std::move(wanted));
    }
  }
  if (!places.empty()) return;
  failure why;
  why.kind = failure_kind::error;
  why.id = {normal_path(selection.file), {}, " > "};
  why.where.file = why.id.group;
  why.message = "nothing in this workspace runs " + why.id.group + ": it is outside of what is tested (";
  for (const auto& task : tasks)
    if (task.job.kind == job_kind::tests)
      why.message += (why.message.ends_with('(') ? "" : ", ") + task.title;
  why.message += ")";
  if (failures.empty() || failures.back().id != why.id) failures.push_back(std::move(why));
}

void project_survey::decide_rerun_set(const path_request& about_selections, const path_states& selected) {
  if (request.runs_all()) return;
  rerun_set = request.rerun_set();
  std::map<std::string, std::string_view> texts;
  for (std::size_t i = 0; i < about_selections.paths.size() && i < selected.size(); ++i)
    texts[about_selections.paths[i]] = selected[i].text;
  for (const auto& selection : request.selections())
    take_selection(selection, texts[normal_path(request.root + "/" + selection.file)]);
  if (tasks.size() > 1 || !request.selections().empty()) {
    auto needed = tasks_of_rerun(tasks, rerun_set, request.root);
    auto said = notes_of_rerun(tasks, needed);
    notes.insert(notes.end(), said.begin(), said.end());
    tasks = std::move(needed);
  } else if (!tasks.empty()) {
    tasks.front().everything = std::ranges::any_of(
        rerun_set, [&](const rerun_test& wanted) { return failed_as_a_whole(wanted, tasks.front()); });
  }
  // A step or a runner that failed as a whole runs again as a whole; it is no test that could be reported as
  // missing.
  std::erase_if(rerun_set, [&](const rerun_test& wanted) {
    return std::ranges::any_of(tasks, [&](const auto& task) { return failed_as_a_whole(wanted, task); });
  });
}

bool project_survey::mixes_units() const {
  const auto of_vitest = std::count_if(tasks.begin(), tasks.end(), is_vitest);
  return of_vitest > 0 && static_cast<std::size_t>(of_vitest) < test_tasks;
}

path_request project_survey::about_config(const runner_task& task) const {
  path_request out{{task.folder + "/package.json"}};
  const auto found = config_files(task);
  out.paths.insert(out.paths.end(), found.begin(), found.end());
  return out;
}

std::string config_text(const runner_task& task, const path_states& seen) {
  std::string out;
  const auto key = task.job.runner->config_key;
  if (!seen.empty() && !key.empty()) out = package_member(seen.front().text, key);
  for (std::size_t i = 1; i < seen.size(); ++i) out += seen[i].text;
  return out;
}

std::string version_in(std::string_view text) {
  const auto start = text.find_first_of("0123456789");
  if (start == std::string_view::npos) return {};
  text.remove_prefix(start);
  return std::string{text.substr(0, text.find_first_of(" \r\n\t,)"))};
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/workspace/tasks.hpp"
#include "parsers/languages/node/script/steps.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using job_kind = script_job::kind_type;

// The packages that a call means, as sets: a call may name hundreds of them.
class meant_packages {
 public:
  meant_packages(const package_call& call, const std::string& from, const std::string& root)
      : all_(call.only.empty() && call.folder.empty()) {
    if (!call.folder.empty()) {
      folders_.insert(normal_path(from + "/" + call.folder));
      return;
    }
    for (const auto& one : call.only) {
      names_.insert(one);
      folders_.insert(normal_path(root + "/" + one));
    }
  }
  bool has(const workspace_package& package) const {
    return all_ || names_.count(package.project.name) > 0 || folders_.count(package.folder) > 0;
  }

 private:
  bool all_;
  std::set<std::string> names_;
  std::set<std::string> folders_;
};

runner_task task_of(const workspace_package& package, script_job job) {
  runner_task out;
  out.package = package.folder;
  out.folder =
      job.script.folder.empty() ? package.folder : normal_path(package.folder + "/" + job.script.folder);
  out.project = package.project;
  out.job = std::move(job);
  return out;
}

// Runs the whole script through the package manager; only its exit code counts.
script_job whole_script(const workspace_package& package, std::string_view name) {
  script_job out;
  out.kind = job_kind::other;
  out.script.text = package.project.manager + " run " + std::string{name};
  out.why = "scripts." + std::string{name} + " in package.json names no runner that covey reads";
  return out;
}

// A call of other packages' tests that covey does not follow here: run as written.
script_job as_other(script_job job) {
  job.kind = job_kind::other;
  return job;
}

void add_package(const workspace_package& package, const std::string& root, std::vector<runner_task>& out,
                 std::vector<std::string>& notes) {
  notes.insert(notes.end(), package.resolution.notes.begin(), package.resolution.notes.end());
  const auto only_exit_code = [&](const std::string& what) {
    notes.push_back("Of " + what + " of " + place_of(package.folder, root) +
                    " only the output and the exit code are known: it names no runner that covey reads.");
  };
  for (const auto& job : package.resolution.jobs) {
    if (job.kind == job_kind::packages) only_exit_code("`" + job.script.text + "`");
    out.push_back(task_of(package, job.kind == job_kind::packages ? as_other(job) : job));
  }
  if (!package.resolution.jobs.empty() || package.resolution.script_name.empty()) return;
  out.push_back(task_of(package, whole_script(package, package.resolution.script_name)));
  only_exit_code("scripts." + package.resolution.script_name);
}

// Numbers equal titles: several tasks may have the same runner in the same place.
void name_tasks(std::vector<runner_task>& tasks, const std::string& root) {
  std::map<std::string, int> known;
  for (auto& task : tasks) {
    const bool tests = task.job.kind == job_kind::tests;
    const auto place = place_of(task.folder, root);
    auto title = tests                 ? std::string{task.job.runner->name} + " in " + place
                 : task.folder == root ? task.job.script.text
                                       : task.job.script.text + " in " + place;
    if (const int same = ++known[title]; same > 1) title += " (" + std::to_string(same) + ")";
    task.title = std::move(title);
  }
}

}  // namespace

std::string place_of(const std::string& folder, const std::string& root) {
  const auto below = path_below(root, folder);
  return below && !below->empty() ? *below : "the workspace";
}

std::vector<runner_task> tasks_of(const std::vector<workspace_package>& packages, const std::string& root,
                                  std::vector<std::string>& notes) {
  std::vector<runner_task> out;
  const auto& top = packages.front();
  notes.insert(notes.end(), top.resolution.notes.begin(), top.resolution.notes.end());
  std::vector<bool> done(packages.size());
  for (const auto& job : top.resolution.jobs) {
    if (job.kind != job_kind::packages) {
      out.push_back(task_of(top, job));
      continue;
    }
    if (!job.packages.unread.empty())
      notes.push_back("The filter " + job.packages.unread +
                      " of a script in package.json was not followed: all packages were run.");
    const meant_packages meant{job.packages, root, root};
    bool any = false;
    for (std::size_t i = 1; i < packages.size(); ++i) {
      if (!meant.has(packages[i])) continue;
      any = true;
      if (done[i]) continue;
      done[i] = true;
      add_package(packages[i], root, out, notes);
    }
    // The packages do not exist, or lie where covey does not look for them.
    if (!any && !job.script.text.empty()) out.push_back(task_of(top, as_other(job)));
  }
  name_tasks(out, root);
  return out;
}

namespace {

bool failed_in(const rerun_test& wanted, const runner_task& task, const std::string& root) {
  if (!wanted.runner.empty()) return wanted.runner == task.title;
  const auto& group = wanted.id.group;
  return path_below(task.folder, group.starts_with('/') ? group.string() : root + "/" + group).has_value();
}

bool is_step(const runner_task& task) {
  return task.job.kind == job_kind::step;
}

bool needs(const runner_task& task, const runner_task& step) {
  return is_step(step) && path_below(step.package, task.package).has_value();
}

constexpr std::size_t max_named = 5;

// "`tsc -b`, mocha in packages/a and 3 more"; each once.
std::string named(const std::vector<const runner_task*>& tasks) {
  std::set<std::string> names;
  std::string out;
  for (const auto* task : tasks) {
    auto name = is_step(*task) ? "`" + task->title + "`" : task->title;
    if (!names.insert(name).second || names.size() > max_named) continue;
    out += (out.empty() ? "" : ", ") + std::move(name);
  }
  if (names.size() > max_named) out += " and " + std::to_string(names.size() - max_named) + " more";
  return out;
}

}  // namespace

bool failed_as_a_whole(const rerun_test& wanted, const runner_task& task) {
  if (!wanted.id.name.empty()) return false;
  const bool is_runner = task.job.kind == job_kind::tests && wanted.id.group == task.job.runner->name;
  return wanted.id.group == task.title ||
         (is_runner && (wanted.runner.empty() || wanted.runner == task.title));
}

std::vector<runner_task> tasks_of_rerun(std::vector<runner_task> tasks, const std::vector<rerun_test>& wanted,
                                        const std::string& root) {
  const auto any_wanted = [&](auto holds) { return std::any_of(wanted.begin(), wanted.end(), holds); };
  std::vector<bool> kept(tasks.size());
  std::vector<bool> whole;  // the tasks that failed as a whole
  for (const auto& task : tasks)
    whole.push_back(any_wanted([&](const rerun_test& one) { return failed_as_a_whole(one, task); }));
  const bool only_steps = std::all_of(tasks.begin(), tasks.end(),
                                      [](const auto& task) { return task.job.kind == job_kind::step; });
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    auto& task = tasks[i];
    if (is_step(task) && !only_steps) {
      kept[i] = whole[i];
      continue;
    }
    task.everything = whole[i];
    for (std::size_t j = 0; j < i && !task.everything; ++j)
      task.everything = whole[j] && needs(task, tasks[j]);
    kept[i] =
        task.everything || any_wanted([&](const rerun_test& one) { return failed_in(one, task, root); });
  }
  std::vector<runner_task> out;
  for (const auto& task : tasks) {
    const auto i = static_cast<std::size_t>(&task - tasks.data());
    bool runs = kept[i];
    for (std::size_t j = 0; j < tasks.size(); ++j)
      runs = runs || (kept[j] && needs(tasks[j], task) && (i < j || cleans_up(task.job.script)));
    if (runs) out.push_back(task);
  }
  return out;
}

std::vector<std::string> notes_of_rerun(const std::vector<runner_task>& all,
                                        const std::vector<runner_task>& rerun) {
  std::set<std::string_view> titles;
  std::set<std::string_view> packages;
  std::vector<const runner_task*> steps;
  for (const auto& task : rerun) {
    titles.insert(task.title);
    packages.insert(task.package);
    if (is_step(task)) steps.push_back(&task);
  }
  std::vector<const runner_task*> left;
  for (const auto& task : all)
    if (titles.count(task.title) == 0 && packages.count(task.package) > 0) left.push_back(&task);
  std::vector<std::string> out;
  if (!steps.empty()) out.push_back("These ran as well, for the tests may need them: " + named(steps) + ".");
  if (!left.empty()) out.push_back("Left out, because it holds none of these tests: " + named(left) + ".");
  return out;
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/tasks.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {
namespace {

using job_kind = node_job::kind_type;

bool is_meant(const package_call& call, const node_package& package, const std::string& root) {
  if (!call.folder.empty()) return package.folder == normal_path(root + "/" + call.folder);
  if (call.only.empty()) return true;
  return std::any_of(call.only.begin(), call.only.end(), [&](const auto& one) {
    return package.project.name == one || package.folder == normal_path(root + "/" + one);
  });
}

node_task task_of(const node_package& package, node_job job) {
  node_task out;
  out.package = package.folder;
  out.folder =
      job.script.folder.empty() ? package.folder : normal_path(package.folder + "/" + job.script.folder);
  out.project = package.project;
  out.job = std::move(job);
  return out;
}

// The whole script through the package manager: of it the exit code counts.
node_job whole_script(const node_package& package, std::string_view name) {
  node_job out;
  out.kind = job_kind::other;
  out.script.text = package.project.manager + " run " + std::string{name};
  out.why = "scripts." + std::string{name} + " in package.json names no runner that covey reads";
  return out;
}

void add_package(const node_package& package, const std::string& root, std::vector<node_task>& out,
                 std::vector<std::string>& notes) {
  notes.insert(notes.end(), package.choice.notes.begin(), package.choice.notes.end());
  const auto& jobs = package.choice.jobs;
  const bool calls =
      std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.kind == job_kind::packages; });
  const auto name = package.choice.script_name.empty() ? package.script : package.choice.script_name;
  if (calls || (jobs.empty() && !name.empty() && !script_of(package.project, name).empty())) {
    out.push_back(task_of(package, whole_script(package, name.empty() ? "test" : name)));
    notes.push_back("Of scripts." + name + " of " + place_of(package.folder, root) +
                    " only the output and the exit code are known: it names no runner that covey reads.");
    return;
  }
  for (const auto& job : jobs) out.push_back(task_of(package, job));
}

// Several may have the same runner in the same place.
void name_tasks(std::vector<node_task>& tasks, const std::string& root) {
  for (auto task = tasks.begin(); task != tasks.end(); ++task) {
    const bool tests = task->job.kind == job_kind::tests;
    const auto place = place_of(task->folder, root);
    auto title = tests                  ? std::string{task->job.runner->name} + " in " + place
                 : task->folder == root ? task->job.script.text
                                        : task->job.script.text + " in " + place;
    int same = 1;
    for (auto other = tasks.begin(); other != task; ++other)
      if (other->title == title || other->title.starts_with(title + " (")) ++same;
    if (same > 1) title += " (" + std::to_string(same) + ")";
    task->title = std::move(title);
  }
}

}  // namespace

std::string place_of(const std::string& folder, const std::string& root) {
  const auto below = path_below(root, folder);
  return below && !below->empty() ? *below : "the workspace";
}

std::vector<node_task> tasks_of(const std::vector<node_package>& packages, const std::string& root,
                                std::vector<std::string>& notes) {
  std::vector<node_task> out;
  const auto& top = packages.front();
  notes.insert(notes.end(), top.choice.notes.begin(), top.choice.notes.end());
  std::vector<bool> done(packages.size());
  for (const auto& job : top.choice.jobs) {
    if (job.kind != job_kind::packages) {
      out.push_back(task_of(top, job));
      continue;
    }
    if (!job.packages.unread.empty())
      notes.push_back("The filter " + job.packages.unread +
                      " of a script in package.json was not followed: all packages were run.");
    for (std::size_t i = 1; i < packages.size(); ++i) {
      if (done[i] || !is_meant(job.packages, packages[i], root)) continue;
      done[i] = true;
      add_package(packages[i], root, out, notes);
    }
  }
  name_tasks(out, root);
  return out;
}

namespace {

bool is_whole(const wanted_test& wanted, const node_task& task) {
  return wanted.id.name.empty() && wanted.id.group == task.title;
}

bool failed_in(const wanted_test& wanted, const node_task& task, const std::string& root) {
  if (!wanted.runner.empty()) return wanted.runner == task.title;
  const auto& group = wanted.id.group;
  return path_below(task.folder, group.starts_with('/') ? group.string() : root + "/" + group).has_value();
}

bool needs(const node_task& task, const node_task& step) {
  return step.job.kind == job_kind::step && path_below(step.package, task.package).has_value();
}

}  // namespace

std::vector<node_task> tasks_of_rerun(std::vector<node_task> tasks, const std::vector<wanted_test>& wanted,
                                      const std::string& root) {
  const auto any_wanted = [&](auto holds) { return std::any_of(wanted.begin(), wanted.end(), holds); };
  std::vector<bool> kept(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    auto& task = tasks[i];
    if (task.job.kind == job_kind::step) continue;
    task.everything = any_wanted([&](const wanted_test& one) { return is_whole(one, task); });
    for (std::size_t j = 0; j < i && !task.everything; ++j)
      task.everything = needs(task, tasks[j]) &&
                        any_wanted([&](const wanted_test& one) { return is_whole(one, tasks[j]); });
    kept[i] =
        task.everything || any_wanted([&](const wanted_test& one) { return failed_in(one, task, root); });
  }
  std::vector<node_task> out;
  for (const auto& task : tasks) {
    bool runs = kept[static_cast<std::size_t>(&task - tasks.data())];
    for (std::size_t j = 0; j < tasks.size(); ++j) runs = runs || (kept[j] && needs(tasks[j], task));
    if (runs) out.push_back(task);
  }
  return out;
}

}  // namespace covey::parsers

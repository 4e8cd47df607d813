#include "parsers/languages/node/workspace/schedule.hpp"
#include "parsers/languages/node/script/steps.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using command_kind = parsed_command::kind_type;

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
                 std::vector<scheduled_command>& out, std::vector<std::string>& notes) {
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
                                           const std::string& root, std::vector<std::string>& notes) {
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
    const meant_packages meant{parsed.packages, root, root};
    bool any = false;
    for (std::size_t i = 1; i < packages.size(); ++i) {
      if (!meant.has(packages[i])) continue;
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

bool failed_as_a_whole(const rerun_test& wanted, const scheduled_command& scheduled) {
  if (!wanted.id.name.empty()) return false;
  const bool is_runner = scheduled.kind == command_kind::tests && wanted.id.group == scheduled.runner->name;
  return wanted.id.group == scheduled.title ||
         (is_runner && (wanted.runner.empty() || wanted.runner == scheduled.title));
}

std::vector<scheduled_command> schedule_of_tests(const std::vector<scheduled_command>& schedule) {
  std::vector<bool> kept;
  for (const auto& scheduled : schedule)
    kept.push_back((scheduled.kind == command_kind::tests || scheduled.kind == command_kind::unread) && !scheduled.confirms);
  return std::ranges::find(kept, true) == kept.end() ? schedule : with_their_steps(schedule, kept);
}

std::vector<scheduled_command> schedule_of_rerun(std::vector<scheduled_command> schedule,
                                                 const std::vector<rerun_test>& wanted,
                                                 const std::string& root) {
  const auto any_wanted = [&](auto holds) { return std::any_of(wanted.begin(), wanted.end(), holds); };
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

std::vector<std::string> notes_of_rerun(const std::vector<scheduled_command>& all,
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
  std::vector<std::string> out;
  if (!steps.empty()) out.push_back("These ran as well, for the tests may need them: " + named(steps) + ".");
  if (!left.empty()) out.push_back("Left out, because it holds none of these tests: " + named(left) + ".");
  return out;
}

}  // namespace covey::parsers::languages::node

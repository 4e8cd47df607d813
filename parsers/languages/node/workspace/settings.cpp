#include "parsers/languages/node/workspace/settings.hpp"
#include "parsers/languages/refusals.hpp"
#include "parsers/model/known_failures.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <set>

namespace covey::parsers::languages::node {
namespace {

using command_kind = parsed_command::kind_type;

constexpr std::size_t max_names = 20;

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (std::size_t i = 0; i < std::min(max_names, names.size()); ++i) out += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > max_names) out += " and " + std::to_string(names.size() - max_names) + " more";
  return out;
}

// By its name in package.json, or by its folder.
bool is_package(const std::string& wanted, const workspace_package& package, const std::string& root) {
  return package.project.name == wanted || package.folder == normal_path(root + "/" + wanted);
}

std::string keep_packages(project_survey& survey) {
  const auto& wanted = survey.request.added.packages;
  if (wanted.empty()) return {};
  std::vector<std::string> folders, names;
  for (const auto& package : survey.packages)
    names.push_back(package.project.name.empty() ? place_of(package.folder, survey.request.root)
                                                 : package.project.name);
  for (const auto& word : wanted) {
    const auto found = std::find_if(survey.packages.begin(), survey.packages.end(), [&](const auto& package) {
      return is_package(word.text, package, survey.request.root);
    });
    if (found == survey.packages.end())
      return "the workspace has no package " + shown(word) + ": it has " + listed(names);
    folders.push_back(found->folder);
  }
  std::erase_if(survey.schedule, [&](const auto& scheduled) {
    return std::find(folders.begin(), folders.end(), scheduled.package) == folders.end();
  });
  return survey.schedule.empty()
             ? "the packages that covey.toml names have no tests: it names " + listed(texts_of(wanted))
             : "";
}

// As it is written, or its first words: "tsc" is `tsc -b`. So are the commands that lead to it.
bool is_step(const std::string& wanted, const scheduled_command& scheduled) {
  const auto says = [&](const auto& text) { return text == wanted || text.starts_with(wanted + " "); };
  return scheduled.title == wanted || says(scheduled.script.text) ||
         std::ranges::any_of(scheduled.called_as, says);
}

bool runs(const scheduled_command& scheduled) {
  return scheduled.kind != command_kind::left_out || scheduled.confirms;
}

std::string leave_out_steps(project_survey& survey) {
  const auto& wanted = survey.request.added.leave_out;
  std::vector<std::string> all;
  for (const auto& word : wanted) {
    std::vector<std::string> steps, left;
    std::erase_if(survey.schedule, [&](const auto& scheduled) {
      if (!runs(scheduled)) return false;
      const bool is_it = is_step(word.text, scheduled);
      (is_it ? left : steps).push_back("`" + scheduled.title + "`");
      if (is_it) survey.left_out.push_back({std::string{left_out_part}, scheduled.title, "by " + word.where});
      return is_it;
    });
    if (left.empty())
      return "the test script has no command " + shown(word) +
             " to leave out: " + (steps.empty() ? "it has none" : "it has " + listed(steps));
    all.insert(all.end(), left.begin(), left.end());
  }
  if (!all.empty())
    survey.notes.push_back("Left out, as " + wanted.front().where + " has it: " + listed(all) + ".");
  return {};
}

// A script that sets a variable sets it last. What it makes of others only its shell knows.
void note_scripts_variables(project_survey& survey) {
  std::set<std::string> kept;
  for (const auto& scheduled : survey.schedule)
    for (const auto& [name, value] : scheduled.script.environment) {
      const auto given = survey.request.added.env.find(name);
      const bool is_given = given != survey.request.added.env.end();
      if (is_given && given->second != value && value.find('$') == std::string::npos)
        kept.insert(name + "=" + value);
    }
  for (const auto& variable : kept)
    survey.notes.push_back("The test script itself sets " + variable + ": that holds, not what `env` says.");
}

}  // namespace

std::string apply_settings(project_survey& survey) {
  auto why = keep_packages(survey);
  if (why.empty()) why = leave_out_steps(survey);
  note_scripts_variables(survey);
  return why;
}

namespace {

// Of node itself, in whatever runs: nobody is there to go on.
constexpr flag_rule of_node[] = {{"--inspect-brk", flag_value::none, refusals::debugs},
                                 {"--inspect-brk-node", flag_value::none, refusals::debugs},
                                 {"--inspect-wait", flag_value::none, refusals::debugs}};
const flag_table node_options{.runner = "node", .style = flag_style::camel, .rules = of_node};

}  // namespace

std::string why_flags_refused(const project_survey& survey) {
  const auto options = words_of_variable(survey.request.added, "NODE_OPTIONS");
  if (auto why = why_refused(options, node_options); !why.empty()) return why;
  for (const auto& scheduled : survey.schedule)
    if (scheduled.runner != nullptr)
      if (auto why = why_refused(survey.request.added, runner_of(*scheduled.runner).flags); !why.empty())
        return why;
  return {};
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/language.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/sources.hpp"
#include "parsers/languages/node/workspace/probes.hpp"
#include "parsers/languages/node/workspace/survey.hpp"
#include "parsers/failures/known_failures.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/shell_line.hpp"
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// What covey.toml says of the packages and of the steps of a workspace, applied to what a survey has found.

constexpr std::size_t max_names = 20;

std::string listed(const strings& names) {
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
  strings folders, names;
  for (const auto& package : survey.packages)
    names.push_back(package.project.name.empty() ? place_of(package.folder, survey.request.root)
                                                 : package.project.name);
  for (const auto& word : wanted) {
    const auto found = std::ranges::find_if(survey.packages, [&](const auto& package) {
      return is_package(word.text, package, survey.request.root);
    });
    if (found == survey.packages.end())
      return "the workspace has no package " + shown(word) + ": it has " + listed(names);
    folders.push_back(found->folder);
  }
  std::erase_if(survey.schedule, [&](const auto& scheduled) {
    return std::ranges::find(folders, scheduled.package) == folders.end();
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
  strings all;
  for (const auto& word : wanted) {
    strings steps, left;
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
      if (is_given && given->second != value && value.find('$') == npos) kept.insert(name + "=" + value);
    }
  for (const auto& variable : kept)
    survey.notes.push_back("The test script itself sets " + variable + ": that holds, not what `env` says.");
}

std::string apply_settings(project_survey& survey) {
  auto why = keep_packages(survey);
  if (why.empty()) why = leave_out_steps(survey);
  note_scripts_variables(survey);
  return why;
}

// Of node itself, in whatever runs: nobody is there to go on.
constexpr flag_rules of_node{
    {refusals::debugs, flag_value::none, {"--inspect-brk", "--inspect-brk-node", "--inspect-wait"}}};
const flag_table node_options{.runner = "node", .style = flag_style::camel, .rules = of_node};

std::string why_flags_refused(const project_survey& survey) {
  const auto options = words_of_variable(survey.request.added, "NODE_OPTIONS");
  if (auto why = why_refused(options, node_options); !why.empty()) return why;
  for (const auto& scheduled : survey.schedule)
    if (scheduled.runner != nullptr)
      if (auto why = why_refused(survey.request.added, runner_of(*scheduled.runner).flags); !why.empty())
        return why;
  return {};
}

// "jest, vitest and …": for notes and refusals.
constexpr std::string_view read_node_runners =
    "jest, vitest, mocha, AVA, node:test (`node --test` or `node FILE` of a file that imports it), bun and deno";

// Of a script that names no runner covey can read. Knows the exit code alone: what it prints may be anything.
class script_output final : public output_parser {
 public:
  explicit script_output(std::string script) : script_(std::move(script)) {}
  void feed(stream, std::string_view) override {}
  progress now() const override { return {0, 0, 0, "npm script " + script_}; }
  run_results finish(const run_ending& ending) override {
    run_results out;
    out.structured = false;
    if (ending.kind == run_ending::kind_type::exited && ending.value != 0)
      out.notes.push_back("scripts." + script_ + " ended with exit code " + std::to_string(ending.value));
    return out;
  }

 private:
  std::string script_;
};

// Merges the plans of several commands into one: appends one after the other. The first runner decides how the output
// is read; a command whose runner would need another reader is left out, with a note.
class plan_merger {
 public:
  plan_merger(const plan_request& request, bool several) : request_(request), several_(several) {}

  void add(const scheduled_command& scheduled, runner_plan plan);
  void add_step(const scheduled_command& scheduled, command step);
  runner_plan finish(const project_survey& survey) &&;

 private:
  void count_needed(run_plan& plan) const;

  const plan_request& request_;
  bool several_;
  std::optional<run_plan> whole_;
  std::vector<command> commands_;
  strings packages_;              // of each command
  std::set<std::size_t> needed_;  // indices of steps
  std::set<std::string> checks_;  // their titles
  const test_program* first_ = nullptr;
  std::vector<decision> steps_;
  strings notes_;
  std::vector<plan_refusal> refusals_;
};

template <class Value>
void append(std::vector<Value>& to, const std::vector<Value>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

// "npm install", "yarn", "pnpm install", "bun install".
std::string install_command(std::string_view manager) {
  return std::string{manager} + " install";
}

plan_refusal not_installed(const plan_request& request, const scheduled_command& scheduled) {
  const std::string name{scheduled.runner->name};
  return {name + " (" + scheduled.why + ") is not installed in " + place_of(scheduled.folder, request.root) +
              ": run `" + install_command(scheduled.project.manager) + "`",
          install_command(scheduled.project.manager)};
}

// The request for the runner of a command, still without the answer to its own probe. `number` counts from 1;
// 0: the command is the only one. Refuses if the runner is not installed.
std::variant<runner_request, plan_refusal> request_for(const project_survey& survey,
                                                       const scheduled_command& scheduled,
                                                       std::size_t number) {
  const auto& request = survey.request;
  const auto& inspected = survey.inspected;
  const auto& runner = *scheduled.runner;
  runner_request out;
  out.request = request;
  out.everything = request.runs_all() || scheduled.everything;
  out.project = scheduled.project;
  out.folder = scheduled.folder;
  if (number > 0) {
    out.label = std::to_string(number) + "-";
    out.title = scheduled.title;
  }
  out.area = request.scratch + "/" + out.label + "node";
  out.events = request.scratch + "/events";
  out.coverage_dir = request.scratch + "/coverage";
  out.native = runner.native;
  out.node_version = runner.native ? std::string{} : inspected.node;
  out.node = scheduled.project.plug_and_play ? strings{"yarn", "node"} : strings{"node"};
  out.why = scheduled.why;
  out.script = scheduled.script;
  auto seen = inspected.folders.find(scheduled.folder);
  if (seen == inspected.folders.end()) seen = inspected.folders.find(scheduled.package);
  if (seen != inspected.folders.end()) {
    out.extras = seen->second.extras;
    const auto found = seen->second.runners.find(std::string{runner.package});
    if (found != seen->second.runners.end()) out.runner = found->second;
  }
  if (runner.package.empty()) out.runner.version = inspected.node;
  if (runner.native && out.runner.entry.empty()) out.runner.entry = runner.package;
  if (!runner.package.empty() && out.runner.entry.empty()) return not_installed(request, scheduled);
  const auto& added = request.added.args;
  for (auto& word : out.everything ? texts_of(added) : with_joined_values(added))
    out.script.arguments.push_back(std::move(word));
  out.rerun_set = survey.rerun_set;
  return out;
}

// A command of a script that runs no test runner, as the package manager would run it.
command step_command(const plan_request& request, const scheduled_command& scheduled) {
  const auto& script = scheduled.script;
  command out;
  out.argv = {"sh", "-c", script.text};
  if (scheduled.project.plug_and_play) out.argv.insert(out.argv.begin(), {"yarn", "exec"});
  wrap(out.argv, script.wrapper);
  out.cwd = scheduled.folder;
  out.set_env = {{"CI", "1"}};
  add_script_environment(out.set_env, request, scheduled.project, scheduled.folder, script);
  out.role = command_role::step;
  out.runner = scheduled.title;
  out.may_fail = scheduled.optional;
  out.after_pass = scheduled.confirms;
  return out;
}

void plan_merger::add_step(const scheduled_command& scheduled, command step) {
  commands_.push_back(std::move(step));
  // In a run of some tests a step that fails beside them hides nothing of theirs: both are told.
  const bool is_needed = scheduled.kind == command_kind::step && !scheduled.optional &&
                         (runs_all_as_it_is(request_) || scheduled.everything);
  packages_.push_back(scheduled.package);
  if (is_needed) needed_.insert(packages_.size() - 1);
  if (scheduled.kind == command_kind::check) checks_.insert(scheduled.title);
  steps_.push_back(
      {"step of " + place_of(scheduled.package, request_.root), scheduled.script.text, scheduled.why});
}

void plan_merger::add(const scheduled_command& scheduled, runner_plan plan) {
  if (auto* refusal = std::get_if<plan_refusal>(&plan)) {
    refusals_.push_back(std::move(*refusal));
    return;
  }
  auto& one = std::get<run_plan>(plan);
  const auto* runner = scheduled.runner;
  if (whole_ && runner != first_ && (runner->native || first_->native)) {
    notes_.push_back(scheduled.title + " was left out: its report cannot be read together with that of " +
                     std::string{first_->name} + ".");
    return;
  }
  for (auto& command : one.commands) {
    if (command.role == command_role::tests && several_) command.runner = scheduled.title;
    commands_.push_back(std::move(command));
    packages_.push_back(scheduled.package);
  }
  one.commands.clear();
  if (!whole_) {
    whole_ = std::move(one);
    first_ = runner;
    return;
  }
  append(whole_->decisions, one.decisions);
  append(whole_->notes, one.notes);
  append(whole_->folders, one.folders);
  append(whole_->files, one.files);
  if (!whole_->make_collector) whole_->make_collector = std::move(one.make_collector);
}

// What follows a step in its own package, and in those below it, needs the step.
void plan_merger::count_needed(run_plan& plan) const {
  for (const auto i : needed_) {
    auto& step = plan.commands[i];
    while (i + 1 + step.needed_by < commands_.size() &&
           path_below(packages_[i], packages_[i + 1 + step.needed_by]))
      ++step.needed_by;
  }
}

runner_plan plan_merger::finish(const project_survey& survey) && {
  // A rerun of commands whose output covey does not read.
  if (!whole_ && refusals_.empty() && !commands_.empty()) {
    whole_.emplace();
    whole_->make_parser = [] { return std::make_unique<script_output>("test"); };
  }
  if (!whole_)
    return refusals_.empty() ? plan_refusal{"There is no test to run."} : std::move(refusals_.front());
  whole_->commands = commands_;
  count_needed(*whole_);
  whole_->diagnose_step = [root = request_.root, checks = std::move(checks_)](
                              const command& step, const step_output& printed, const run_ending& ending) {
    return step_failures(step.runner, printed.out, printed.err, ending, step.cwd, root,
                         checks.contains(step.runner));
  };
  append(whole_->decisions, steps_);
  append(whole_->notes, survey.notes);
  append(whole_->notes, notes_);
  // A package whose tests cannot run must not pass with the others; a rerun does not need its tests.
  for (auto& [reason, mends] : refusals_) {
    if (!request_.runs_all() && request_.selections().empty()) {
      whole_->notes.push_back(std::move(reason));
      continue;
    }
    failure why;
    why.id = {std::string{first_ != nullptr ? first_->name : "node"}, {}, " > "};
    why.kind = failure_kind::error;
    why.message = std::move(reason);
    whole_->failures.push_back(std::move(why));
  }
  whole_->selected = selectors_for(request_.selections(), request_.runs_all());
  append(whole_->decisions, survey.left_out);
  append(whole_->failures, survey.failures);
  return std::move(*whole_);
}

using enum flag_value;

// clang-format off
constexpr flag_rule of_commands[] = {
    // Whose value names tests.
    harmless({"-t", one}), harmless({"--testNamePattern", one}), harmless({"--test-name-pattern", one}),
    harmless({"-g", one}), harmless({"--grep", one}), harmless({"-f", one}), harmless({"--fgrep", one}),
    harmless({"--filter", one}), harmless({"-m", one}), harmless({"--match", one}),
    // Of output, and what covey does anyhow.
    harmless({"--run"}), harmless({"--verbose"}), harmless({"--silent"}), harmless({"--coverage"}),
    harmless({"--no-coverage"}), harmless({"--reporter", one}), harmless({"-R", one}), harmless({"--color"}),
    harmless({"--no-color"}), harmless({"--colors"}), harmless({"--ci"}), harmless({"--bail"}),
    harmless({"--bail", one}), harmless({"-b"}), harmless({"-A"}), harmless({"-i"}),
    harmless({"--runInBand"}), harmless({"--watchAll", one}), harmless({"--watch", one}),
    harmless({"--passWithNoTests"}), harmless({"--exit"}), harmless({"--test"}),
    harmless({"--test-reporter", one}), harmless({"--runTestsByPath"}),
};
// clang-format on
constexpr flag_table shell_flags{.runner = "a command", .style = flag_style::camel, .rules = of_commands};

void drop(strings& words, std::size_t count) {
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(count));
}

void drop_silence(strings& words, std::size_t at) {
  while (at < words.size() && is_one_of(words[at], {"--silent", "-s"}))
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
}

// `npm test -- WORDS`, `yarn run test WORDS`: leaves what the script's command gets.
bool drop_script_call(strings& words) {
  if (words.size() < 2 || !is_one_of(words[0], {"npm", "yarn", "pnpm", "bun", "deno"})) return false;
  const bool npm = words[0] == "npm";
  const bool by_run =
      words[1] == "run" || (npm && words[1] == "run-script") || (words[0] == "deno" && words[1] == "task");
  const bool own_test = words[0] == "bun" || words[0] == "deno";  // theirs is a runner
  const std::size_t name = by_run ? 2 : 1;
  if (name >= words.size() || (!by_run && own_test)) return false;
  if (words[name] != "test" && !(npm && !by_run && (words[name] == "t" || words[name] == "tst")))
    return false;
  drop(words, name + 1);
  if (!words.empty() && words[0] == "--") drop(words, 1);
  return true;
}

// `vitest run`; false: what another one does is no run of tests (`vitest bench`, `vitest watch`).
bool drop_subcommand(strings& words) {
  if (words.empty()) return true;
  if (words[0] == "run") drop(words, 1);
  return words.empty() || !is_one_of(words[0], {"watch", "dev", "bench", "related", "list", "init"});
}

// Leaves what a runner gets; false: the words name none. `of_script`: covey runs it with the variables that it is given there.
bool drop_runner(strings& words, std::string_view& runner, bool of_script = false) {
  if (words.size() > 1 && (words[0] == "yarn" || words[0] == "pnpm")) drop(words, 1);
  script_command one;
  one.words = words;
  while (unwrap(one)) {
  }
  strip_node_wrappers(one);
  if (one.words.empty() || (!of_script && !one.environment.empty()) || !one.wrapper.empty()) return false;
  const auto* program = runner_named_by(one);
  if (program == nullptr) return false;
  words = one.arguments;
  runner = program->name;
  return program->name != "vitest" || drop_subcommand(words);
}

// Of `npm test`: covey runs all of its parts, and no package beside it. (deno names its tasks elsewhere.)
bool runs_all_of_script(std::string_view text) {
  const auto package = read_package_facts(text, {"package.json"});
  auto task = script_of(package, "test");
  if (task.empty() && !package_member(text, "tasks").empty()) return true;
  const auto parts = read_script(package, "test").commands;
  return !task.empty() && std::ranges::none_of(parts, [](const auto& part) {
    return part.kind != command_kind::tests && part.kind != command_kind::step &&
           part.kind != command_kind::unread;
  });
}

// A word: more of a full name may stand in several parts of a label.
bool select_by_name(shell_run& run, const std::string& pattern) {
  if (pattern.empty() || pattern.find_first_of("^$.*+?()[]{}|\\'!/ ") != npos) return false;
  run.query = term_containing(pattern);
  return true;
}

// `npm test -- -t coupons`, `npx vitest run test/cart.test.ts`: of a package script and of each runner that covey reads.
std::optional<shell_run> read_command(const strings& typed) {
  auto words = typed;
  drop_silence(words, 1);
  shell_run out;
  if (!drop_script_call(words) && !drop_runner(words, out.runner)) return std::nullopt;
  drop_silence(words, 0);
  const auto read = parsers::read_shell_words(words, shell_flags);
  if (!read || !read->rest.empty()) return std::nullopt;
  for (const auto& [name, value] : read->flags) {
    if (name.starts_with("--watch") && value != "false") return std::nullopt;
    if (name == "-t" && out.runner == "mocha") return std::nullopt;  // there it is a time
    const auto names = std::span{of_commands}.first<10>();
    const bool of_name = std::ranges::find(names, name, &flag_rule::flag) != names.end();
    if (of_name && (!out.query.empty() || !select_by_name(out, value))) return std::nullopt;
  }
  // Some find a part of a path. Others take files, and of folders each what it will; so may a script.
  const bool finds = is_one_of(out.runner, {"jest", "vitest", "bun"});
  for (const auto& word : read->words) {
    if (!finds && base_name(word).find('.') == npos) return std::nullopt;
    out.paths.push_back({word, true, finds});
  }
  return out;
}

// `text`: of package.json. Its script names files or flags that `npx jest` lacks, and is more than the one command that
// `npm test -- cart` gives its words to.
bool includes(std::string_view text, const shell_run& typed) {
  const bool by_script = typed.runner.empty();
  if (by_script && !runs_all_of_script(text)) return false;
  const bool whole = typed.paths.empty() && typed.query.empty();
  if (by_script ? whole : !typed.paths.empty()) return true;  // covey lists the files, or not
  const auto package = read_package_facts(text, {"package.json"});
  const std::string script{script_of(package, "test")};
  if (script.empty()) return !by_script;
  const auto commands = shell_commands(script);
  if (commands.size() != 1 || read_script(package, "test").commands.size() != 1)
    return false;  // there is a pretest
  auto words = commands.front().words;
  std::string_view runner;
  if (!drop_runner(words, runner, by_script) || (!by_script && typed.runner != runner)) return false;
  const auto read = parsers::read_shell_words(words, shell_flags);
  return read && read->words.empty() && read->rest.empty();
}

// What was found on the way, and the packages that were not read.
plan_refusal with_findings(plan_refusal out, const project_survey& survey) {
  const auto add = [&](const std::string& text) {
    out.reason += ". " + text.substr(0, text.size() - text.ends_with('.'));
  };
  for (const auto& note : survey.notes) add(note);
  for (const auto& one : survey.failures) add(one.message);
  return out;
}

plan_refusal no_runner(const project_survey& survey) {
  const auto& package = survey.packages.front();
  if (package.resolution.refused)
    return with_findings(
        {"nothing of the test script of package.json can be run: let it start the runner itself"}, survey);
  std::string why = package.project.has_package ? "package.json has no script \"test\" and names no runner"
                                                : "there is no package.json";
  if (!script_of(package.project, "test").empty())
    why = "nothing that scripts.test of package.json runs is a test";
  if (!package.resolution.unread.empty())
    why = package.resolution.unread + " was seen, which covey does not read";
  return with_findings(
      {"no test runner was found: " + why + "; covey reads " + std::string{read_node_runners}}, survey);
}

// The plan of a project without a runner that covey reads: its script runs unchanged, through the package manager.
runner_plan plan_without_runner(const plan_request& request, const project_survey& survey) {
  const auto& package = survey.packages.front();
  // The whole script would run, without telling which test is which.
  if (!request.runs_all() && !request.selections().empty()) {
    auto out = no_runner(survey);
    out.reason += ". Files and blocks cannot be run alone without a runner that covey reads";
    return out;
  }
  const auto& script = package.resolution.script_name;
  const auto& unread = package.resolution.unread;
  if (script.empty()) return no_runner(survey);
  const auto says = "scripts." + script +
                    (unread.empty() ? std::string{" names no test runner that covey reads"}
                                    : " runs " + unread + ", which covey does not read");
  if (!request.runs_all()) return plan_refusal{says + ", so single tests cannot be run again: use run_tests"};
  const auto& manager = package.project.manager;
  run_plan out;
  out.decisions.push_back({"step", manager + " run " + script, says});
  out.notes.push_back(says + ": only its output and its exit code are known. covey reads " +
                      std::string{read_node_runners} + ".");
  out.notes.insert(out.notes.end(), survey.notes.begin(), survey.notes.end());
  command run{.argv = {manager, "run", script}, .cwd = package.folder, .set_env = {{"CI", "1"}}};
  const auto added = texts_of(request.added.args);
  if (!added.empty() && manager == "npm") run.argv.emplace_back("--");  // the others hand on all that follows
  run.argv.insert(run.argv.end(), added.begin(), added.end());
  out.commands.push_back(std::move(run));
  out.make_parser = [script] { return std::make_unique<script_output>(script); };
  out.selected = selectors_for(request.selections(), true);
  return out;
}

// A plan that fails as any plan with a missing program does.
run_plan plan_of_missing(const std::string& program, const std::string& cwd) {
  run_plan out;
  out.commands.push_back({{program}, cwd, {}});
  return out;
}

// Of a script whose end nobody knows.
failure failure_of(const scheduled_command& scheduled) {
  failure out;
  out.kind = failure_kind::error;
  out.id = {scheduled.title, {}, " > "};
  out.runner = scheduled.title;
  out.message = scheduled.why;
  return out;
}

constexpr std::size_t max_shell_answer = 200;

std::string note_of_shell(const runner_request& about, const probe_answer& said) {
  return "What only a shell can tell of `" + about.script.text + "` was left as it is written: sh answered " +
         bounded_text(said.err, max_shell_answer);
}

struct command_plan {
  runner_plan plan;
  std::string missing;  // the program without which there is no plan at all
};

planning_part<command_plan> plan_command(project_survey& survey, const scheduled_command& scheduled,
                                         std::size_t number) {
  auto made = request_for(survey, scheduled, number);
  if (auto* refusal = std::get_if<plan_refusal>(&made)) co_return command_plan{std::move(*refusal), {}};
  auto& about = std::get<runner_request>(made);
  if (about.native && about.runner.version.empty()) {
    const command version{
        .argv = {about.runner.entry, "--version"}, .cwd = survey.request.root, .set_env = {}};
    const probe_answer is = co_await version;
    if (!is.found) co_return command_plan{{}, about.runner.entry};
    about.runner.version = version_in(is.out);
  }
  const auto& runner = runner_of(*scheduled.runner);
  const auto words = ask_shell(about);
  const bool later = words && (runner.question == nullptr || !runner.question(about)) &&
                     about.script.active_variables.empty() && is_built_before(scheduled, survey.schedule);
  if (words && !later) {
    const probe_answer is = co_await *words;
    if (!read_shell_words(is, about.script)) survey.notes.push_back(note_of_shell(about, is));
  }
  auto reading = survey.read_config(scheduled);
  about.config_text = co_await reading;
  const bool asks =
      runner.question != nullptr && !about.request.look_only;  // its answer runs what the project holds
  const auto question = asks ? runner.question(about) : std::nullopt;
  if (question) about.said = co_await *question;
  command_plan out{runner.plan(about), {}};
  auto* runs = std::get_if<run_plan>(&out.plan);
  if (later && runs != nullptr) expand_at_start(runs->commands, about.script);
  co_return out;
}

planning plan_project(plan_request request) {
  project_survey survey{request};
  auto reading = survey.read_packages();
  co_await reading;
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  auto inspecting = survey.inspect();
  co_await inspecting;
  if (survey.problem.empty()) survey.problem = apply_settings(survey);
  if (survey.problem.empty()) survey.problem = why_flags_refused(survey);
  if (!survey.problem.empty()) co_return plan_refusal{survey.problem};
  // A script without a runner consists of steps, which cannot be selected one by one.
  if (survey.schedule.empty() || (survey.test_commands == 0 && !request.selections().empty())) {
    auto raw = plan_without_runner(request, survey);
    co_return std::move(raw);
  }
  auto deciding = survey.decide_rerun_set();
  co_await deciding;
  if (!survey.problem.empty()) co_return with_findings({survey.problem}, survey);
  if (survey.schedule.empty() && !survey.failures.empty())
    co_return plan_refusal{survey.failures.front().message};

  plan_merger plans{request, survey.schedule.size() > 1};
  std::size_t number = 0;
  for (const auto& scheduled : survey.schedule) {
    const auto* runner = scheduled.runner;
    if (!survey.without_node.empty() && (runner == nullptr || !runner->native))
      co_return plan_of_missing(survey.without_node, request.root);
    if (scheduled.kind == command_kind::left_out) {
      survey.failures.push_back(failure_of(scheduled));
      continue;
    }
    if (runner == nullptr) {
      plans.add_step(scheduled, step_command(request, scheduled));
      continue;
    }
    auto planning_command = plan_command(survey, scheduled, survey.test_commands > 1 ? ++number : 0);
    command_plan one = co_await planning_command;
    if (!one.missing.empty()) co_return plan_of_missing(one.missing, request.root);
    plans.add(scheduled, std::move(one.plan));
  }
  auto whole = std::move(plans).finish(survey);
  co_return std::move(whole);
}

std::string package_name(std::string_view file, std::string_view text) {
  return file == "deno.jsonc" ? std::string{}
                              : text_at(parsed_object(text).value_or(boost::json::object{}), "name");
}

}  // namespace

// Of a class: what a module gives is listed by who takes all of it.
constexpr std::string_view listing_words[] = {"getOwnPropertyNames",
                                              "getOwnPropertyDescriptor",
                                              "getOwnPropertyDescriptors",
                                              "ownKeys",
                                              "autoBind",
                                              "bindAll"};

const language language_definition{
    .name = "node",
    .display_name = "Node.js",
    .program = "node",
    .version_arguments = {"--version"},
    .installed_by = "apt-get install nodejs npm",
    .project_files = {{"package.json"}, {"deno.json"}, {"deno.jsonc"}},
    .project_name = package_name,
    .plan = plan_with<plan_project>,
    .make_finder = make_finder,
    .structure = structure_of,
    .outline = outline_of,
    .reach_of = reach_of,
    // clang-format off
    .deciding_files = {"package.json", "package-lock.json", "npm-shrinkwrap.json", "yarn.lock",
                       "pnpm-lock.yaml", "pnpm-workspace.yaml", "bun.lock*", "jest.config*", "vitest.*",
                       "vite.config*", "babel.config*", ".babelrc*", "tsconfig*", ".mocharc*", ".swcrc",
                       ".c8rc*", ".nycrc*", ".env*", "bunfig.toml", ".browserslistrc", ".postcssrc*",
                       ".npmrc", ".nvmrc", ".node-version", "angular.json", "nx.json", "project.json",
                       "deno.json*", "covey.toml"},
    // clang-format on
    .deciding_paths = {"node_modules", "node_modules/.package-lock.json", "node_modules/.modules.yaml",
                       "node_modules/.yarn-state.yml", "$HOME/.volta/tools/user/platform.json"},
    .deciding_variables = {"NODE_", "npm_config_", "JEST_", "VITEST", "BABEL_", "TZ", "LANG", "LC_", "CI"},
    .shell_commands = {"npm test", "jest", "vitest"},
    .read_command = read_command,
    .includes = includes,
    .flag_tables = {&jest_flags, &vitest_flags, &mocha_flags, &node_test_flags, &ava_flags, &bun_flags,
                    &deno_flags},
    .settings = {"packages", "leave_out"},
    .config_files = {naming_config_files().begin(), naming_config_files().end()},
    // No runner searches these. Some search build output (dist, out, coverage), which .gitignore lists.
    .skipped_folders = {"node_modules", "bower_components", "jspm_packages", ".yarn", ".pnpm-store", ".next",
                        ".nuxt", ".output", ".svelte-kit", ".turbo", ".nx", ".cache", ".parcel-cache",
                        ".nyc_output", ".vite", ".angular"},
    .generated_folders = {"bower_components", "jspm_packages"},
    .source_endings = {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte"},
    .compiled_endings = {".node"},
    .embedding_word = "*",  // import.meta.glob(…), import(name)
    .tools_load_data = true,
    .listing_words = listing_words,
};

}  // namespace covey::parsers::languages::node

// The interface between the Node planner, which inspects a project and decides on its runner, and the runner,
// which then makes the plan.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/added_flags.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/test_block.hpp"
#include "parsers/model/test.hpp"
#include <array>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace covey::parsers::languages::node {

// A runner as installed for one package, found by the probe reporters/node/inspect.cjs.
struct installed_runner {
  std::string
      entry;  // absolute: the JavaScript that is run, or the program of a native runner; node:test: empty
  std::string version;  // "30.5.0"; node:test: Node's own
};

// Everything a runner needs to make its plan for one package.
struct runner_request {
  plan_request request;
  bool everything = true;             // false: only the rerun set
  std::vector<rerun_test> rerun_set;  // of the whole run
  package_facts project;
  std::string folder;        // absolute: the package's own; the commands' cwd. The workspace root or below it
  std::string area;          // absolute: this package's own part of the scratch folder, for its files
  std::string events;        // absolute: run_plan::events
  std::string coverage_dir;  // absolute: run_plan::coverage_dir, which all packages share
  std::string label;         // begins the names of this package's files there: "" or "2-"
  std::string title;  // "mocha in packages/a": a rerun finds its tests by it; empty: it is the only one
  installed_runner runner;
  bool native = false;       // the runner is a program of its own: it is started without Node
  std::string node_version;  // "20.20.2"
  strings node;              // how node is started: {"node"} or {"yarn", "node"}
  // The packages of runner_description::extras that are installed, and their folders.
  std::map<std::string, std::string> extras;
  std::string
      config_text;  // the runner's own configuration: its part of package.json, then the text of its files
  std::string why;  // why this runner was chosen: for run_plan::decisions
  // The command of the script that names the runner; the plan drops what covey sets itself (reporters,
  // coverage).
  script_command script;
  probe_answer said;  // the answer to runner_description::question, if it had one
};

using runner_plan = std::variant<run_plan, plan_refusal>;

struct runner_description {
  const test_program& program;  // its names
  const flag_table& flags;      // what a user may not add, and what is left out of scripts
  std::string_view kept = {};   // but not this one of scripts
  // Further flags of scripts, for a rerun, which names its own files and tests: those that choose some, and those that stay, with
  // the next word or all words up to the next flag as their values.
  std::vector<unwanted_flag> choosing = {};
  std::vector<std::string_view> with_value = {};
  std::vector<std::string_view> with_many = {};
  bool keeps_files = false;  // also in a rerun
  // Packages whose presence matters to the plan: "@vitest/coverage-v8".
  std::vector<std::string_view> extras = {};

  // One more probe, for facts that only the runner itself knows. May be null.
  std::optional<command> (*question)(const runner_request& request) = nullptr;
  runner_plan (*plan)(const runner_request& request) = nullptr;
};

// One for each of read_programs().
std::span<const runner_description* const> all_runners();
const runner_description& runner_of(const test_program& program);

// The rules of a flag_table, by why they refuse; without a reason they only tell which flags have values.
struct flag_group {
  std::string_view why;
  flag_value value = flag_value::none;
  std::initializer_list<std::string_view> flags;
  std::string_view only_with = {};  // see flag_rule
  bool set_by_covey = false;
};

class flag_rules {
 public:
  constexpr flag_rules(std::initializer_list<flag_group> groups) {
    for (const auto& [why, value, flags, only_with, set_by_covey] : groups)
      for (const auto flag : flags) rules_.at(count_++) = {flag, value, why, only_with, set_by_covey};
  }
  constexpr operator std::span<const flag_rule>() const { return {rules_.data(), count_}; }  // NOLINT

 private:
  std::array<flag_rule, 48> rules_{};
  std::size_t count_ = 0;
};

extern const flag_table jest_flags, vitest_flags, mocha_flags, node_test_flags, ava_flags, bun_flags,
    deno_flags;

extern const runner_description jest_runner;
extern const runner_description vitest_runner;
extern const runner_description mocha_runner;
extern const runner_description node_test_runner;
extern const runner_description ava_runner;
extern const runner_description bun_runner;
extern const runner_description deno_runner;

// The script's arguments without those that covey sets itself; for a rerun also without those that select files and tests.
strings script_arguments(const runner_description& runner, const strings& arguments, bool everything);

// "npm install -D vitest@latest", "pnpm add -D …"
std::string add_command(std::string_view manager, std::string_view package);

// "30.5.2" -> 30; 0: the text has no number.
int major_version(std::string_view version);
bool is_before(std::string_view version, int major, int minor = 0);

// `first`: the first version that covey reads.
plan_refusal too_old(const runner_request& request, std::string_view runner, std::string_view first);

// The common beginning of all plans: decisions (node, runner), events, coverage_dir, folders.
run_plan begin_plan(const runner_request& request, std::string_view runner_name);

// `{node..., script.node_flags..., entry, arguments...}` in the package's folder, with the environment of all
// commands (the script's own variables, then covey's).
command run_command(const runner_request& request, strings arguments);

// For the files' process.argv: node-test-hooks.cjs adds them, events.cjs puts them in the place of the runner's own.
void hand_on_arguments(command& run, const strings& words);

// What a script's command finds in its environment under `npm test`: the programs of node_modules, the
// package's name and version, and the variables of the script.
void add_script_environment(std::vector<std::pair<std::string, std::string>>& set_env,
                            const plan_request& request, const package_facts& project,
                            const std::string& folder, const script_command& script);

// Prepends the wrapper that starts the command in its script: `dotenv -e .env --`.
void wrap(strings& argv, const strings& wrapper);

// Puts reporters/node/NAME into the area and gives its absolute path there.
std::string add_reporter(run_plan& plan, const runner_request& request, std::string_view name);

// Puts events.cjs and what it needs into the area.
void add_events(run_plan& plan, const runner_request& request);

// The tests of the rerun set that belong to this package.
std::vector<rerun_test> wanted_here(const runner_request& request);

// Their test files, absolute, each once.
strings wanted_files(const runner_request& request);

// Appends them, if not everything runs.
void add_wanted_files(strings& arguments, const runner_request& request);

// Writes the selection file of a rerun (the keys of its tests; reporters/README.md) and returns its path;
// empty if everything runs.
std::string add_selection(run_plan& plan, const runner_request& request);

// What the runner printed, if it ended before its reporter was loaded, as failures.
using diagnosis = std::function<std::vector<failure>(const printed_text&, std::string_view root)>;

// The options of make_event_output for Node: separator " > ". `diagnose` may be empty.
event_output_options event_options_for(const runner_request& request, std::string_view runner_name,
                                       diagnosis diagnose = {});

// `diagnose_end`: see event_output.hpp; may be empty.
std::function<std::unique_ptr<output_parser>()> make_output(
    const runner_request& request, std::string_view runner_name, diagnosis diagnose = {},
    std::function<void(failure&, std::string_view, bool)> diagnose_end = {});

// make_unit_coverage for Node.
std::function<std::unique_ptr<coverage_collector>()> make_coverage(const runner_request& request,
                                                                   attribution unit_kind);

// Why flags are refused where a user adds them. In scripts they are left out: covey decides on them.
namespace refusals {

using namespace parsers::refusals;

inline constexpr std::string_view own_report =
    "covey reads the results by a reporter of its own: leave it out, `output` raw shows what the runner prints";
inline constexpr std::string_view own_flag = "covey sets it by itself: leave it out";
inline constexpr std::string_view own_choice =
    "it chooses by what failed or changed before, and covey knows what failed: call run_failing_tests instead";
inline constexpr std::string_view watches = "it would run for ever: leave it out";
inline constexpr std::string_view hides = "it would make a red run green: leave it out";

}  // namespace refusals

// A selection of files and blocks, for Node's runners: the keys by which their reporters select it
// (reporters/README.md), and the names that its tests will have in the results.

// One for a whole file, else one per block.
std::vector<rerun_test> wanted_by(const file_selection& selection);

// `among_all`: the run includes tests outside the selection, which may have the same names as its blocks.
selector_lists selectors_for(const std::vector<file_selection>& selections, bool among_all);

// Keys as regular expressions, for runners that select by pattern alone. The expressions use only syntax that JavaScript and
// Rust share.

struct named_by_key {
  std::vector<block_name> titles;  // outermost first; empty: a whole file
  bool selected = false;           // with all tests below it
};

named_by_key read_key(std::string_view key);

// Matches every text that the name may become; a placeholder matches anything.
std::string name_pattern(const block_name& name);

// "a|b", without duplicates.
std::string any_of(const strings& patterns);

// The parts of the plans that have tests of their own.

// jest 27 and later, with reporters/node/jest-*.cjs.

// Whether a configuration may name a test runner: false only if its text rules that out. Asking jest itself
// takes a third of a second.
bool jest_config_may_name_runner(std::string_view config);

// The test runner that all projects share, from the output of `jest --showConfig`; nothing if they differ.
std::optional<std::string> jest_test_runner(std::string_view shown_config);

// Vitest 1.3 and later, with reporters/node/vitest-*.mjs.

// As script_arguments, but with what the script says of which files are to be covered, and how much of them.
strings vitest_script_arguments(const strings& arguments, bool everything);

// The coverage provider to use and its folder: of the installed ones, the one that the configuration names.
// Empty: none is installed.
std::pair<std::string, std::string> vitest_provider(const std::map<std::string, std::string>& installed,
                                                    std::string_view config);

// mocha, with reporters/node/mocha-*.cjs.

// What it prints before it has a reporter: a --require that fails, a compiler's errors, an option that it does not know.
std::vector<failure> diagnose_mocha(const printed_text& said, std::string_view root);

// node:test, the runner that is a part of Node (20 and later), with reporters/node/node-test-*.

// The arguments that a script gives to `node --test`, in two parts. Without those that covey sets itself
// (reporters, thresholds, watching, updating); for a rerun also without those that select files and tests.
struct test_runner_arguments {
  strings flags;
  strings operands;      // files, folders and patterns
  bool isolated = true;  // each file in a process of its own
};

test_runner_arguments read_test_runner_arguments(const strings& arguments, bool everything);

// bun test (1.2 and later), with reporters/node/bun-preload.mjs and its JUnit file.

// A bunfig.toml without the keys that covey sets itself; nothing if it has none of them. bun takes its
// coverage folder from this file even if the command line names another.
std::optional<std::string> bun_config(std::string_view config);

// Files that do not load are missing from the report: `err` names each of them above its error. `folder`:
// where bun ran.
std::vector<failure> bun_unloaded(std::string_view err, std::string_view folder, std::string_view root);

// deno test (2.0 and later), with its JUnit file.

// The arguments of `deno test` in tasks.test of a deno.json (JSON with comments); empty if there is no such
// task.
strings deno_task_arguments(std::string_view config);

// One module that does not load stops deno before any test.
std::vector<failure> diagnose_deno(const printed_text& said, std::string_view root);

}  // namespace covey::parsers::languages::node

// What a test runner of Node is to the Node planner, which finds out what a project is and which runner it
// uses, and then leaves the plan to the runner.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/node/project.hpp"
#include "parsers/languages/node/script.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/model/coverage.hpp"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace covey::parsers {

// A runner as it is installed for one package: asked of the machine by reporters/node/inspect.cjs.
struct node_install {
  std::string
      entry;  // absolute: the JavaScript that is run, or the program of a native runner; node:test: empty
  std::string version;  // "30.5.0"; node:test: Node's own
};

// Everything a runner needs to make its plan for one package.
struct node_request {
  plan_request request;
  node_project project;
  std::string folder;  // absolute: the package's own; the commands' cwd. The workspace root or below it
  std::string area;    // absolute: this package's own part of the scratch folder, for its files
  std::string events;  // absolute: run_plan::events
  std::string
      coverage_dir;   // absolute: run_plan::coverage_dir; files of several packages need names of their own,
  std::string label;  // so begin theirs with this: "" or "2-"
  std::string title;  // "mocha in packages/a": whose failures a rerun runs again; empty: it is the only task
  node_install runner;
  bool native = false;       // the runner is a program of its own: it is started without Node
  std::string node_version;  // "20.20.2"
  bool per_file =
      false;  // coverage is told by test files, because another package's runner knows no finer unit
  std::vector<std::string> node;  // how node is started: {"node"} or {"yarn", "node"}
  // The packages of node_runner::extras that are installed, and their folders.
  std::map<std::string, std::string> extras;
  std::string
      config_text;  // the runner's own configuration: its part of package.json, then its files, as they stand
  std::string why;  // why this runner was chosen: for run_plan::choices
  // Taken over from the script that names the runner, without what belongs to us (reporters, coverage):
  node_script script;
  probe_answer said;  // the answer to node_runner::question, if it had one
};

using node_plan = std::variant<run_plan, plan_refusal>;

struct node_runner {
  std::string_view name;     // "jest": as choices and notes say it
  std::string_view package;  // the npm package; empty: a part of node itself
  std::string_view bin;      // the key of "bin" in its package.json
  bool native = false;       // its bin is a program, not JavaScript; it is looked for on PATH as well
  std::vector<std::string_view> commands;  // words that name it in a script: {"jest"}, {"bun test"}
  std::vector<std::string_view> configs;   // what its configuration files' names begin with: {"jest.config."}
  std::string_view config_key;             // of package.json; may be empty
  std::string_view import_name;            // what its test files import: "vitest"; may be empty
  std::vector<std::string_view> extras;  // packages whose presence matters to the plan: "@vitest/coverage-v8"

  // One more question to the machine, for what only the runner itself can tell. May be null.
  std::optional<command> (*question)(const node_request& request) = nullptr;
  node_plan (*plan)(const node_request& request) = nullptr;
};

// All runners, in the order of their preference where nothing else decides (node/runners.cpp).
std::span<const node_runner* const> node_runners();

extern const node_runner jest_runner;
extern const node_runner vitest_runner;
extern const node_runner mocha_runner;
extern const node_runner node_test_runner;
extern const node_runner borp_runner;
extern const node_runner ava_runner;
extern const node_runner bun_runner;
extern const node_runner deno_runner;

// "npm install -D vitest@latest", "pnpm add -D …"
std::string add_command(std::string_view manager, std::string_view package);

// "30.5.2" -> 30; 0: it says none.
int major_version(std::string_view version);

// What every runner's plan begins with: choices (node, runner), events, folders, environment.
run_plan begin_node_plan(const node_request& request, std::string_view runner_name);

// `{node..., script.node_flags..., entry, arguments...}` in the package's folder, with the environment of all
// commands (the script's own variables, then covey's).
command node_command(const node_request& request, std::vector<std::string> arguments);

// What a script's command finds in its environment under `npm test`: the programs of node_modules, the
// package's name and version, and the variables of the script.
void add_script_environment(std::vector<std::pair<std::string, std::string>>& set_env,
                            const plan_request& request, const node_project& project,
                            const std::string& folder, const node_script& script);

// Has the command started by what stood before it in its script: `dotenv -e .env --`.
void wrap(std::vector<std::string>& argv, const std::vector<std::string>& wrapper);

// Puts reporters/node/NAME into the area and gives its absolute path there.
std::string add_reporter(run_plan& plan, const node_request& request, std::string_view name);

// Puts events.cjs and what it needs into the area.
void add_events(run_plan& plan, const node_request& request);

// The failures of a rerun that belong to this package.
std::vector<rerun_test> wanted_here(const node_request& request);

// Their test files, absolute, each once.
std::vector<std::string> wanted_files(const node_request& request);

// Writes the selection file of a rerun (the wanted tests' keys; reporters/README.md) and gives its path;
// nothing where everything runs.
std::string add_selection(run_plan& plan, const node_request& request);

// make_event_output for Node: joint " > ". `explain` and `diagnose_end`: see event_output.hpp; may be empty.
std::function<std::unique_ptr<output_parser>()> node_output(
    const node_request& request, std::string_view runner_name,
    std::function<std::vector<failure>(const printed_text&, const run_ending&)> diagnose = {},
    std::function<void(failure&, std::string_view, bool)> diagnose_end = {});

// make_unit_coverage for Node.
std::function<std::unique_ptr<coverage_collector>()> node_coverage(const node_request& request,
                                                                   attribution unit_kind);

}  // namespace covey::parsers

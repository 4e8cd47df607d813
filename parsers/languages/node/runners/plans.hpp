// The parts of the plans of Node's runners that have tests of their own.
#pragma once

#include "parsers/events/event_output.hpp"
#include "parsers/model/test.hpp"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::node {

// jest 27 and later, with reporters/node/jest-*.cjs.

// Whether a configuration may name a test runner: false only if its text rules that out. Asking jest itself
// takes a third of a second.
bool jest_config_may_name_runner(std::string_view config);

// The test runner that all projects share, from the output of `jest --showConfig`; nothing if they differ.
std::optional<std::string> jest_test_runner(std::string_view shown_config);

// Vitest 1.3 and later, with reporters/node/vitest-*.mjs.

// As script_arguments (runner.hpp), but with what the script says of which files are to be covered, and how much of them.
std::vector<std::string> vitest_script_arguments(const std::vector<std::string>& arguments, bool everything);

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
  std::vector<std::string> flags;
  std::vector<std::string> operands;  // files, folders and patterns
  bool isolated = true;               // each file in a process of its own
};

test_runner_arguments read_test_runner_arguments(const std::vector<std::string>& arguments, bool everything);

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
std::vector<std::string> deno_task_arguments(std::string_view config);

// One module that does not load stops deno before any test.
std::vector<failure> diagnose_deno(const printed_text& said, std::string_view root);

}  // namespace covey::parsers::languages::node

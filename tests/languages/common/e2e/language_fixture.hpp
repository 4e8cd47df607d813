// A project of one language in the workspace, and the runs of it: what the tests of every runner share.
#pragma once

#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// Test runs of compiled languages take their time on a small machine.
constexpr milliseconds run_deadline{300000};

using line_states = std::map<std::string, std::map<std::uint32_t, bool>>;  // by file and line: it ran

class language_fixture : public covey_fixture {
 public:
  // Copies a project into the workspace: of "LANGUAGE/NAME" tests/languages/LANGUAGE/projects/NAME.
  void use_project(std::string_view name);

  // Makes the packages that scripts/setup installed for SET (build/tools/node/SET) the workspace's
  // node_modules, by a link.
  void use_node_modules(std::string_view set);

  // The server in the workspace, opened at the first use.
  session& server();

  // The structured half of a run's answer; an error ends the test.
  json::object run_tests(json::object arguments = {});
  json::object run_failing_tests(json::object arguments = {});
  // The same of any tool.
  json::object answer_of(std::string_view tool, json::object arguments = {});
  // Selects blocks by their exact labels: run_testblocks of the one block, of the one file, that is called so.
  json::object run_block(const std::string& file, const std::string& label, json::object arguments = {});

  // Arguments of every run_… that does not give them itself.
  void set_run_arguments(json::object arguments) { run_arguments_ = std::move(arguments); }

  // The text of a tool's error; a result ends the test.
  std::string error_of(std::string_view tool, json::object arguments = {});

  // "group…" or "group…:name" lists of tests_covering, as "group: name", sorted.
  std::vector<std::string> covering(std::string_view file, std::uint32_t line = 0);

  // Whether the latest run's coverage has the line as one that ran.
  bool ran(const std::string& file, std::uint32_t line);
  // The run's coverage has these lines in these states, and no other line.
  void expect_lines(const json::object& run, const line_states& files);

  // A test of `names` fails if the file that the variable FAILING names holds its label as a line. First all of
  // them fail in one run; then one after the other is mended, in the order of their failures, and
  // run_failing_tests of one test must run it and no other: n + 1 starts of the runner.
  struct named_test {
    std::string label;      // the line in the file
    std::string full_name;  // as covey lists it
  };
  void expect_each_selectable(std::vector<named_test> names);

  // That nothing in the workspace has changed since, but for what is below one of these folders.
  void remember_workspace();
  void expect_workspace_unchanged(const std::vector<std::string>& but_for = {}) const;

 private:
  json::object run(std::string_view tool, json::object arguments);

  session* server_ = nullptr;
  json::object run_arguments_;
  file_map remembered_;
};

// For utf::precondition: skip visibly where the program is not on PATH, or the set is not installed.
using precondition = std::function<boost::test_tools::assertion_result(boost::unit_test::test_unit_id)>;
precondition needs(bool there, std::string reason);
precondition needs_program(const std::string& name);
precondition needs_node_modules(const std::string& set);

bool is_on_path(std::string_view program);
// The first of that name on PATH; "" if there is none.
std::string path_of(std::string_view program);

// "label (file:1-3)", with " dynamic" behind those that are, in the order of list_testblocks' answer.
std::vector<std::string> blocks_in(const json::object& listing);

// "name outcome" of each test in an answer's blocks_run, "name:line outcome" where its line is told; sorted.
std::vector<std::string> tests_run(const json::object& selected);

// The status of a run of a selection; "completed" also where it is "failed" by nothing but what is known to fail beside it.
std::string own_status(const json::object& run);

// fzf's query for exactly this text.
std::string exact_query(std::string_view text);

// "passed 3, failed 1, skipped 0, errors 0".
std::string counted(const json::object& run);

// Names of the failures of a run's answer, sorted.
std::vector<std::string> failed_names(const json::object& run);

// "TEST: FILE:LINE", with " raised at FILE:LINE" where the cause was raised elsewhere, of each failure.
std::vector<std::string> failure_places(const json::object& run);

// What an LCOV file says, by path relative to `root`.
line_states lines_of_lcov(std::string_view text, const std::string& root);

}  // namespace covey::testing

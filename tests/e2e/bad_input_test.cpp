// What a server says to what it cannot do, and the program outside of a session.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>

using namespace covey::testing;

namespace {

void expect_error(const json::object& answer, const std::string& beginning) {
  BOOST_TEST(at_path(answer, "isError") == true);
  BOOST_TEST(text_of(answer).rfind(beginning, 0) == 0u, text_of(answer));
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(bad_input, covey_fixture)

BOOST_AUTO_TEST_CASE(an_unknown_tool_is_a_protocol_error_that_names_the_known_ones) {
  auto& server = start_open();
  const auto answer = server.answer(server.start_call("run_test"));
  BOOST_TEST(at_path(answer, "error.code") == -32602);
  const std::string message{at_path(answer, "error.message").as_string()};
  BOOST_TEST(message.find("run_test") != std::string::npos, message);
  BOOST_TEST(message.find("run_failing_tests") != std::string::npos, message);
}

BOOST_AUTO_TEST_CASE(a_wrong_argument_is_named_and_nothing_runs) {
  use_fake_go("touch:" + outside("it-ran"));
  auto& server = start_open();
  expect_error(server.call("run_tests", {{"foo", 1}}), "run_tests: unknown argument \"foo\"");
  expect_error(server.call("run_tests", {{"timeout", "abc"}}), "run_tests: timeout must be");
  expect_error(server.call("run_tests", {{"output", "loud"}}), "run_tests: output must be");
  expect_error(server.call("run_tests", {{"language", 5}}), "run_tests: language must be");
  expect_error(server.call("tests_covering", {}), "tests_covering: file is required");
  BOOST_TEST(!std::filesystem::exists(outside("it-ran")));
}

BOOST_AUTO_TEST_CASE(a_workspace_without_a_project_is_an_error_that_says_what_was_looked_for) {
  auto& server = start_open();
  const auto answer = server.call("run_tests");
  BOOST_TEST(at_path(answer, "isError") == true);
  BOOST_TEST(text_of(answer).find("no supported project detected in workspace root") != std::string::npos);
  BOOST_TEST(text_of(answer).find("go.mod") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_language_that_is_not_there_is_an_error_that_says_what_is) {
  use_fake_go("pass:1");
  auto& server = start_open();
  const auto answer = server.call("run_tests", {{"language", "rust"}});
  BOOST_TEST(at_path(answer, "isError") == true);
  BOOST_TEST(
      text_of(answer).find("language \"rust\" not detected in workspace; detected: go") != std::string::npos,
      text_of(answer));
}

BOOST_AUTO_TEST_CASE(a_missing_toolchain_is_an_error_with_its_name) {
  write_file(workspace() + "/go.mod", "module example.com/m\n\ngo 1.19\n");
  set_environment("PATH", programs());
  auto& server = start_open();
  const auto answer = server.call("run_tests");
  expect_error(answer, "run_tests: go: not found on PATH");
}

BOOST_AUTO_TEST_CASE(a_workspace_that_is_missing_or_a_file_is_a_usage_error) {
  for (const auto& path : {outside("nowhere"), std::string{COVEY_SOURCE_DIR "/README.md"}}) {
    const auto result = run_covey({"--workspace", path});
    BOOST_TEST(result.exit_code == 2);
    BOOST_TEST(result.out.empty());
    BOOST_TEST(result.err.find(path) != std::string::npos, result.err);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_option_is_a_usage_error) {
  const auto result = run_covey({"--no-such-option"});
  BOOST_TEST(result.exit_code == 2);
  BOOST_TEST(result.out.empty());
  BOOST_TEST(!result.err.empty());
}

BOOST_AUTO_TEST_CASE(the_workspace_may_be_given_from_elsewhere) {
  use_fake_go("pass:2");
  const auto elsewhere = outside("elsewhere");
  std::filesystem::create_directory(elsewhere);
  auto from_there = options({"-w", workspace()});
  from_there.directory = elsewhere;
  session server{from_there};
  server.open("2025-11-25");
  BOOST_TEST(counts_of(server.call("run_tests")) == "passed 2, failed 0, skipped 0, errors 0");
  server.expect_clean_end();
}

// Claude Code starts servers in the folder of the project, but not always; Cursor in /, with several folders.
BOOST_AUTO_TEST_CASE(the_host_names_the_workspace_where_the_folder_started_in_is_no_project) {
  use_fake_go("pass:2");
  const auto elsewhere = outside("elsewhere");
  std::filesystem::create_directory(elsewhere);
  const auto counts = [&](const std::string& directory, const char* variable, const std::string& value) {
    set_environment(variable, value);
    auto how = options({});
    how.directory = directory;
    session server{how};
    server.open("2025-11-25");
    const auto run = server.call("run_tests");
    server.expect_clean_end();
    set_environment(variable, "");
    return at_path(run, "isError") == true ? text_of(run) : counts_of(run);
  };
  const std::string two = "passed 2, failed 0, skipped 0, errors 0";
  BOOST_TEST(counts(elsewhere, "CLAUDE_PROJECT_DIR", workspace()) == two);
  BOOST_TEST(counts(elsewhere, "WORKSPACE_FOLDER_PATHS", workspace() + "," + elsewhere) == two);
  BOOST_TEST(counts(workspace(), "CLAUDE_PROJECT_DIR", elsewhere) == two);  // a project decides by itself
  for (const auto& none : {std::string{"nowhere"}, outside("nowhere"), std::string{}})
    BOOST_TEST(counts(elsewhere, "CLAUDE_PROJECT_DIR", none).find("no supported project") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_shell_can_call_tools_in_one_session) {
  use_fake_go("pass:2,fail:1");
  const auto red = run_covey({"call", "run_tests", R"({"output":"summary"})", "last_test_failures"});
  BOOST_TEST(red.exit_code == 0);  // a red run is no error
  BOOST_TEST(red.out.find("exit: 1") != std::string::npos, red.out);
  BOOST_TEST(red.out.find("1. example.com/fake/TestFail3") != std::string::npos, red.out);
  BOOST_TEST(run_covey({"call", "tests_covering"}).exit_code == 1);
  BOOST_TEST(run_covey({"call", "run_tests", "{not json"}).exit_code == 2);
  BOOST_TEST(run_covey({"call"}).exit_code == 2);
}

BOOST_AUTO_TEST_CASE(off_a_terminal_progress_tells_what_failed_and_does_not_count) {
  use_fake_go("steady:0.5,fail:1,steady:0.5");
  const auto call = run_covey({"call", "run_tests"});
  BOOST_TEST(call.err.find(" 1 failed: ") != std::string::npos, call.err);
  BOOST_TEST(std::count(call.err.begin(), call.err.end(), '\n') == 1, call.err);
}

BOOST_AUTO_TEST_CASE(the_doctor_says_which_toolchain_is_there) {
  use_fake_go("pass:1");
  const auto result = run_covey({"doctor"});
  BOOST_TEST(result.exit_code == 0);
  BOOST_TEST(result.out.find("go1.26.0") != std::string::npos, result.out);
  BOOST_TEST(run_covey({"--version"}).exit_code == 0);
}

BOOST_AUTO_TEST_SUITE_END()

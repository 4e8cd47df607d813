#include "tests/protocol/body_text.hpp"
#include "protocol/render/run/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"
#include <cerrno>
#include <csignal>

namespace covey::protocol {
namespace {

tool_answer render(const parsers::finished_run& run, run_output output = run_output::raw) {
  auto out = render_run(run, output);
  check_schema(out, status_schema);
  return out;
}

BOOST_AUTO_TEST_SUITE(run_answer)

BOOST_AUTO_TEST_CASE(raw_is_what_the_runner_printed_with_the_verdict_and_its_exit_code) {
  auto run = sample_run();
  run.out.text = "one\ntwo\n";
  const std::string green = "passed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\n";
  const std::string red = "failed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\n";
  BOOST_TEST(render(run).text == "one\ntwo\n" + green + "exit: 0");
  run.out.text = "one\ntwo";
  run.err.text = "three";
  run.ending.value = 2;
  BOOST_TEST(render(run).text == "one\ntwo\n--- stderr ---\nthree\n" + red + "exit: 2");
  run.out.text.clear();
  run.err.text = "three\n";
  BOOST_TEST(render(run).text == "--- stderr ---\nthree\n" + red + "exit: 2");
  BOOST_TEST(!render(run).is_error);
}

BOOST_AUTO_TEST_CASE(a_timeout_says_after_how_long_and_exits_with_124) {
  auto run = sample_run();
  run.out.text = "one\n";
  run.ending.kind = parsers::run_ending::kind_type::signalled;
  run.ending.value = SIGKILL;
  run.ending.timed_out = true;
  run.results.not_run = 7;
  const auto out = render(run);
  BOOST_TEST(out.text ==
             "one\ntimed out after 300s\n"
             "timed_out (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\n"
             "not run: 7 test(s)\nexit: 124");
  BOOST_TEST(!out.is_error);
  BOOST_TEST(out.structured.at("status").as_string() == "timed_out");
  BOOST_TEST(out.structured.at("timed_out").as_bool());
  BOOST_TEST(out.structured.at("exit_code").as_int64() == 124);
  BOOST_TEST(out.structured.at("not_run").to_number<int>() == 7);
}

// os._exit(0), process.exit(0), m.Run(); os.Exit(0): only covey knows.
BOOST_AUTO_TEST_CASE(a_red_run_whose_runner_exits_with_0_does_not_read_as_green) {
  auto run = sample_red_run();
  run.ending.value = 0;
  run.out.text = "ok\n";
  run.results.failures[0].kind = parsers::failure_kind::crash;
  run.leaked = 1;
  run.notes = {"a note"};
  run.results.notes = {"a line was odd"};
  BOOST_TEST(
      render(run).text ==
      "ok\n"
      "failed (go, run 3): 5 passed, 2 failed, 0 skipped, 0 errors in 3.402s\n"
      "crash: example.com/pkg/foo/TestValidate/empty_input (internal/foo/foo.go:42): expected error for "
      "empty input, got nil\n"
      "assertion: example.com/pkg/bar/TestBaz (internal/bar/bar_test.go:87): mismatch\n"
      "1 process(es) outlived the runner and were killed\n"
      "note: a note\n"
      "note: a line was odd\n"
      "note: the runner exited with 0, and yet this is no pass\n"
      "exit: 0");
}

BOOST_AUTO_TEST_CASE(raw_names_only_the_failures_that_the_runner_did_not) {
  auto run = sample_red_run();
  parsers::failure missing;
  missing.id = {"p", "TestGone"};
  missing.kind = parsers::failure_kind::error;
  missing.message = "the test did not run again";
  auto build = missing;
  build.id = {"q", ""};
  build.message = "q/a.go:3:1: undefined: x\nand more";
  run.results.failures = {sample_failure(), missing, build};
  run.err.text = "# q\nq/a.go:3:1: undefined: x\nTestValidate > empty_input failed\n";
  const auto text = render(run).text;
  BOOST_TEST(text.find("error: p/TestGone: the test did not run again\n") != std::string::npos);
  BOOST_TEST(text.find("error: q") == std::string::npos);
  BOOST_TEST(text.find("assertion: ") == std::string::npos);
}

// covey's runner of unittest prints nothing; what a test prints tells nothing of it.
BOOST_AUTO_TEST_CASE(what_the_runner_does_not_tell_is_not_left_to_its_output) {
  auto run = sample_red_run();
  run.out.text = "hello\n";
  BOOST_TEST(render(run).text.find(
                 "\nassertion: example.com/pkg/bar/TestBaz (internal/bar/bar_test.go:87): mismatch\n") !=
             std::string::npos);
  BOOST_TEST(render(run, run_output::automatic).text.find("2 test failure(s)") != std::string::npos);
  run.out.text = "empty_input\nTestBaz\n";
  BOOST_TEST(render(run).text.find("assertion: ") == std::string::npos);
  BOOST_TEST(render(run, run_output::automatic).text.find("2 test failure(s)") != std::string::npos);
  run.out.text = "expected error for empty input, got nil\nmismatch\n";
  BOOST_TEST(render(run, run_output::automatic).text.starts_with(run.out.text));
}

BOOST_AUTO_TEST_CASE(what_several_processes_note_is_told_once) {
  auto run = sample_run();
  run.results.notes = {"slow", "other", "slow"};
  const auto text = render(run, run_output::summary).text;
  BOOST_TEST(text.find("note: slow\nnote: other\n") != std::string::npos);
  BOOST_TEST(text.find("note: slow", text.find("note: slow") + 1) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failure_that_is_named_by_its_file_is_named_once) {
  auto run = sample_red_run();
  parsers::failure load;
  load.id.group = load.where.file = "a.py";
  load.kind = parsers::failure_kind::error;
  load.message = "no module";
  run.results.failures = {load};
  BOOST_TEST(render(run, run_output::summary).text.find("1. a.py\n   no module\n") != std::string::npos);
  run.results.failures.front().where.line = 3;
  BOOST_TEST(render(run, run_output::summary).text.find("1. a.py\n   a.py:3\n   no module\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_was_not_rerun_is_said_first_and_is_no_pass) {
  auto run = sample_run();
  run.scope = parsers::run_scope::failing;
  run.out.text = "ok\n";
  run.known_before = 3;
  run.still_failing = {{shared(sample_failure()), "go", 1, 0}, {shared(sample_difference()), "go", 1, 0}};
  const std::string first = "1 of 3 rerun, 2 not rerun and still failing\n";
  BOOST_TEST(render(run).text ==
             first +
                 "ok\nfailed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in "
                 "3.402s\nexit: 0");
  const auto out = render(run, run_output::summary);
  BOOST_TEST(out.text.starts_with(first + "failed (go, run 3): 5 passed"));
  BOOST_TEST(out.structured.begin()->key() == "still_failing");
  BOOST_TEST(out.structured.at("status").as_string() == "failed");
  BOOST_TEST(out.structured.at("not_rerun").to_number<int>() == 2);
}

// As where covey.toml was narrowed since: of its kind, and of no other.
BOOST_AUTO_TEST_CASE(a_green_run_of_all_says_what_one_before_it_has_not_reached) {
  auto run = sample_run();
  run.unreached = {{.id = 1, .language = run.language, .ending = {}, .not_run = 7}};
  run.unreached.front().ending.timed_out = true;
  const auto said = [&] { return render(run, run_output::summary).text; };
  BOOST_TEST(
      said().find("note: run 1, of all tests (go), timed out: 7 test(s) never began") != std::string::npos,
      said());
  run.unreached.front().options =
      std::make_shared<const parsers::run_options>(parsers::run_options{.args = {"-race"}});
  BOOST_TEST(said().find("run 1") == std::string::npos, said());
  run.scope = parsers::run_scope::failing;
  BOOST_TEST(said().find("run_tests with the same `args` and `env` runs all") != std::string::npos, said());
}

BOOST_AUTO_TEST_CASE(a_run_of_no_test_says_so) {
  auto run = sample_run();
  run.results.totals = {};
  BOOST_TEST(render(run).text ==
             "no_tests (go, run 3): 0 passed, 0 failed, 0 skipped, 0 errors in 3.402s\n"
             "no tests were run\nnote: the runner exited with 0, and yet this is no pass\nexit: 0");
  BOOST_TEST(render(run).structured.at("status").as_string() == "no_tests");
  run.ending.value = 1;
  run.results.totals.errors = 1;
  BOOST_TEST(render(run).text ==
             "failed (go, run 3): 0 passed, 0 failed, 0 skipped, 1 errors in 3.402s\n"
             "no tests were run\nexit: 1");
  BOOST_TEST(render(run).structured.at("status").as_string() == "failed");
  run.ending.timed_out = true;
  BOOST_TEST(render(run).text.find("\nno test had begun when the time was over: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_tests_of_a_runner_that_is_not_read_are_not_counted_as_none) {
  auto run = sample_run();
  run.results.totals = {};
  run.results.structured = false;
  BOOST_TEST(render(run).text == "passed (go, run 3): exit 0, tests not read by covey in 3.402s\nexit: 0");
  run.ending.value = 2;
  BOOST_TEST(
      render(run, run_output::summary).text.starts_with("failed (go, run 3): exit 2, tests not read by "));
  run.results.totals.errors = 1;
  BOOST_TEST(
      render(run).text.starts_with("failed (go, run 3): exit 2, tests not read by covey, 1 errors in "));
}

BOOST_AUTO_TEST_CASE(a_runner_that_came_to_harm_is_an_error_where_it_ran_nothing) {
  auto run = sample_run();
  run.out.text = "one\n";
  run.ending.kind = parsers::run_ending::kind_type::signalled;
  run.ending.value = SIGKILL;
  auto out = render(run);
  BOOST_TEST(!out.is_error);  // a test took it down, as os._exit(1) would
  auto nothing = run;
  nothing.results.totals = {};
  BOOST_TEST(render(nothing).is_error);
  const std::string verdict = "crashed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\n";
  BOOST_TEST(out.text == "one\ngo was killed by signal 9 (SIGKILL)\n" + verdict + "exit: 137");
  BOOST_TEST(out.structured.at("status").as_string() == "crashed");
  BOOST_TEST(out.structured.at("ended_early").as_string() == "go was killed by signal 9 (SIGKILL)");
  run.ending.kind = parsers::run_ending::kind_type::not_started;
  run.ending.value = EACCES;
  BOOST_TEST(render(run).text == "one\ngo could not be started: Permission denied\n" + verdict + "exit: 127");
  BOOST_TEST(render(run).is_error);
  run.ending.kind = parsers::run_ending::kind_type::lost;
  BOOST_TEST(render(run).is_error);
}

BOOST_AUTO_TEST_CASE(a_signal_of_ours_is_no_harm) {
  auto run = sample_run();
  run.ending.kind = parsers::run_ending::kind_type::signalled;
  run.ending.value = SIGTERM;
  run.ending.cancelled = true;
  BOOST_TEST(!render(run).is_error);
  BOOST_TEST(
      render(run).text ==
      "cancelled\ncancelled (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\nexit: 143");
  BOOST_TEST(render(run).structured.at("status").as_string() == "cancelled");
}

BOOST_AUTO_TEST_CASE(the_structured_half_holds_everything) {
  auto run = sample_red_run();
  run.results.totals.skipped = 1;
  run.results.not_run = 4;
  run.results.unfinished = {{"p", "TestC"}};
  run.results.notes = {"a line was odd"};
  run.notes = {"a note"};
  run.decisions = {{"runner", "go test", "go.mod"}};
  run.covered.emplace().lines = {1000, 854};
  run.err.truncated = true;
  run.leaked = 2;
  run.reparented = 1;
  const auto detailed = render_run(run, run_output::summary, {.detail = true});
  for (const auto* line :
       {"\nroot: /w\n", "\nrunner: go test (go.mod)\n", "\ncommand: go test -json ./...\n"})
    BOOST_TEST(detailed.text.find(line) != std::string::npos);
  auto structured = detailed.structured;
  BOOST_TEST(structured.at("failures").as_array().size() == 2u);
  structured.erase("failures");
  BOOST_TEST(!structured.contains("coverage"));  // of a part of the tests
  BOOST_TEST(
      structured ==
      parse_json(
          R"({"run_id":3,"status":"failed","language":"go","root":"/w",)"
          R"("choices":[{"part":"runner","chosen":"go test","why":"go.mod"}],)"
          R"("commands":[["go","test","-json","./..."]],)"
          R"("counts":{"passed":5,"failed":2,"skipped":1,"errors":0},)"
          R"("duration_ms":3402,"exit_code":1,"timed_out":false,"cancelled":false,)"
          R"("truncated":{"stdout":false,"stderr":true},"failures_left_out":0,)"
          R"("unfinished":["p/TestC"],"not_run":4,"leaked":2,"escaped":1,"notes":["a note","a line was odd"]})")
          .value.as_object());
  auto lean = render(run).structured;
  lean.erase("failures");
  BOOST_TEST(lean == parse_json(R"({"run_id":3,"status":"failed","language":"go",)"
                                R"("counts":{"passed":5,"failed":2,"skipped":1},"exit_code":1,)"
                                R"("truncated":{"stderr":true},"unfinished":["p/TestC"],"not_run":4,)"
                                R"("leaked":2,"escaped":1,"notes":["a note","a line was odd"]})")
                         .value.as_object());
}

BOOST_AUTO_TEST_CASE(a_summary_says_what_happened_before_what_failed) {
  auto run = sample_red_run();
  run.covered.emplace().lines = {3, 2};
  run.results.not_run = 4;
  run.results.unfinished = {{"p", "TestC"}};
  run.leaked = 1;
  run.reparented = 1;
  run.notes = {"a note"};
  BOOST_TEST(render(run, run_output::summary).text ==
             "failed (go, run 3): 5 passed, 2 failed, 0 skipped, 0 errors in 3.402s\n"
             "\n"
             "2 test failure(s):\n"
             "\n"
             "1. example.com/pkg/foo/TestValidate/empty_input\n"
             "   internal/foo/foo.go:42\n"
             "   expected error for empty input, got nil\n"
             "\n"
             "2. example.com/pkg/bar/TestBaz\n"
             "   internal/bar/bar_test.go:87\n"
             "   mismatch\n"
             "   --- diff ---\n"
             "   got: 5\n"
             "   want: 3\n"
             "\n"
             "not run: 4 test(s)\n"
             "not ended: p/TestC\n"
             "2 process(es) outlived the runner and were killed, 1 of them outside its session\n"
             "note: a note\n"
             "exit: 1");
}

BOOST_AUTO_TEST_CASE(coverage_says_what_it_counts_and_only_of_a_whole_run) {
  auto run = sample_run();
  run.covered.emplace().lines = {1000, 854};
  BOOST_TEST(render(run, run_output::summary).text.find("\ncoverage: 85.4% of lines (854 of 1000)\n") !=
             std::string::npos);
  run.covered_part = "src/";
  const auto out = render(run, run_output::summary);
  BOOST_TEST(out.text.find("\ncoverage: 85.4% of the lines of src/ (854 of 1000)\n") != std::string::npos);
  BOOST_TEST(to_text(out.structured.at("coverage")) == R"({"percent":85.4,"of":"src/"})");
  BOOST_TEST(to_text(render_run(run, run_output::summary, {.detail = true}).structured.at("coverage")) ==
             R"({"percent":85.4,"lines_found":1000,"lines_hit":854,"of":"src/"})");
  for (const auto scope : {parsers::run_scope::failing, parsers::run_scope::selected}) {
    run.scope = scope;
    BOOST_TEST(render(run, run_output::summary).text.find("coverage") == std::string::npos);
    BOOST_TEST(!render(run).structured.contains("coverage"));
  }
  run.coverage_follows = true;
  BOOST_TEST(render(run, run_output::summary).text.find("coverage") == std::string::npos);
  run.scope = parsers::run_scope::whole;
  const auto told = render(run, run_output::summary);
  BOOST_TEST(told.text.find("\ncoverage: being read; run_status {\"run\": 3} has it\n") != std::string::npos);
  BOOST_TEST(to_text(told.structured.at("coverage")) == R"({"follows":true})");
  run.coverage_follows = false;
  run.results.not_run = 1;
  BOOST_TEST(render(run, run_output::summary).text.find("coverage") == std::string::npos);
  run = sample_run();
  run.covered.emplace();
  run.covered_part = "0 files";
  BOOST_TEST(render(run, run_output::summary).text.find("coverage") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_green_summary_is_short) {
  BOOST_TEST(render(sample_run(), run_output::summary).text ==
             "passed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\nexit: 0");
}

BOOST_AUTO_TEST_CASE(a_summary_of_huge_failures_stays_within_its_budget) {
  auto run = sample_red_run();
  auto huge = sample_difference();
  huge.message.assign(8000, 'm');
  huge.diff.assign(16'000, 'd');
  run.results.failures.assign(300, huge);
  const auto out = render(run, run_output::summary);
  BOOST_TEST(out.text.size() < 4'000u);
  BOOST_TEST(to_text(out.structured).size() < 4'000u);
}

BOOST_AUTO_TEST_CASE(the_worst_bytes_stay_below_the_size_of_a_line) {
  auto run = sample_red_run();
  run.out.text.assign(500 << 10, '\x01');
  run.err.text.assign(500 << 10, '\x02');
  run.commands.assign(100, {"go", std::string(60'000, '\x03')});
  run.results.unfinished.assign(100'000, {"p", "T\x01"});
  run.notes.assign(1000, std::string(1000, '\x01'));
  auto huge = sample_difference();
  huge.output.assign(16'000, '\x01');
  run.results.failures.assign(300, huge);
  BOOST_TEST(body_text(render(run)).size() < 2u << 20);
}

BOOST_AUTO_TEST_CASE(the_ten_slowest_tests_are_told_in_detail) {
  auto run = sample_run();
  run.results.tests.clear();
  for (int i = 0; i < 14; ++i)
    run.results.tests.push_back({.id = {"p", "Test" + std::to_string(i)}, .duration = std::chrono::milliseconds{i * 100}});
  const auto out = render_run(run, run_output::summary, {.detail = true});
  BOOST_TEST(out.text.find("\nslow: 1.3s p/Test13\nslow: 1.2s p/Test12\n") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("slow: 0.4s p/Test4\n") != std::string::npos, out.text);
  BOOST_TEST(out.text.find("p/Test3\n") == std::string::npos);
  BOOST_TEST(out.structured.at("slowest").as_array().size() == 10u);
  BOOST_TEST(render_run(run, run_output::summary).text.find("slow: ") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

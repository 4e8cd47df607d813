#include "tests/parsers/events/event_reading.hpp"

using namespace covey::parsers;
using namespace covey::parsers::testing::events;

BOOST_AUTO_TEST_SUITE(event_output_suite)

BOOST_AUTO_TEST_CASE(tests_and_failures_come_out_as_they_were_reported) {
  const auto results = read(start + green + red + end, exited(1));
  BOOST_TEST((results.totals == counts{1, 1, 0, 0}));
  BOOST_REQUIRE(results.failures.size() == 1u);
  const auto& why = results.failures.front();
  BOOST_TEST(full_name(why.id) == "t.py::test_b");
  BOOST_TEST(why.key == "k");
  BOOST_TEST((why.kind == failure_kind::assertion));
  BOOST_TEST(why.where.file == "t.py");
  BOOST_TEST(why.where.line == 7u);
  BOOST_TEST(why.expected.value() == "2");
  BOOST_TEST(why.actual.value() == "3");
  BOOST_TEST(results.tests.front().duration.count() == 2);
  BOOST_TEST(results.notes.empty());
}

BOOST_AUTO_TEST_CASE(a_failure_says_where_its_cause_was_raised) {
  const std::string raised =
      R"({"e":"report","group":"t.py","name":"test_b","outcome":"failed","failures":[{"kind":"panic",)"
      R"("message":"KeyError: 'k'","file":"/w/t.py","line":7,"raised_file":"/w/prod.py","raised_line":2}]})"
      "\n";
  const auto results = read(start + raised + end, exited(1));
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(results.failures.front().where.line == 7u);
  BOOST_TEST(results.failures.front().raised_at.file == "prod.py");
  BOOST_TEST(results.failures.front().raised_at.line == 2u);
}

BOOST_AUTO_TEST_CASE(values_that_nothing_tells_apart_are_left_and_right) {
  const std::string compared =
      R"({"e":"report","group":"t","name":"a","outcome":"failed","failures":[{"kind":"assertion",)"
      R"("message":"assertion `left == right` failed","left":"3","right":"2"}]})"
      "\n";
  const auto results = read(start + compared + end, exited(1));
  BOOST_REQUIRE(results.failures.size() == 1u);
  const auto& why = results.failures.front();
  BOOST_TEST((why.values == value_names::left_right));
  BOOST_TEST(why.actual.value() == "3");
  BOOST_TEST(why.expected.value() == "2");
}

BOOST_AUTO_TEST_CASE(what_tests_print_is_no_event) {
  const auto parser = make_event_output(options());
  parser->feed(stream::out, red);
  parser->feed(stream::err, red);
  parser->feed(stream::events, start + green + end);
  BOOST_TEST((parser->finish(good).totals == counts{1, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(a_test_that_began_and_was_never_reported_crashed) {
  const auto results = read(start + green +
                                R"({"e":"begin","group":"t.py","name":"test_c","file":"t.py","line":9})"
                                "\n",
                            exited(0), options(), "Segmentation fault\n");
  BOOST_TEST((results.totals == counts{1, 1, 0, 0}));
  BOOST_REQUIRE(results.failures.size() == 1u);
  const auto& why = results.failures.front();
  BOOST_TEST((why.kind == failure_kind::crash));
  BOOST_TEST(full_name(why.id) == "t.py::test_c");
  BOOST_TEST(why.where.line == 9u);
  BOOST_TEST(why.message == "the process ended while this test was running (exit code 0)");
  BOOST_TEST(why.output == "Segmentation fault");
}

BOOST_AUTO_TEST_CASE(what_failed_before_a_crash_is_told_with_it) {
  const std::string began = R"({"e":"begin","group":"t.py","name":"test_c","key":"c","file":"t.py","line":9})"
                            "\n";
  const std::string failing =
      R"({"e":"failing","group":"t.py","name":"test_c","key":"c","failure":{"kind":"assertion","message":"assert 1 == 2","file":"t.py","line":11,"expected":"2"}})"
      "\n";
  const auto crashed = read(start + began + failing, exited(3));
  BOOST_TEST((crashed.totals == counts{0, 1, 0, 0}));
  BOOST_REQUIRE(crashed.failures.size() == 1u);
  const auto& why = crashed.failures.front();
  BOOST_TEST((why.kind == failure_kind::crash));
  BOOST_TEST(why.where.line == 11u);
  BOOST_TEST(why.expected.value() == "2");
  BOOST_TEST(why.message ==
             "assert 1 == 2\n\nt.py:9: the process ended while this test was running (exit code 3)");
  const std::string report = R"({"e":"report","group":"t.py","name":"test_c","key":"c","outcome":"passed"})"
                             "\n";
  BOOST_TEST((read(start + began + failing + report + end, exited(0)).totals == counts{1, 0, 0, 0}));
  BOOST_TEST((read(start + failing + end, exited(0)).totals == counts{0, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(a_test_that_runs_at_the_deadline_has_timed_out) {
  const run_ending late{run_ending::kind_type::signalled, 15, true, false};
  const auto results = read(start + R"({"e":"begin","group":"t.py","name":"test_c"})"
                                    "\n",
                            late);
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST((results.failures.front().kind == failure_kind::timeout));
}

// Vitest tells of a worker that covey's stop has ended as of one that crashed.
BOOST_AUTO_TEST_CASE(a_crash_that_the_stop_caused_is_none) {
  const run_ending late{run_ending::kind_type::exited, 1, true, false};
  const std::string crashed = R"("outcome":"failed","failures":[{"kind":"crash","message":"worker exited"}]})"
                              "\n";
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + R"({"e":"report","group":"t.py","name":"test_gone",)" + crashed +
                                   R"({"e":"begin","group":"t.py","name":"test_c"})"
                                   "\n");
  parser->stopping();
  // What is begun and told after the stop has happened before: a doc test whose details are to come.
  parser->feed(stream::events, R"({"e":"report","group":"t.py","name":"test_c",)" + crashed +
                                   R"({"e":"begin","group":"t.py","name":"test_d"})"
                                   "\n"
                                   R"({"e":"report","group":"t.py","name":"test_d",)" +
                                   crashed + end);
  const auto results = parser->finish(late);
  BOOST_REQUIRE(results.failures.size() == 3u);
  BOOST_TEST((results.failures.front().kind == failure_kind::crash));
  BOOST_TEST(results.failures[1].id.name == "test_d");
  BOOST_TEST((results.failures[1].kind == failure_kind::crash));
  BOOST_TEST((results.failures.back().kind == failure_kind::timeout));
}

BOOST_AUTO_TEST_CASE(a_test_that_runs_at_a_cancellation_is_unfinished) {
  const run_ending stopped{run_ending::kind_type::signalled, 15, false, true};
  const auto results = read(start + R"({"e":"begin","group":"t.py","name":"test_c"})"
                                    "\n",
                            stopped);
  BOOST_TEST(results.failures.empty());
  BOOST_REQUIRE(results.unfinished.size() == 1u);
  BOOST_TEST(full_name(results.unfinished.front()) == "t.py::test_c");
}

BOOST_AUTO_TEST_CASE(a_problem_is_a_failure_without_an_outcome) {
  const auto results = read(
      start +
          R"({"e":"problem","group":"bad.py","failure":{"kind":"error","message":"No module named x","file":"bad.py","line":1}})"
          "\n" +
          green + end,
      exited(1));
  BOOST_TEST((results.totals == counts{1, 0, 0, 1}));
  BOOST_TEST(full_name(results.failures.front().id) == "bad.py");
}

BOOST_AUTO_TEST_CASE(a_runner_that_goes_away_between_tests_is_no_pass) {
  const auto results = read(start + green, exited(0));
  BOOST_TEST((results.totals == counts{1, 1, 0, 0}) == false);
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST((results.failures.front().kind == failure_kind::crash));
  BOOST_TEST(results.failures.front().id.group == "pytest");
  BOOST_TEST(results.failures.front().message ==
             "pytest ended with exit code 0 before its report was complete");
}

BOOST_AUTO_TEST_CASE(a_runner_that_never_started_says_what_it_printed) {
  const auto results = read("", exited(4), options(), "ERROR: unknown option --foo\n");
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST((results.totals == counts{0, 0, 0, 1}));
  BOOST_TEST(results.failures.front().message ==
             "pytest ended with exit code 4 before its report was complete:\nERROR: unknown option --foo");
}

BOOST_AUTO_TEST_CASE(text_is_explained_only_where_nothing_was_reported) {
  auto how = options();
  how.diagnose = [](const printed_text& said, const run_ending&) {
    failure out;
    out.id = {"a.js", {}, {}};
    out.kind = failure_kind::error;
    out.message = std::string{said.err};
    out.where = {"/w/src/a.js", 3};
    return std::vector{out};
  };
  BOOST_TEST(read("", exited(1), how, "no such file").failures.front().message == "no such file");
  BOOST_TEST(read("", exited(1), how).failures.front().where.file == "src/a.js");
  BOOST_TEST(read(start + red + end, exited(1), how, "no such file").failures.front().message ==
             "assert 3 == 2");
}

BOOST_AUTO_TEST_CASE(text_is_explained_without_its_colours) {
  auto how = options();
  how.diagnose = [](const printed_text& said, const run_ending&) {
    failure out;
    out.message = std::string{said.out} + "|" + std::string{said.err};
    return std::vector{out};
  };
  const auto parser = make_event_output(how);
  parser->feed(stream::out, "\x1b[1mbold\x1b[0m");
  parser->feed(stream::err, "\x1b[31mERROR: no such option\x1b[0m");
  BOOST_TEST(parser->finish(exited(4)).failures.front().message == "bold|ERROR: no such option");
}

BOOST_AUTO_TEST_CASE(each_of_several_runners_is_judged_by_its_own_report) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + red + end);
  parser->end_command("jest in a", exited(1));
  parser->feed(stream::err, "no such configuration\n");
  parser->end_command("mocha in b", exited(7));
  parser->feed(stream::events, start + R"({"e":"begin","group":"c.js","name":"x"})"
                                       "\n");
  parser->end_command("vitest in c", exited(0));
  parser->feed(stream::events, start + green + end);
  parser->end_command("mocha in d", good);
  const auto results = parser->finish(exited(1));
  BOOST_REQUIRE(results.failures.size() == 3u);
  BOOST_TEST(full_name(results.failures[0].id) == "t.py::test_b");
  BOOST_TEST(full_name(results.failures[1].id) == "mocha in b");
  BOOST_TEST(results.failures[1].message ==
             "mocha in b ended with exit code 7 before its report was complete:\nno such configuration");
  BOOST_TEST(full_name(results.failures[2].id) == "c.js::x");
  BOOST_TEST((results.failures[2].kind == failure_kind::crash));
  BOOST_TEST(results.notes.empty());
}

// A rerun asks that one alone.
BOOST_AUTO_TEST_CASE(what_ran_when_the_time_was_over_is_of_the_runner_that_ran) {
  auto how = options();
  how.wanted = {wanted("b.js", "y")};
  how.wanted.front().runner = "mocha in b";
  const auto parser = make_event_output(how);
  parser->feed(stream::events, start + R"({"e":"begin","group":"c.js","name":"x"})"
                                       "\n");
  const run_ending late{run_ending::kind_type::signalled, 15, true, false};
  parser->end_command("node:test in a", late);
  const auto results = parser->finish(late);
  BOOST_REQUIRE(results.failures.size() == 2u);
  BOOST_TEST((results.failures[0].kind == failure_kind::timeout));
  BOOST_TEST(results.failures[0].runner == "node:test in a");
  BOOST_TEST(results.failures[1].message == "did not run again: the run was stopped after its timeout");
  BOOST_TEST(results.failures[1].runner == "mocha in b");
}

BOOST_AUTO_TEST_CASE(an_exit_code_that_no_test_explains_is_noted) {
  const auto results = read(start + green + end, exited(1));
  BOOST_TEST(results.failures.empty());
  BOOST_REQUIRE(results.notes.size() == 1u);
  BOOST_TEST(results.notes.front() == "pytest ended with exit code 1 although no test failed");
}

BOOST_AUTO_TEST_CASE(where_a_test_is_defined_is_told_when_it_begins_or_ends) {
  const std::string report = R"({"e":"report","group":"t.py","name":"test_a","outcome":"passed")";
  const std::string begin = R"({"e":"begin","group":"t.py","name":"test_a")";
  const std::string at_3 = R"(,"file":"/w/t.py","line":3)", at_9 = R"(,"file":"/w/t.py","line":9)";
  const auto line = [&](const std::string& events) {
    const auto results = read(start + events + end);
    BOOST_REQUIRE(results.tests.size() == 1u);
    BOOST_TEST(results.tests.front().defined.file == "t.py");
    return results.tests.front().defined.line;
  };
  BOOST_TEST(line(begin + at_3 + "}\n" + report + "}\n") == 3u);
  BOOST_TEST(line(report + at_9 + "}\n") == 9u);
  BOOST_TEST(line(begin + R"(,"file":"/w/t.py"})" + "\n" + report + at_9 + "}\n") == 9u);
  BOOST_TEST(line(begin + at_3 + "}\n" + report + at_9 + "}\n") == 3u);
}

BOOST_AUTO_TEST_CASE(tests_of_one_name_are_told_apart_by_their_keys_or_order) {
  const std::string twice = R"({"e":"begin","group":"a","name":"x","key":"1"})"
                            "\n"
                            R"({"e":"begin","group":"a","name":"x","key":"2"})"
                            "\n"
                            R"({"e":"report","group":"a","name":"x","key":"1","outcome":"passed"})"
                            "\n";
  const auto keyed = read(start + twice);
  BOOST_TEST((keyed.totals == counts{1, 1, 0, 0}));
  BOOST_TEST(keyed.failures.front().key == "2");
  const std::string plain = R"({"e":"report","group":"a","name":"x","outcome":"passed"})"
                            "\n";
  BOOST_TEST((read(start + plain + plain + end).totals == counts{2, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(twins_that_end_out_of_order_keep_their_places) {
  const auto event = [](const std::string& type, int line, const std::string& more) {
    return R"({"e":")" + type + R"(","group":"a.js","name":"x","file":"/w/a.js","line":)" +
           std::to_string(line) + more + "}\n";
  };
  const auto results = read(
      start + event("begin", 3, "") + event("begin", 7, "") + event("report", 7, R"(,"outcome":"passed")") +
      event("report", 3, R"(,"outcome":"failed","failures":[{"kind":"panic","message":"boom"}])") + end);
  BOOST_REQUIRE(results.tests.size() == 2u);
  BOOST_TEST((results.tests[0].result == outcome::passed));
  BOOST_TEST(results.tests[0].defined.line == 7u);
  BOOST_TEST(results.tests[1].defined.line == 3u);
}

BOOST_AUTO_TEST_CASE(several_failures_of_a_test_are_one_entry) {
  const auto results = read(
      start +
      R"({"e":"report","group":"a","name":"x","outcome":"failed","failures":[{"kind":"assertion","message":"one","file":"a","line":1},)"
      R"({"kind":"panic","message":"two","file":"a","line":2}]})"
      "\n" +
      end);
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(results.failures.front().message == "one\n\na:2: two");
  BOOST_TEST((results.failures.front().kind == failure_kind::assertion));
}

// The text says how much of it is left out, not how much of what was left of it.
BOOST_AUTO_TEST_CASE(a_long_message_is_cut_once) {
  const auto results =
      read(start + R"({"e":"report","group":"a","name":"x","outcome":"failed","failures":[{"message":")" +
           std::string(20000, 'x') + "\"}]}\n" + end);
  const std::string half(4096, 'x');
  BOOST_TEST(results.failures.at(0).message == half + "\n[TRUNCATED] 11808 of 20000 bytes left out\n" + half);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_no_utf8_is_repaired) {
  const auto results =
      read(start +
           "{\"e\":\"report\",\"group\":\"t\xff\",\"name\":\"\xc3\xa4\x80\",\"outcome\":\"passed\"}\n" + end);
  BOOST_REQUIRE(results.tests.size() == 1u);
  BOOST_TEST(full_name(results.tests.front().id) == "t\xef\xbf\xbd::\xc3\xa4\xef\xbf\xbd");
}

// Tests of one file come one after the other, and those of several files at once.
BOOST_AUTO_TEST_CASE(tests_of_a_file_share_its_name) {
  const auto report = [](const std::string& file) {
    return R"({"e":"report","group":")" + file + R"(","name":"x","outcome":"passed","file":"/w/)" + file +
           "\",\"line\":1}\n";
  };
  const auto results = read(start + report("a.py") + report("a.py") + report("b.py") + report("a.py") + end);
  BOOST_REQUIRE(results.tests.size() == 4u);
  const auto* group = &results.tests[0].id.group.string();
  const auto* file = &results.tests[0].defined.file.string();
  for (const std::size_t i : {1u, 3u}) {
    BOOST_TEST(&results.tests[i].id.group.string() == group);
    BOOST_TEST(&results.tests[i].defined.file.string() == file);
  }
  BOOST_TEST(results.tests[2].id.group == "b.py");
  BOOST_TEST(results.tests[2].defined.file == "b.py");
}

BOOST_AUTO_TEST_CASE(lines_that_are_no_events_are_counted_and_skipped) {
  const auto results = read(start + "garbage\n[1]\n{\"e\":\"other\"}\n{\"e\":5}\n\xff\xfe\n" + green + end);
  BOOST_TEST((results.totals == counts{1, 0, 0, 0}));
  BOOST_REQUIRE(results.notes.size() == 1u);
  BOOST_TEST(results.notes.front() == "5 line(s) of the report could not be read and were skipped");
}

BOOST_AUTO_TEST_CASE(members_of_wrong_types_do_no_harm) {
  const auto results = read(
      R"({"e":"report","group":7,"name":null,"outcome":[],"ms":"x","failures":[1,{"kind":3,"line":-5,"file":{}}],"output":9})"
      "\n" +
          end,
      exited(1));
  BOOST_TEST((results.totals == counts{0, 0, 0, 1}));
}

BOOST_AUTO_TEST_CASE(a_total_that_nobody_told_is_not_made_up) {
  const auto parser = make_event_output({});
  parser->feed(
      stream::events,
      "{\"e\":\"start\"}\n{\"e\":\"report\",\"group\":\"a\",\"name\":\"b\",\"outcome\":\"passed\"}\n");
  BOOST_TEST(parser->now().done == 1u);
  BOOST_TEST(parser->now().total == 0u);
  parser->feed(stream::events, "{\"e\":\"total\",\"count\":3}\n");
  BOOST_TEST(parser->now().total == 3u);
}

BOOST_AUTO_TEST_CASE(progress_counts_and_names_the_current_test) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start +
                                   R"({"e":"total","count":5})"
                                   "\n" +
                                   green + red);
  const auto now = parser->now();
  BOOST_TEST(now.done == 2u);
  BOOST_TEST(now.failed == 1u);
  BOOST_TEST(now.total == 5u);
  BOOST_TEST(now.current == "t.py::test_b");
}

// A build that its runner tells like a test; the tests have not begun.
BOOST_AUTO_TEST_CASE(what_the_runner_itself_is_at_is_no_test) {
  const auto parser = make_event_output(options());
  parser->feed(stream::events, start + "{\"e\":\"begin\",\"group\":\"" + options().runner + "\",\"name\":\"build\"}\n");
  BOOST_TEST(parser->now().current == "");
  BOOST_TEST(parser->now().running != "");
}

// A runner's last word may be another than what it said when the test ended.
BOOST_AUTO_TEST_CASE(a_report_takes_the_place_of_what_was_told_before) {
  const auto corrected = [](std::string_view name, std::string_view told, std::string_view now) {
    return R"({"e":"report","group":"t.py","name":")" + std::string{name} + R"(","key":"k","replaces":")" +
           std::string{told} + R"(","outcome":")" + std::string{now} +
           "\",\"failures\":[{\"message\":\"late\"}]}\n";
  };
  const auto redder = read(start + green + red + corrected("test_a", "passed", "failed") + end, exited(1));
  BOOST_TEST((redder.totals == counts{0, 1, 0, 1}));
  BOOST_TEST(redder.tests.size() == 2u);
  BOOST_REQUIRE(redder.failures.size() == 2u);
  BOOST_TEST(redder.failures.back().message == "late");
  const auto greener = read(start + green + red + corrected("test_b", "failed", "passed") + end);
  BOOST_TEST((greener.totals == counts{2, 0, 0, 0}));
  BOOST_TEST(greener.failures.empty());
  const auto unknown = read(start + green + corrected("test_c", "passed", "failed") + end, exited(1));
  BOOST_TEST((unknown.totals == counts{1, 0, 0, 1}));
}

BOOST_AUTO_TEST_SUITE_END()

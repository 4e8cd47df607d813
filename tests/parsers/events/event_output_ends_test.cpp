// What is known of a run whose runner did not come to its end.
#include "parsers/events/event_output.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;

namespace {

const std::string begun = R"({"e":"start","runner":"pytest","version":"9.1"}
{"e":"total","count":5}
{"e":"begin","group":"t.py","name":"test_a"}
{"e":"report","group":"t.py","name":"test_a","outcome":"passed"}
{"e":"begin","group":"t.py","name":"test_b"}
)";
constexpr run_ending killed{run_ending::kind_type::signalled, 11, false, false};
constexpr run_ending cancelled{run_ending::kind_type::signalled, 9, false, true};
constexpr run_ending timed_out{run_ending::kind_type::signalled, 9, true, false};

run_results read(const std::string& events, const run_ending& ending, event_output_options options) {
  options.root = "/w";
  options.separator = "::";
  options.runner = "pytest";
  const auto parser = make_event_output(std::move(options));
  parser->feed(stream::events, events);
  parser->feed(stream::err, "\x1b[31mFatal\x1b[0m\n");
  return parser->finish(ending);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(event_output_ends)

BOOST_AUTO_TEST_CASE(tests_that_never_began_are_counted_where_their_number_is_known) {
  event_output_options exact;
  exact.total_is_exact = true;
  for (const auto& ending : {killed, timed_out, cancelled})
    BOOST_TEST(read(begun, ending, exact).not_run == 3u);
  BOOST_TEST(read(begun, killed, {}).not_run == 0u);
  const std::string rest = R"({"e":"report","group":"t.py","name":"test_b","outcome":"passed"}
{"e":"total","count":2}
{"e":"end"}
)";
  BOOST_TEST(read(begun + rest, {run_ending::kind_type::exited, 0, false, false}, exact).not_run == 0u);
}

BOOST_AUTO_TEST_CASE(the_same_note_on_several_groups_is_one) {
  std::string events = begun;
  for (const auto* group : {"a", "b", "c", "d", "e"})
    events += R"({"e":"note","group":")" + std::string{group} + R"(","text":"it is odd."})" + "\n";
  events += R"({"e":"note","group":"x","text":"it is even."})";
  const auto results = read(events + "\n", killed, {});
  BOOST_REQUIRE(results.notes.size() >= 2u);
  BOOST_TEST(results.notes[0] == "a, b, c and 2 more: it is odd.");
  BOOST_TEST(results.notes[1] == "x: it is even.");
}

BOOST_AUTO_TEST_CASE(what_a_group_announced_and_never_reported_was_not_run) {
  const std::string known = R"({"e":"known","group":"a"}
{"e":"known","group":"b"}
{"e":"known","group":"c"}
{"e":"known","group":"a","count":4}
{"e":"begin","group":"a","name":"one"}
{"e":"report","group":"a","name":"one","outcome":"passed"}
{"e":"begin","group":"a","name":"two"}
)";
  for (const auto& ending : {killed, timed_out, cancelled}) {
    const auto results = read(known, ending, {});
    BOOST_TEST(results.not_run == 2u);  // neither `one` nor `two`, however that ended
    BOOST_REQUIRE(results.notes.size() == 1u);
    BOOST_TEST(results.notes.front() == "never began, and how many tests they hold is not known: b, c");
  }
  // A further process of a group has the rest of its tests; one that has them all is done, whatever it
  // listed.
  const std::string again = known + "{\"e\":\"known\",\"group\":\"a\",\"count\":9}\n";
  BOOST_TEST(read(again, killed, {}).not_run == 8u);
  const std::string done = again + R"({"e":"done","group":"a"}
{"e":"done","group":"b","count":5}
{"e":"done","group":"c"}
)";
  const auto results = read(done, killed, {});
  BOOST_TEST(results.not_run == 5u);
  BOOST_TEST(results.notes.empty());
}

BOOST_AUTO_TEST_CASE(tests_that_never_began_are_counted_by_their_groups) {
  const std::string half = R"({"e":"total","groups":3}
{"e":"known","group":"a.js","to_run":4}
{"e":"begin","group":"a.js","name":"one"}
{"e":"report","group":"a.js","name":"one","outcome":"passed"}
{"e":"report","group":"a.js","name":"left out","outcome":"skipped"}
{"e":"known","group":"b.js","to_run":7}
{"e":"begin","group":"a.js","name":"two"}
)";
  const auto cut = read(half, killed, {});
  BOOST_TEST(cut.not_run == 9u);
  BOOST_REQUIRE(cut.notes.size() == 1u);
  BOOST_TEST(cut.notes.front() == "1 of 3 test files never began: how many tests they hold is not known");
  BOOST_TEST(read(half, timed_out, {}).not_run == 9u);

  const std::string rest = R"({"e":"report","group":"a.js","name":"two","outcome":"passed"}
{"e":"done","group":"a.js"}
{"e":"done","group":"b.js"}
{"e":"end"}
)";
  const auto whole = read(half + rest, {run_ending::kind_type::exited, 0, false, false}, {});
  BOOST_TEST(whole.not_run == 0u);
  BOOST_TEST(whole.notes.empty());
}

// A runner that does not count its tests tells of one that began, and then hangs.
BOOST_AUTO_TEST_CASE(a_file_whose_test_runs_has_begun) {
  const std::string hangs = R"({"e":"total","groups":2}
{"e":"begin","group":"a.js","name":"hangs"}
)";
  const auto cut = read(hangs, timed_out, {});
  BOOST_TEST(cut.failures.size() == 1u);
  BOOST_REQUIRE(cut.notes.size() == 1u);
  BOOST_TEST(cut.notes.front() == "1 of 2 test files never began: how many tests they hold is not known");
  const std::string other = R"({"e":"begin","group":"b.js","name":"hangs"})";
  BOOST_TEST(read(hangs + other + "\n", timed_out, {}).notes.empty());
}

// node:test, where the file's process has died before it: the test that ran, then what had not begun.
BOOST_AUTO_TEST_CASE(what_is_counted_after_the_stop_is_without_the_test_that_it_ended) {
  const auto parser = make_event_output({});
  parser->feed(stream::events, R"({"e":"known","group":"t.py","to_run":3})"
                               "\n"
                               R"({"e":"begin","group":"t.py","name":"test_c"})"
                               "\n");
  parser->stopping();
  const std::string told = R"({"e":"report","group":"t.py","name":"test_c","outcome":"failed",)"
                           R"("failures":[{"kind":"crash","message":"signal SIGTERM"}]})"
                           "\n";
  parser->feed(stream::events, told + told +
                                   R"({"e":"known","group":"t.py","to_run":2})"
                                   "\n");
  const auto results = parser->finish(timed_out);
  BOOST_TEST(results.failures.size() == 1u);
  BOOST_TEST(results.not_run == 2u);
}

BOOST_AUTO_TEST_CASE(a_crash_is_explained_by_what_the_runner_printed) {
  event_output_options options;
  options.diagnose_end = [](failure& of, std::string_view err, bool) {
    of.raised_at = {"prod.py", 3};
    of.message += " " + full_name(of.id) + " " + std::string{err};
    of.output = "short";
  };
  const auto results = read(begun, killed, options);
  BOOST_REQUIRE(results.failures.size() == 1u);
  const auto& why = results.failures.front();
  BOOST_TEST(why.message == "the process ended while this test was running (signal 11) t.py::test_b Fatal\n");
  BOOST_TEST((why.raised_at == location{"prod.py", 3}));
  BOOST_TEST(why.output == "short");
  const auto hung = read(begun, timed_out, options).failures.front();
  BOOST_TEST(hung.message == "still running when the time was over t.py::test_b Fatal\n");
  BOOST_TEST((hung.raised_at == location{"prod.py", 3}));
}

// By a runner with several processes, which goes on.
BOOST_AUTO_TEST_CASE(a_crash_that_was_reported_is_explained_too) {
  event_output_options options;
  options.diagnose_end = [](failure& of, std::string_view err, bool) {
    of.message += ": " + std::string{err};
  };
  const auto report = [](const std::string& kind) {
    return R"({"e":"report","group":"t.py","name":"test_b","outcome":"failed","failures":[{"kind":")" + kind +
           R"(","message":"ended"}]})" + "\n{\"e\":\"end\"}\n";
  };
  const run_ending red{run_ending::kind_type::exited, 1, false, false};
  BOOST_TEST(read(begun + report("crash"), red, options).failures.front().message == "ended: Fatal\n");
  BOOST_TEST(read(begun + report("panic"), red, options).failures.front().message == "ended");
}

// A testset waits for the one within it, and both had failed when the process went away.
BOOST_AUTO_TEST_CASE(failures_of_what_waits_and_of_what_runs_are_kept) {
  const std::string outer = R"("group":"t.jl","name":"outer","key":"k")",
                    inner = R"("group":"t.jl","name":"inner")";
  const std::string failed = R"(,"failure":{"kind":"assertion","message":"1 == 2","line":3}})"
                             "\n";
  const std::string nested = R"({"e":"begin",)" + outer + "}\n" + R"({"e":"failing",)" + outer + failed +
                             R"({"e":"wait",)" + outer + "}\n" + R"({"e":"begin",)" + inner + "}\n" +
                             R"({"e":"failing",)" + inner + failed;
  for (const auto& ending : {killed, timed_out, cancelled}) {
    const auto results = read(nested, ending, {});
    BOOST_REQUIRE(results.failures.size() == (ending.cancelled ? 1u : 2u));
    BOOST_TEST(results.unfinished.size() == (ending.cancelled ? 1u : 0u));
    BOOST_TEST(results.failures[0].id.name == "outer");
    BOOST_TEST(results.failures[0].key == "k");
    BOOST_TEST((results.failures[0].kind == failure_kind::assertion));
    BOOST_TEST(results.failures[0].message == "1 == 2");
    if (ending.cancelled) continue;
    BOOST_TEST(results.failures[1].id.name == "inner");
    BOOST_TEST(results.failures[1].message.starts_with("1 == 2\n\n"));
  }
  const std::string end =
      R"({"e":"report","outcome":"passed",)" + inner + "}\n" + R"({"e":"begin",)" + outer + "}\n" +
      R"({"e":"report","outcome":"failed","failures":[{"message":"all"}],)" + outer + "}\n";
  const auto whole =
      read(nested + end + "{\"e\":\"end\"}\n", {run_ending::kind_type::exited, 1, false, false}, {});
  BOOST_REQUIRE(whole.failures.size() == 1u);
  BOOST_TEST(whole.failures[0].message == "all");
}

// As Cargo's build: what is told of it would be its failure if it never ended.
BOOST_AUTO_TEST_CASE(what_turned_out_to_be_no_test_is_forgotten_with_its_failures) {
  const std::string build = R"("group":"","name":"build")";
  const auto results =
      read(R"({"e":"begin",)" + build + "}\n" + R"({"e":"failing",)" + build +
               R"(,"failure":{"message":"compiling a"}})" + "\n" + R"({"e":"pause",)" + build + "}\n" + begun,
           timed_out, {});
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(results.failures[0].id.name == "test_b");
}

BOOST_AUTO_TEST_CASE(what_failed_and_never_began_is_kept_without_an_end_of_its_own) {
  const auto results =
      read(R"({"e":"failing","group":"t.jl","name":"top level","failure":{"message":"1 == 2"}})"
           "\n",
           killed, {});
  BOOST_REQUIRE(results.failures.size() == 1u);
  BOOST_TEST(results.failures[0].message == "1 == 2");
}

BOOST_AUTO_TEST_SUITE_END()

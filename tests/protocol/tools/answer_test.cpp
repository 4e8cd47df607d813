// What every answer gets, whichever tool made it.
#include "tests/protocol/tools/tools_fixture.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tool_answers)

BOOST_AUTO_TEST_CASE(an_answer_about_a_run_says_whether_it_still_holds) {
  for (const auto* name : {"last_test_failures", "get_testresults", "run_status", "get_package_status"}) {
    const auto out = answer(name, "{}", with_run(sample_red_run()));
    BOOST_TEST_CONTEXT(name) {
      BOOST_TEST(to_text(out.structured.at("freshness")) == R"({"run":3,"age_s":3,"stale":false})");
      BOOST_TEST(
          text_of(out).find(out.is_json ? "\"freshness\"" : "fresh: nothing has changed since run 3") !=
          std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_run_of_the_call_itself_is_fresh_without_saying) {
  for (const auto* name : {"run_tests", "run_failing_tests"})
    BOOST_TEST(!answer(name, "{}", with_run(sample_red_run())).structured.contains("freshness"));
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_meanwhile_is_named) {
  auto found = with_run(sample_red_run());
  found.running = 4;
  const auto prose = answer("last_test_failures", "{}", found);
  BOOST_TEST(prose.text.starts_with("run 4 goes on; this is of run 3, before it; run_status {\"run\": 4}"));
  const auto json = answer("get_testresults", "{}", found);
  BOOST_TEST(json.is_json);
  BOOST_TEST(json.structured.at("going_on").to_number<int>() == 4);
  BOOST_TEST(json.structured.at("note").as_string().starts_with("run 4 goes on"));
  found.running = 3;  // it ended in between
  BOOST_TEST(!answer("get_testresults", "{}", found).structured.contains("going_on"));
}

BOOST_AUTO_TEST_CASE(a_run_that_the_call_joined_says_what_it_may_have_missed) {
  auto found = with_run(sample_red_run());
  found.joined = 12s;
  BOOST_TEST(answer("run_tests", "{}", found)
                 .text.starts_with("this call joined run 3, which had begun 12s before"));
  auto partial = with_partial_run();
  partial.joined = 2s;
  BOOST_TEST(answer("run_tests", "{}", partial).structured.contains("joined"));
}

BOOST_AUTO_TEST_CASE(a_run_of_another_workspace_says_of_which) {
  auto run = sample_red_run();
  run.root = "/other";
  for (const auto* name : {"run_status", "cancel_run"}) {
    const auto out = answer(name, "{}", with_run(run));
    BOOST_TEST(out.text.starts_with("of /other, which is not the workspace now: "));
    BOOST_TEST(out.structured.at("root").as_string() == "/other");
  }
}

BOOST_AUTO_TEST_CASE(room_is_left_for_what_is_said_of_the_files) {
  const auto& of = tool_named("run_status");
  const auto call = call_of(of, R"({"detail": true})");
  auto freshness = std::make_shared<run_freshness>();
  freshness->files.since.changed.assign(20, "a/rather/long/path/of/a/file_that_changed.py");
  freshness->files.verdict = parsers::freshness::verdict_type::stale;
  const auto view = view_of(of, call, with_run(sample_run()), freshness, 4000);
  BOOST_TEST(view.bytes < 3600u);
  BOOST_TEST(view.bytes >= 2000u);
  BOOST_TEST(view.detail);
  BOOST_TEST(!view_of(of, call, with_partial_run(), nullptr, 4000).detail);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

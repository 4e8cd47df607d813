#include "protocol/render/run/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

parsers::partial_run sample_partial_run() {
  parsers::partial_run out;
  out.id = 7;
  out.language = "go";
  out.elapsed = 45s;
  out.done = 12;
  out.failed = 1;
  out.total = 340;
  out.current = "pkg/TestBar";
  out.running = "pkg/TestFoo";
  out.running_for = 44s;
  out.failures = {sample_difference()};
  out.next = 1;
  return out;
}

BOOST_AUTO_TEST_SUITE(partial_run_answer)

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_is_told_with_its_counts_its_causes_and_the_way_on) {
  const auto out = render_partial_run(sample_partial_run(), partial_for::run);
  BOOST_TEST(out.text ==
             R"(still running (go, run 7): 12/340, 1 failed, for 45s so far; running: pkg/TestFoo, 44s
1 failure(s) so far, of 1 cause:

- example.com/pkg/bar/TestBaz
   internal/bar/bar_test.go:87
   mismatch
   --- diff ---
   got: 5
   want: 3

go on with run_status {"run": 7, "wait": 45, "since": 1}; stop it with cancel_run {"run": 7}
)");
  BOOST_TEST(!out.is_error);
  BOOST_TEST(out.structured.at("status").as_string() == "running");
  BOOST_TEST(out.structured.at("run_id").to_number<int>() == 7);
  BOOST_TEST(out.structured.at("since").to_number<int>() == 1);
  BOOST_TEST(out.structured.at("running").as_string() == "pkg/TestFoo");
  BOOST_TEST(out.structured.at("running_s").to_number<int>() == 44);
  BOOST_TEST(out.structured.at("failures").as_array().size() == 1u);
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(where_the_running_test_is_not_known_the_last_one_is_named_as_such) {
  auto run = sample_partial_run();
  run.running = "";
  const auto out = render_partial_run(run, partial_for::run);
  BOOST_TEST(out.text.starts_with(
      "still running (go, run 7): 12/340, 1 failed, for 45s so far; last: pkg/TestBar\n"));
  BOOST_TEST(out.structured.at("last").as_string() == "pkg/TestBar");
}

BOOST_AUTO_TEST_CASE(many_failures_of_few_causes_are_an_overview_of_1200_bytes) {
  auto run = sample_partial_run();
  run.failures.clear();
  for (int i = 0; i < 60; ++i) {
    run.failures.push_back(sample_difference());
    auto& one = run.failures.back();
    one.id.name = "TestOf" + std::to_string(i);
    one.where.line = static_cast<std::uint32_t>(i) + 1;
    one.message = (i % 3 == 0   ? "no such key: "
                   : i % 3 == 1 ? "the lock is held: "
                                : "timeout: ") +
                  std::string(900, 'x');
    run.after.push_back(static_cast<std::size_t>(i) + 1);
  }
  run.next = 60;
  const auto out = render_partial_run(run, partial_for::run);
  BOOST_TEST(out.text.find("60 failure(s) so far, of 3 causes") != std::string::npos, out.text);
  BOOST_TEST(out.text.size() <= 1200u);
  BOOST_TEST(to_text(out.structured).size() <= 1300u);
  BOOST_TEST(out.structured.at("since").to_number<int>() == 60);
}

BOOST_AUTO_TEST_CASE(a_tool_whose_text_is_json_says_it_in_json) {
  const auto out = render_partial_run(sample_partial_run(), partial_for::json_run);
  BOOST_TEST(out.is_json);
  BOOST_TEST(out.text.starts_with("still running (go, run 7)"), out.text);  // for clients that are sent no other half
  BOOST_TEST(out.structured.at("details").as_array().size() == 1u);
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(a_run_that_waits_says_so) {
  parsers::partial_run run;
  run.id = 8;
  run.language = "go";
  run.waiting = true;
  run.elapsed = 3s;
  const auto out = render_partial_run(run, partial_for::status);
  BOOST_TEST(out.text ==
             "waiting for its turn (go, run 8): other runs of this workspace come first, for 3s so far\n"
             "go on with run_status {\"run\": 8, \"wait\": 45}; stop it with cancel_run {\"run\": 8}\n");
  BOOST_TEST(out.structured.at("status").as_string() == "waiting");
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(failures_that_do_not_fit_are_where_the_next_question_begins) {
  auto run = sample_partial_run();
  run.from = 2;
  run.failures.assign(5, sample_difference());
  for (std::size_t i = 0; i < 5; ++i) run.failures[i].message = std::to_string(i) + std::string(3000, 'x');
  run.next = 12;
  for (std::size_t i = 0; i < 5; ++i) run.after.push_back(2 * i + 4);  // every other place holds none
  const auto out = render_partial_run(run, partial_for::run, {.bytes = 4000});
  const auto shown = out.structured.at("failures").as_array().size();
  BOOST_TEST(shown > 0u);
  BOOST_TEST(shown < 5u);
  BOOST_TEST(out.structured.at("since").to_number<std::size_t>() == 2 * shown + 2);
  BOOST_TEST(out.text.size() <= 4000u);
  BOOST_TEST(to_text(out.structured).size() <= 4000u);
}

BOOST_AUTO_TEST_CASE(what_goes_on_beside_the_tests_is_named) {
  auto run = sample_partial_run();
  run.doing = "the step `tsc`";
  BOOST_TEST(render_partial_run(run, partial_for::run).text.find("; now: the step `tsc`\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_call_that_joined_a_run_says_what_it_may_have_missed) {
  auto text = render_run(sample_run(), run_output::summary);
  add_joined(text, 3, 12s);
  BOOST_TEST(
      text.text.starts_with("this call joined run 3, which had begun 12s before it: edits made in "
                            "between may not be in it\n"));
  BOOST_TEST(text.text.ends_with("exit: 0"));
  auto same = json_answer({{"status", "passed"}});
  add_joined(same, 3, 12s);
  BOOST_TEST(text_of(same) == to_text(same.structured));
  BOOST_TEST(same.structured.contains("joined"));
}

BOOST_AUTO_TEST_CASE(the_next_question_waits_as_long_as_its_client_does) {
  const auto wait_of = [](std::chrono::seconds patience) {
    const auto text = render_partial_run(sample_partial_run(), partial_for::status, {}, patience).text;
    const auto at = text.find("\"wait\": ") + 8;
    return text.substr(at, text.find_first_of(",}", at) - at);
  };
  BOOST_TEST(wait_of(45s) == "45");
  BOOST_TEST(wait_of(100s) == "100");
  BOOST_TEST(wait_of(1s) == "45");      // of --reply-within
  BOOST_TEST(wait_of(3600s) == "100");  // a shell's
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

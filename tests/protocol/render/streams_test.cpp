#include "protocol/render/run/views.hpp"
#include "protocol/render/run/answers.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

parsers::captured_stream lines(std::size_t count, std::string_view what) {
  parsers::captured_stream out;
  for (std::size_t i = 0; i < count; ++i) out.text += std::string{what} + " " + std::to_string(i) + "\n";
  out.total = out.text.size();
  return out;
}

BOOST_AUTO_TEST_SUITE(streams)

BOOST_AUTO_TEST_CASE(what_fits_is_shown_as_it_is) {
  BOOST_TEST(shown_stream({"a\nb", 3, false}, 3) == "a\nb");
  BOOST_TEST(shown_streams({"out\n", 4, false}, {"err", 3, false}, 100) == "out\n--- stderr ---\nerr\n");
  BOOST_TEST(shown_streams({"out", 3, false}, {}, 100) == "out\n");
}

BOOST_AUTO_TEST_CASE(colours_are_left_out_and_nothing_else) {
  const auto text = [](std::string from) { return shown_stream({from, from.size(), false}, 100); };
  BOOST_TEST(text("\x1b[32m✓\x1b[39m a \x1b[1;31mred\x1b[m") == "✓ a red");
  BOOST_TEST(text("\x1b[2Ja \x1b[3") == "\x1b[2Ja \x1b[3");
}

BOOST_AUTO_TEST_CASE(what_does_not_shows_its_first_and_last_lines_and_counts_the_rest) {
  const auto stream = lines(1000, "line");
  const auto text = shown_stream(stream, 200);
  BOOST_TEST(text.size() < 260u);
  BOOST_TEST(text.find("line 0\nline 1\n") == 0u);
  BOOST_TEST(text.ends_with("line 998\nline 999\n"));
  const auto mark = text.find("\n[TRUNCATED] ");
  BOOST_REQUIRE(mark != std::string::npos);
  BOOST_TEST(text.find(" of " + std::to_string(stream.total) + " bytes left out\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_stderr_does_not_need_is_stdouts) {
  const auto text = shown_streams(lines(1000, "line"), {"oops\n", 5, false}, 1000);
  BOOST_TEST(text.ends_with("--- stderr ---\noops\n"));
  BOOST_TEST(text.size() > 900u);
  BOOST_TEST(text.size() < 1100u);
}

BOOST_AUTO_TEST_CASE(auto_is_raw_while_that_is_short_and_for_people) {
  auto run = sample_run();
  run.out = lines(10, "ok");
  BOOST_TEST(render_run(run, run_output::automatic).text.find("ok 0\n") == 0u);
  run.results.is_protocol = true;
  BOOST_TEST(render_run(run, run_output::automatic).text.starts_with("passed (go, run 3): "));
  run.results.is_protocol = false;
  run.out = lines(2000, "ok");
  BOOST_TEST(render_run(run, run_output::automatic).text ==
             "passed (go, run 3): 5 passed, 0 failed, 0 skipped, 0 errors in 3.402s\nexit: 0");
  run = sample_red_run();
  run.out = lines(2000, "ok");
  const auto text = render_run(run, run_output::automatic).text;
  BOOST_TEST(text.find("failed (go, run 3): 5 passed") == 0u);
  BOOST_TEST(text.ends_with("(the runner printed " + std::to_string(run.out.total) +
                            " bytes: output \"raw\" shows them)\nexit: 1"));
  BOOST_TEST(render_run(run, run_output::raw, {4000, {}}).text.size() < 4200u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

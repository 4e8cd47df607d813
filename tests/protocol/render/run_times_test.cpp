#include "protocol/render/run/answers.hpp"
#include "protocol/render/run/views.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

parsers::finished_run run_of(std::chrono::milliseconds before, std::chrono::milliseconds tests,
                             std::chrono::milliseconds coverage, bool built = true) {
  auto out = sample_run();
  out.times = {before, tests, coverage, built};
  out.duration = before + tests + coverage;
  return out;
}

BOOST_AUTO_TEST_SUITE(times_of_runs)

BOOST_AUTO_TEST_CASE(a_long_run_says_where_its_time_went) {
  const auto run = run_of(12s, 9s, 10s);
  BOOST_TEST(times_line(run) == "31 s: build 12, tests 9, coverage 10");
  const auto out = render_run(run, run_output::summary);
  BOOST_TEST(out.text.find(" in 31s\n31 s: build 12, tests 9, coverage 10\n") != std::string::npos, out.text);
  BOOST_TEST(to_text(out.structured.at("time_s")) == R"({"build":12,"tests":9,"coverage":10})");
}

BOOST_AUTO_TEST_CASE(where_nothing_is_built_the_start_is_told) {
  BOOST_TEST(times_line(run_of(4s, 9s, 200ms, false)) == "13 s: start 4, tests 9");
}

BOOST_AUTO_TEST_CASE(short_runs_and_those_that_did_one_thing_say_nothing) {
  BOOST_TEST(times_line(run_of(5s, 2s, 2s)) == "");
  BOOST_TEST(times_line(run_of(100ms, 30s, 0s)) == "");
  BOOST_TEST(!render_run(run_of(1s, 2s, 3s), run_output::summary).structured.contains("time_s"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

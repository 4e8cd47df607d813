#include "protocol/render/words.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <vector>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

parsers::finished_run ended(parsers::run_ending::kind_type kind, int value) {
  parsers::finished_run run;
  run.language = "go";
  run.commands = {{"/usr/lib/go/bin/go", "test", "./..."}};
  run.ending.kind = kind;
  run.ending.value = value;
  return run;
}

BOOST_AUTO_TEST_SUITE(words)

BOOST_AUTO_TEST_CASE(ages_are_read_at_a_glance) {
  struct row {
    std::chrono::milliseconds value;
    std::string age, ago;
  };
  const std::vector<row> rows{
      {-5s, "just now", "just now"}, {0ms, "just now", "just now"}, {999ms, "just now", "just now"},
      {1s, "1s", "1s ago"},          {3999ms, "3s", "3s ago"},      {59s, "59s", "59s ago"},
      {60s, "1m0s", "1m0s ago"},     {130s, "2m10s", "2m10s ago"},  {3599s, "59m59s", "59m59s ago"},
      {3600s, "1h0m", "1h0m ago"},   {3900s, "1h5m", "1h5m ago"},   {90000s, "25h0m", "25h0m ago"},
  };
  for (const auto& [value, text, sentence] : rows) {
    BOOST_TEST(age(value) == text);
    BOOST_TEST(ago(value) == sentence);
  }
  BOOST_TEST(age_seconds(3999ms) == 3);
  BOOST_TEST(age_seconds(-1ms) == 0);
}

BOOST_AUTO_TEST_CASE(spans_are_exact_to_the_millisecond) {
  BOOST_TEST(seconds(300s) == "300s");
  BOOST_TEST(seconds(1500ms) == "1.5s");
  BOOST_TEST(seconds(3402ms) == "3.402s");
  BOOST_TEST(seconds(0ms) == "0s");
}

BOOST_AUTO_TEST_CASE(progress_names_the_test_and_what_is_known_of_the_total) {
  BOOST_TEST(progress_message(12, 340, 1, "pkg/TestFoo") == "12/340, 1 failed: pkg/TestFoo");
  BOOST_TEST(progress_message(12, 0, 1, "pkg/TestFoo") == "12 done, 1 failed: pkg/TestFoo");
  BOOST_TEST(progress_message(0, 0, 0, "") == "0 done, 0 failed");
  BOOST_TEST(progress_message(1, 0, 0, std::string(5000, 'x')).size() < 300u);
}

BOOST_AUTO_TEST_CASE(an_early_end_says_who_ended_what) {
  using kind = parsers::run_ending::kind_type;
  BOOST_TEST(early_end(ended(kind::exited, 1)) == "");
  BOOST_TEST(early_end(ended(kind::signalled, SIGKILL)) == "go was killed by signal 9 (SIGKILL)");
  BOOST_TEST(early_end(ended(kind::signalled, 63)) == "go was killed by signal 63");
  BOOST_TEST(early_end(ended(kind::not_started, ENOENT)) ==
             "go could not be started: No such file or directory");
  BOOST_TEST(early_end(ended(kind::lost, 0)).find("the run was lost") == 0u);
  auto run = ended(kind::signalled, SIGTERM);
  run.timeout = 1500ms;
  run.ending.timed_out = true;
  BOOST_TEST(early_end(run) == "timed out after 1.5s");
  run.ending.timed_out = false;
  run.ending.cancelled = true;
  BOOST_TEST(early_end(run) == "cancelled");
  run = ended(kind::signalled, SIGSEGV);
  run.commands.clear();
  BOOST_TEST(early_end(run) == "go was killed by signal 11 (SIGSEGV)");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

#include "protocol/pacing.hpp"
#include <boost/test/unit_test.hpp>
#include <vector>

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;
using time_point = progress_pacer::time_point;

const time_point start = time_point{} + 1h;

json::object params_of(const std::optional<std::string>& line) {
  BOOST_REQUIRE(line.has_value());
  const auto message = parse_json(std::string_view{*line}.substr(0, line->size() - 1));
  BOOST_REQUIRE(message.ok());
  BOOST_TEST(message.value.at("method").as_string() == "notifications/progress");
  return message.value.at("params").as_object();
}

BOOST_AUTO_TEST_SUITE(pacing)

BOOST_AUTO_TEST_CASE(the_first_line_goes_out_at_once) {
  progress_pacer pacer{json::value(0)};
  BOOST_TEST(*pacer.offer(12, 340, "12/340", start) ==
             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
             "{\"progressToken\":0,\"progress\":12,\"total\":340,\"message\":\"12/340\"}}\n");
}

BOOST_AUTO_TEST_CASE(the_token_is_given_back_as_it_came) {
  for (const json::value& token : {json::value(0), json::value(-1), json::value("0"), json::value("a\n"),
                                   json::value(std::uint64_t{18446744073709551615u})}) {
    progress_pacer pacer{token};
    BOOST_TEST(params_of(pacer.offer(1, 0, "m", start)).at("progressToken") == token);
  }
}

BOOST_AUTO_TEST_CASE(an_unknown_total_and_an_empty_message_are_left_out) {
  progress_pacer pacer{json::value(1)};
  const auto params = params_of(pacer.offer(3, 0, "", start));
  BOOST_TEST(!params.contains("total"));
  BOOST_TEST(!params.contains("message"));
}

BOOST_AUTO_TEST_CASE(no_more_than_ten_lines_a_second_go_out) {
  progress_pacer pacer{json::value(1)};
  std::size_t lines = 0;
  for (std::uint64_t ms = 0; ms < 10'000; ++ms)
    if (pacer.offer(ms, 0, "m", start + std::chrono::milliseconds{ms})) ++lines;
  BOOST_TEST(lines == 100u);
}

BOOST_AUTO_TEST_CASE(progress_rises_with_every_line_whatever_the_run_reports) {
  progress_pacer pacer{json::value(1)};
  double last = -1;
  auto now = start;
  std::size_t lines = 0;
  for (const std::uint64_t done : {0u, 0u, 5u, 5u, 5u, 4u, 6u, 0u, 7u, 7u, 8u}) {
    const auto line = pacer.offer(done, 8, "news " + std::to_string(++lines), now += 100ms);
    const double progress = params_of(line).at("progress").to_number<double>();
    BOOST_TEST(progress > last);
    last = progress;
  }
  BOOST_TEST(last == 8);
}

BOOST_AUTO_TEST_CASE(hours_without_an_ended_test_do_not_reach_the_next) {
  progress_pacer pacer{json::value(1)};
  double last = 0;
  for (int i = 0; i < 100'000; ++i)
    last =
        params_of(pacer.offer(3, 0, std::to_string(i), start + i * 100ms)).at("progress").to_number<double>();
  BOOST_TEST(last > 3);
  BOOST_TEST(last < 4);
}

BOOST_AUTO_TEST_CASE(without_news_a_line_goes_out_every_five_seconds_only) {
  progress_pacer pacer{json::value(1)};
  BOOST_TEST(pacer.offer(1, 0, "m", start).has_value());
  for (auto since = 100ms; since < 5000ms; since += 100ms)
    BOOST_TEST(!pacer.offer(1, 0, "m", start + since).has_value());
  BOOST_TEST(pacer.offer(1, 0, "m", start + 5s).has_value());
  BOOST_TEST(!pacer.offer(1, 0, "m", start + 9900ms).has_value());
  BOOST_TEST(pacer.offer(1, 0, "m", start + 10s).has_value());
}

BOOST_AUTO_TEST_CASE(another_message_is_news) {
  progress_pacer pacer{json::value(1)};
  BOOST_TEST(pacer.offer(1, 0, "1 done: A", start).has_value());
  BOOST_TEST(!pacer.offer(1, 0, "1 done: B", start + 99ms).has_value());
  BOOST_TEST(pacer.offer(1, 0, "1 done: B", start + 100ms).has_value());
}

BOOST_AUTO_TEST_CASE(an_answer_keeps_fifty_milliseconds_from_the_last_line) {
  progress_pacer pacer{json::value(1)};
  BOOST_TEST(pacer.hold(start).count() == 0);
  pacer.offer(1, 0, "m", start);
  BOOST_TEST(pacer.hold(start).count() == 50);
  BOOST_TEST(pacer.hold(start + 20ms).count() == 30);
  BOOST_TEST(pacer.hold(start + 49500us).count() == 1);
  BOOST_TEST(pacer.hold(start + 50ms).count() == 0);
  BOOST_TEST(pacer.hold(start - 1s).count() == 50);
  BOOST_TEST(!pacer.offer(2, 0, "m", start + 60ms).has_value());
  BOOST_TEST(pacer.hold(start + 60ms).count() == 0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

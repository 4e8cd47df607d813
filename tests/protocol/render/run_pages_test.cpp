#include "tests/protocol/body_text.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/answer_filter.hpp"
#include "tests/protocol/render/sample_runs.hpp"

namespace covey::protocol {
namespace {

using namespace std::chrono_literals;

std::string problem_of(std::string_view range) {
  const auto read = parse_range(range);
  const auto* problem = std::get_if<std::string>(&read);
  return problem != nullptr ? *problem : "";
}

BOOST_AUTO_TEST_SUITE(run_pages)

BOOST_AUTO_TEST_CASE(a_run_that_has_ended_is_answered_as_it_was_with_its_age) {
  const auto out = render_ended(sample_red_run(), 190s);
  BOOST_TEST(out.text.starts_with("run 3 (go, ended 3m10s ago):\nfailed (go, run 3): 5 passed, 2 failed"));
  BOOST_TEST(out.text.ends_with("exit: 1"));
  BOOST_TEST(out.structured.at("age_seconds").to_number<int>() == 190);
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(every_failure_is_on_exactly_one_page) {
  auto run = sample_red_run();
  run.results.failures.clear();
  for (int i = 0; i < 100; ++i) {
    auto one = sample_difference();
    one.id.name = "Test" + std::to_string(i);
    one.message.assign(9000, 'x');  // the longest that a list shows
    run.results.failures.push_back(std::move(one));
  }
  std::vector<std::string> seen;
  const answer_view view{.bytes = 40'000, .detail = true};
  const auto pages = render_page(run, 1, 1s, view).structured.at("pages").to_number<std::size_t>();
  BOOST_TEST(pages > 10u);
  for (std::size_t page = 1; page <= pages; ++page) {
    const auto out = render_page(run, page, 1s, view);
    check_schema(out, status_schema);
    BOOST_TEST(out.text.size() <= view.bytes);
    for (const auto& one : out.structured.at("failures").as_array()) {
      const std::string name{one.at("test").as_string()};
      BOOST_TEST(out.text.find(name + "\n") != std::string::npos);
      seen.push_back(name);
    }
  }
  BOOST_TEST(seen.size() == 100u);
  BOOST_TEST(seen.back() == "Test99");
  const auto beyond = render_page(run, pages + 1, 1s, view);
  BOOST_TEST(beyond.is_error);
  BOOST_TEST(beyond.text.find("run 3 has " + std::to_string(pages) + " page(s)") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_green_run_has_no_failures_to_page_through) {
  const auto out = render_page(sample_run(), 1, 3s);
  BOOST_TEST(out.text == "no failures in run 3 (go, ended 3s ago): passed");
  check_schema(out, status_schema);
}

BOOST_AUTO_TEST_CASE(output_is_read_by_the_range) {
  auto run = sample_run();
  run.out.text = "0123456789\nabcdefghij\n";
  run.out.total = run.out.text.size();
  run.err.text = "error\n";
  const auto part = render_range(run, std::get<output_range>(parse_range("4-12")));
  BOOST_TEST(part.text ==
             "stdout of run 3, 9 bytes from byte 4 of 22\n[TRUNCATED] 4 bytes before\n456789\nab\n"
             "[TRUNCATED] 9 bytes after\nnext: range \"13-21\"");
  check_schema(part, status_schema);
  const auto all = render_range(run, std::get<output_range>(parse_range("0-")));
  BOOST_TEST(all.structured.at("output").as_string() == run.out.text);
  BOOST_TEST(!all.structured.contains("next_range"));
  const auto err = render_range(run, std::get<output_range>(parse_range("err:0-100")));
  BOOST_TEST(err.text == "stderr of run 3, 6 bytes from byte 0 of 6\nerror\n");
}

BOOST_AUTO_TEST_CASE(ranges_follow_one_another_through_the_whole_output) {
  auto run = sample_run();
  for (int i = 0; i < 3000; ++i) run.out.text += "line " + std::to_string(i) + " ä\n";
  run.out.total = run.out.text.size();
  std::string read, next = "0-";
  for (int i = 0; !next.empty() && i < 100; ++i) {
    const auto out = render_range(run, std::get<output_range>(parse_range(next)), {}, {.bytes = 4000});
    std::string text{out.structured.at("output").as_string()};
    if (text.starts_with("[TRUNCATED]")) text.erase(0, text.find('\n') + 1);
    next.clear();
    if (const auto* more = out.structured.if_contains("next_range")) {
      next = more->as_string();
      text.erase(text.rfind("[TRUNCATED]"));
      if (out.structured.at("first").to_number<std::size_t>() + text.size() >
          std::stoul(next))  // the line end before the mark was added
        text.pop_back();
    }
    read += text;
  }
  BOOST_TEST((read == run.out.text));
}

BOOST_AUTO_TEST_CASE(no_range_shows_a_part_of_a_secret) {
  auto run = sample_run();
  const std::string secret = "s3cr3t-0123456789abcdef";
  run.out.text = "the token is " + secret + ", keep it\n";
  run.out.total = run.out.text.size();
  const answer_filter filter{secret_mask{{{"MY_TOKEN", secret}}}};
  for (std::size_t first = 0; first < run.out.text.size(); ++first)
    for (std::size_t last = first; last < first + 30; last += 3) {
      const auto range = std::to_string(first) + "-" + std::to_string(last);
      const auto body =
          body_text(render_range(run, std::get<output_range>(parse_range(range)), filter), filter);
      for (std::size_t at = 0; at + 5 <= secret.size(); ++at)
        BOOST_TEST(body.find(secret.substr(at, 5)) == std::string::npos, range << ": " << body);
    }
}

BOOST_AUTO_TEST_CASE(what_was_not_rerun_comes_first_on_every_page) {
  auto run = sample_run();
  run.scope = parsers::run_scope::failing;
  run.known_before = 2;
  run.still_failing.push_back({shared(sample_difference()), "go", 2, 0});
  for (const auto& out : {render_page(run, 1, 1s), render_range(run, {})}) {
    BOOST_TEST(out.text.starts_with("1 of 2 rerun, 1 not rerun and still failing\n"), out.text);
    BOOST_TEST(out.structured.at("status").as_string() == "failed");
    BOOST_TEST(out.structured.contains("still_failing"));
  }
}

BOOST_AUTO_TEST_CASE(a_range_that_is_none_says_what_one_looks_like) {
  for (const auto* wrong : {"", "12", "-5", "a-b", "5-2", "err:", "0-99999999999999999999999", "0-5x"})
    BOOST_TEST(problem_of(wrong).find("give the first and the last byte") != std::string::npos, wrong);
  BOOST_TEST(problem_of("0-0").empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

#include "parsers/languages/planning.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using namespace covey::parsers;

namespace {

// Counts the values that live in the frames of coroutines.
struct counted {
  static inline int alive = 0;
  counted() { ++alive; }
  counted(const counted&) { ++alive; }
  counted& operator=(const counted&) = default;
  ~counted() { --alive; }
};

planning_part<std::string> version_of(std::string program) {
  const counted here;
  const command question{{program, "--version"}, "/w", {}};
  const probe_answer said = co_await question;
  co_return program + " " + said.out;
}

planning_part<std::vector<std::string>> texts_of(const std::vector<std::string>& files) {
  const counted here;
  std::vector<std::string> out;
  for (const auto& file : files) {
    const path_request question{{file}};
    const path_states seen = co_await question;
    out.push_back(seen.front().text);
  }
  co_return out;
}

// A part of its own parts; its result goes where it was told.
planning_part<void> describe(std::string program, std::string& into) {
  const counted here;
  auto asking = version_of(std::move(program));
  into = co_await asking;
  const std::vector<std::string> files{"/w/a", "/w/b"};
  auto reading = texts_of(files);
  for (const auto& text : co_await reading) into += " " + text;
}

plan_refusal ends(std::string how) {
  return {std::move(how)};
}

planning plan_nested(plan_request) {
  const counted here;
  std::string said;
  auto describing = describe("node", said);
  co_await describing;
  const command last{{"last"}, "/w", {}};
  const probe_answer answer = co_await last;
  co_return ends(said + "; " + answer.out);
}

planning_part<int> square(int of) {
  co_return of* of;
}

planning plan_with_many_parts(plan_request) {
  long sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    auto part = square(i % 10);
    sum += co_await part;
  }
  co_return ends(std::to_string(sum));
}

planning_part<int> deep(int levels) {
  const counted here;
  if (levels == 0) {
    auto asking = version_of("deep");
    co_return static_cast<int>((co_await asking).size());
  }
  auto below = deep(levels - 1);
  co_return 1 + co_await below;
}

planning plan_deep(plan_request) {
  auto part = deep(1'000);
  co_return ends(std::to_string(co_await part));
}

planning_part<void> fails() {
  const counted here;
  const command question{{"once"}, "/w", {}};
  const probe_answer said = co_await question;
  throw std::runtime_error{"no " + said.out};
}

planning plan_failing(plan_request) {
  const counted here;
  auto failing = fails();
  co_await failing;
  co_return ends("not reached");
}

std::string asked_by(planner& planner) {
  const auto step = planner.next();
  const auto* question = std::get_if<command>(&step);
  return question != nullptr ? question->argv.front() : "";
}

void answer(planner& planner, std::string out) {
  probe_answer said;
  said.out = std::move(out);
  planner.answer(std::move(said));
}

void answer_file(planner& planner, std::string text) {
  const auto step = planner.next();
  BOOST_TEST_REQUIRE(std::holds_alternative<path_request>(step));
  planner.answer(path_states{{path_state::kind_type::file, std::move(text), {}}});
}

std::string end_of(planner& planner) {
  auto step = planner.next();
  BOOST_TEST_REQUIRE(std::holds_alternative<plan_refusal>(step));
  return std::get<plan_refusal>(step).reason;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(planning_parts)

BOOST_AUTO_TEST_CASE(a_part_of_a_part_asks_and_its_value_comes_back) {
  const auto planner = plan_with<plan_nested>({});
  BOOST_TEST(asked_by(*planner) == "node");
  answer(*planner, "20");
  answer_file(*planner, "A");
  answer_file(*planner, "B");
  BOOST_TEST(asked_by(*planner) == "last");
  answer(*planner, "done");
  BOOST_TEST(end_of(*planner) == "node 20 A B; done");
}

BOOST_AUTO_TEST_CASE(a_planner_that_is_given_up_in_the_middle_destroys_each_frame_once) {
  for (int steps = 0; steps <= 5; ++steps) {
    BOOST_TEST_CONTEXT(steps) {
      {
        const auto planner = plan_with<plan_nested>({});
        for (int i = 0; i < steps; ++i) {
          const auto step = planner->next();
          if (std::holds_alternative<path_request>(step))
            planner->answer(path_states(1));
          else
            planner->answer(probe_answer{});
        }
        BOOST_TEST((counted::alive > 0) == (steps > 0 && steps < 5));
      }
      BOOST_TEST(counted::alive == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE(parts_that_end_at_once_take_no_stack) {
  BOOST_TEST(end_of(*plan_with<plan_with_many_parts>({})) == "2850000");
}

BOOST_AUTO_TEST_CASE(parts_may_be_deep) {
  {
    const auto planner = plan_with<plan_deep>({});
    BOOST_TEST(asked_by(*planner) == "deep");
    BOOST_TEST(counted::alive == 1'002);
  }
  BOOST_TEST(counted::alive == 0);
  const auto planner = plan_with<plan_deep>({});
  BOOST_TEST(asked_by(*planner) == "deep");
  answer(*planner, "1");
  BOOST_TEST(end_of(*planner) == "1006");
}

BOOST_AUTO_TEST_CASE(what_a_part_throws_leaves_the_planner) {
  {
    const auto planner = plan_with<plan_failing>({});
    BOOST_TEST(asked_by(*planner) == "once");
    answer(*planner, "more");
    BOOST_CHECK_EXCEPTION(planner->next(), std::runtime_error,
                          [](const auto& thrown) { return std::string{thrown.what()} == "no more"; });
  }
  BOOST_TEST(counted::alive == 0);
}

BOOST_AUTO_TEST_SUITE_END()

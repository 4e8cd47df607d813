#include "tests/support/actor_fixture.hpp"
#include "actors/reply.hpp"
#include <boost/test/unit_test.hpp>
#include <vector>

using namespace covey;
using namespace covey::actors;

namespace {

using keeper_actor = actor_of<on<int>::gives<std::string>, on<std::string>::nothing>;

struct keeper_state {
  std::vector<reply<std::string>> open;
};

// Keeps every answer it owes; "give" gives them, "forget" drops them, "quit" and "throw" end it.
keeper_actor::behavior_type keeper(keeper_actor::stateful_pointer<keeper_state> self) {
  return {
      [self](int) -> caf::result<std::string> {
        auto promise = self->make_response_promise<std::string>();
        state_of(self).open.emplace_back(promise);
        return promise;
      },
      [self](const std::string& what) {
        if (what == "give")
          for (auto& owed : state_of(self).open) owed.give(std::string{"here"});
        if (what == "forget") state_of(self).open.clear();
        if (what == "quit") self->quit();
      },
  };
}

struct fixture : tests::actor_fixture {
  // What a request hears after the keeper was told to do something: the answer, or the error's text.
  std::string hear(const std::string& what) {
    auto actor = system.spawn(keeper);
    auto handle = self->request(actor, std::chrono::seconds(1), 1);
    run();
    self->send(actor, what);
    run();
    if (what == "exit") end(actor);
    std::string heard;
    handle.receive(
        [&](const std::string& text) { heard = text; },
        [&](const caf::error& e) { heard = e == fault::abandoned ? "abandoned" : "another error"; });
    end(actor);
    return heard;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reply_suite, fixture)

BOOST_AUTO_TEST_CASE(an_answer_arrives) {
  BOOST_TEST(hear("give") == "here");
}

BOOST_AUTO_TEST_CASE(a_forgotten_answer_is_an_error_at_once) {
  BOOST_TEST(hear("forget") == "abandoned");
}

BOOST_AUTO_TEST_CASE(an_actor_that_ends_answers_what_it_owed) {
  BOOST_TEST(hear("quit") == "abandoned");
  BOOST_TEST(hear("exit") == "abandoned");
}

BOOST_AUTO_TEST_SUITE_END()

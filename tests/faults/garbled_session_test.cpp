// Valid, cut and garbled lines in any order, with cancels among them: every valid request is answered once.
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <random>
#include <set>

using namespace covey::testing;

namespace {

constexpr std::int64_t first_garbled_id = 1'000'000;

// The same for the same seed on every machine: no distribution, whose results are the library's own choice.
class garbled_client {
 public:
  garbled_client(session& server, std::uint32_t seed) : server_(server), random_(seed) {}

  void say_something() {
    switch (below(8)) {
      case 0:
        return server_.send_line(garbled());
      case 1:
        return server_.send_line(cut(valid_text(next_garbled_++)));
      case 2:
        return server_.send_line(noise());
      case 3:
        return cancel();
      default:
        open_.insert(next_id_);
        return server_.send_line(valid_text(next_id_++));
    }
  }

  // A cancelled request may be answered or not.
  const std::set<std::int64_t>& must_be_answered() const { return open_; }

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  std::string valid_text(std::int64_t id) {
    static const std::pair<const char*, json::object> requests[] = {
        {"tools/list", {}},
        {"tools/call", {{"name", "last_test_failures"}, {"arguments", json::object{}}}},
        {"tools/call", {{"name", "tests_covering"}, {"arguments", {{"file", "a.go"}, {"line", 3}}}}},
        {"tools/call", {{"name", "tests_covering"}, {"arguments", {{"line", "three"}}}}},
        {"tools/call", {{"name", "no_such_tool"}}},
        {"no/such/method", {}},
        {"ping", {}},
    };
    const auto& [method, params] = requests[below(std::size(requests))];
    return server_.request_text(id, method, params);
  }

  std::string cut(std::string text) { return text.substr(0, 1 + below(text.size() - 1)); }

  // Its id, which stands last, is spared: another request's must not come out of it.
  std::string garbled() {
    auto text = valid_text(next_garbled_++);
    const auto end = text.rfind("\"id\"");
    for (auto times = 1 + below(4); times > 0; --times) text[below(end)] = byte();
    return text;
  }

  std::string noise() {
    std::string text(1 + below(200), ' ');
    for (auto& c : text) c = byte();
    return text;
  }

  char byte() {
    const auto c = static_cast<char>(below(256));
    return c == '\n' ? '{' : c;
  }

  void cancel() {
    const auto id = static_cast<std::int64_t>(998 + below(static_cast<std::size_t>(next_id_) - 995));
    open_.erase(id);
    server_.notify("notifications/cancelled", {{"requestId", id}});
  }

  session& server_;
  std::mt19937 random_;
  std::int64_t next_id_ = 1000;
  std::int64_t next_garbled_ = first_garbled_id;
  std::set<std::int64_t> open_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(garbled_session, covey_fixture)

BOOST_AUTO_TEST_CASE(every_valid_request_among_garbage_is_answered_once) {
  for (const auto revision : {std::string_view{"2025-11-25"}, modern_revision})
    for (const std::uint32_t seed : {1u, 2u, 3u}) BOOST_TEST_CONTEXT(revision << ", seed " << seed) {
        auto& server = start_open(revision);
        garbled_client client{server, seed};
        for (int i = 0; i < 500; ++i) {
          client.say_something();
          server.pump(milliseconds{0});
        }
        const auto all_answered = [&] {
          const auto& ids = client.must_be_answered();
          return std::all_of(ids.begin(), ids.end(), [&](const auto id) { return server.has_answer(id); });
        };
        BOOST_TEST(server.until(all_answered));
        server.expect_clean_end();
        forget(server);
      }
}

BOOST_AUTO_TEST_SUITE_END()

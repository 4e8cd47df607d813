// The tests that have begun and not ended; the reader of the private channel looks them up here.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/events/event_reader.hpp"
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// Two tests of one group may share a name; the key, where there is one, tells them apart.
using identity = std::pair<std::string_view, std::string_view>;

inline identity identity_of(std::string_view group, std::string_view name, std::string_view key) {
  return {group, key.empty() ? name : key};
}

inline identity identity_of(const reporter_event& event) {
  return identity_of(event.group, event.name, event.key);
}

struct open_test {
  test_id id;
  std::string key;
  location defined;
  std::uint64_t order = 0;
  std::vector<std::uint32_t> selections = {};
  mutable std::vector<failure> failures = {};  // that came before its report
  mutable bool waits = false;                  // another one within it runs, or it has not begun
  mutable bool told = false;                   // its runner told its end, after the stop
};

class open_tests {
 public:
  // Resumes a test that waits. Moves the event's place and selections.
  void begin(test_id id, reporter_event& event);
  // Forgets it, with its failures.
  void pause(const reporter_event& event);
  // It stays only if it has failures.
  void wait(const reporter_event& event);
  // Moves the event's failures; beyond 50 per test they are dropped. A test that has not begun waits.
  void fail(test_id id, reporter_event& event);
  // Of several tests of one identity the one that began at the event's place, else the first that began.
  std::optional<open_test> take(const reporter_event& event);
  // The runner is being stopped, which ends the tests that are open now.
  void stopping() { begun_before_stop_ = begun_; }
  // The test that was open then and is now said to have ended; null: there is none. It stays open.
  const open_test* stopped(const reporter_event& event) const;
  // The first that began of those that do not wait; null: none.
  const open_test* oldest() const;
  // In the order in which they began; the set is empty afterwards.
  std::vector<open_test> take_all();

 private:
  struct by_identity {
    using is_transparent = void;
    static identity of(const open_test& test) { return identity_of(test.id.group, test.id.name, test.key); }
    static const identity& of(const identity& who) { return who; }
    bool operator()(const auto& a, const auto& b) const { return of(a) < of(b); }
  };

  std::multiset<open_test, by_identity> tests_;  // equal identities in the order in which they began
  std::uint64_t begun_ = 0;
  std::uint64_t begun_before_stop_ = 0;
};

}  // namespace covey::parsers

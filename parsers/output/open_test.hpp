// A test that has begun and not ended, as the reader of the private channel finds it again.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/output/event_reader.hpp"
#include <cstdint>
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
  std::vector<std::uint32_t> picks = {};
  mutable std::vector<failure> failures = {};  // that it has before its report; no part of its identity
};

struct by_identity {
  using is_transparent = void;
  static identity of(const open_test& test) { return identity_of(test.id.group, test.id.name, test.key); }
  static const identity& of(const identity& who) { return who; }
  bool operator()(const auto& a, const auto& b) const { return of(a) < of(b); }
};

}  // namespace covey::parsers

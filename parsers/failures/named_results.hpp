// The results of some tests of a run, by their names.
#pragma once

#include "parsers/model/run.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers {

using test_name = std::pair<std::string_view, std::string_view>;  // group and name

inline test_name name_of(const test_id& id) {
  return {id.group, id.name};
}

// What a run says of those tests of a name that may be one test.
struct tally {
  std::uint32_t passed = 0;
  std::uint32_t failed = 0;  // its failures, those of hooks included
  std::uint32_t ended = 0;   // its results, whatever they are

  void operator+=(const tally& more) {
    passed += more.passed;
    failed += more.failed;
    ended += more.ended;
  }
};

// The results of the tests whose names are looked up. Only these are kept, because a run can have a million;
// and a name can have thousands.
class named_results {
 public:
  void look_up(const test_id& id) { by_name_[name_of(id)]; }

  void read(const run_results& from, std::size_t failures) {
    if (by_name_.empty()) return;
    for (const auto& test : from.tests)
      count(test.id, test.which, {.passed = test.result == outcome::passed ? 1u : 0u, .ended = 1});
    for (std::size_t i = 0; i < failures; ++i)
      count(from.failures[i].id, occurrence_of(from.failures[i]), {.failed = 1});
  }

  tally of(const failure& one) const {
    tally out;
    const auto found = by_name_.find(name_of(one.id));
    if (found == by_name_.end()) return out;
    const auto which = occurrence_of(one);
    const auto add = [&](const by_command& commands) {
      for (const auto& [command, counts] : commands)
        if (which.may_be({which.key, command})) out += counts;
    };
    if (which.key == 0) {
      add(found->second.all);
      return out;
    }
    for (const auto key : {which.key, 0u})
      if (const auto same = found->second.by_key.find(key); same != found->second.by_key.end())
        add(same->second);
    return out;
  }

 private:
  using by_command = std::map<std::uint32_t, tally>;
  struct of_name {
    std::map<std::uint32_t, by_command> by_key;
    by_command all;  // of any key
  };

  void count(const test_id& id, const occurrence& which, const tally& one) {
    const auto found = by_name_.find(name_of(id));
    if (found == by_name_.end()) return;
    found->second.by_key[which.key][which.command] += one;
    found->second.all[which.command] += one;
  }

  std::map<test_name, of_name> by_name_;
};

}  // namespace covey::parsers

// Counts the known tests that never began, from what the groups report: `known` and `done` of the private
// channel (reporters/README.md). A group that is done has run all that it intended to run, whatever its list
// had said.
#pragma once

#include "parsers/model/run.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace covey::parsers {

class expected_tests {
 public:
  // `count` groups will come, besides those that are known.
  void expect_groups(std::uint64_t count) { expected_groups_ = groups_.size() + count; }
  void all_groups_came() { expected_groups_ = 0; }
  // `count` more tests of the group will end; 0: it will run, but its tests are not counted yet.
  // `with_skipped`: the count includes tests that will be reported as skipped without having begun.
  void know(const shared_text& group, std::uint64_t count, bool with_skipped);
  // Of the groups that will come, this one is there, whether it is known or not.
  void test_began(const shared_text& group) {
    if (expected_groups_ > 0) groups_[group].began = true;
  }
  void test_ended(const shared_text& group, bool began_or_ran);
  void done(const shared_text& group, std::uint64_t not_run);

  // For each group that left tests out: how many.
  std::vector<unrun_tests> not_run() const;
  // One sentence about the groups that never began and were not counted; empty: there are none.
  std::string never_began() const;

 private:
  struct group_state {
    std::uint64_t expected = 0;
    std::uint64_t ended = 0;
    bool counted = false;
    bool with_skipped = true;
    bool is_done = false;
    bool began = false;         // a test of it, before it was counted
    std::uint64_t not_run = 0;  // once it is done
  };

  std::map<shared_text, group_state> groups_;
  std::size_t expected_groups_ = 0;
};

}  // namespace covey::parsers

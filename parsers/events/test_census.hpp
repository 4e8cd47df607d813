// The tests that a run knows of and that never began, from what the groups say of themselves: `known` and
// `done` of the private channel (reporters/README.md). A group that was done has run what it wanted to run,
// whatever its list had said.
#pragma once

#include "parsers/model/run.hpp"
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace covey::parsers {

class test_census {
 public:
  // So many groups are to come, besides those that are known.
  void expect_groups(std::uint64_t count) { expected_groups_ = groups_.size() + count; }
  void all_groups_came() { expected_groups_ = 0; }
  // So many more tests of the group are to end; 0: it will run, and nobody has counted them yet.
  // `with_skipped`: those that will be reported as skipped, without having begun, are among them.
  void know(const shared_text& group, std::uint64_t count, bool with_skipped);
  void test_ended(const shared_text& group, bool began_or_ran);
  void done(const shared_text& group, std::uint64_t not_run);

  // Of each group that left some out how many.
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
    std::uint64_t not_run = 0;  // once it is done
  };

  std::map<shared_text, group_state> groups_;
  std::size_t expected_groups_ = 0;
};

}  // namespace covey::parsers

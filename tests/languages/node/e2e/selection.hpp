// Shared by the tests of Node's runners that select blocks. All projects have the same blocks, and each test
// writes its label to the file that RAN names.
#pragma once

#include "tests/languages/node/e2e/node_fixture.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// Where tests/languages/node/projects/RUNNER/selection has its blocks, which every language of Node spells in its own way.
struct basket_layout {
  std::string file;
  int is_empty, has_a_size, loses_count, holds, adds, adds_nothing, another, again, skipped;
  std::string holds_label;  // as it is written
};

struct selected_block {
  std::string label;
  std::vector<std::string> tests;  // "name:line outcome", sorted
  std::vector<std::string> ran;    // sorted; hooks, too
};

// All of them, or those that show what a version may do otherwise.
std::vector<selected_block> basket_blocks(const basket_layout& at);
std::vector<selected_block> hard_basket_blocks(const basket_layout& at);

// A text of an answer.
std::string word_at(const json::object& from, std::string_view member);

class selection_fixture : public node_fixture {
 public:
  void start(const std::string& project, const std::string& set);

  // What ran since the last call, sorted.
  std::vector<std::string> ran();

  // Each is selected alone: exactly its tests run and are reported, and it says whether they passed.
  void expect_alone(const std::string& file, const std::vector<selected_block>& blocks);

  // Nothing ran, and the reason has this in it.
  void expect_refused(const std::string& file, const std::string& label, const std::string& reason);
};

}  // namespace covey::testing

// A selection of files and blocks, for Node's runners: the keys by which their reporters select it
// (reporters/README.md), and the names that its tests will have in the results.
#pragma once

#include "parsers/model/selection.hpp"
#include "parsers/model/test_block.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// One for a whole file, else one per block.
std::vector<rerun_test> wanted_by(const file_selection& selection);

// `among_all`: the run includes tests outside the selection, which may have the same names as its blocks.
selector_lists selectors_for(const std::vector<file_selection>& selections, bool among_all);

// Keys as regular expressions, for runners that select by pattern alone. The expressions use only syntax that JavaScript and
// Rust share.

struct named_by_key {
  std::vector<block_name> titles;  // outermost first; empty: a whole file
  bool selected = false;           // with all tests below it
};

named_by_key read_key(std::string_view key);

// Matches every text that the name may become; a placeholder matches anything.
std::string name_pattern(const block_name& name);

// "a|b", without duplicates.
std::string any_of(const std::vector<std::string>& patterns);

}  // namespace covey::parsers::languages::node

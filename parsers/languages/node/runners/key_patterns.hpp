// Keys (reporters/README.md) as regular expressions, for runners that select by pattern alone. The
// expressions use only syntax that JavaScript and Rust share.
#pragma once

#include "parsers/model/test_block.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

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

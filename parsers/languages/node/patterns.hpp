// Keys (reporters/README.md) as regular expressions, for the runners that select by nothing else. Of the
// syntax that JavaScript and Rust share.
#pragma once

#include "parsers/model/test_block.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct named_by_key {
  std::vector<block_name> titles;  // outermost first; none: a whole file
  bool selected = false;           // with all that is below it
};

named_by_key read_key(std::string_view key);

// Matches what the name may be; a hole is anything.
std::string name_pattern(const block_name& name);

// "a|b"; each of them once.
std::string any_of(const std::vector<std::string>& patterns);

}  // namespace covey::parsers

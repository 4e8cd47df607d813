#include "parsers/discovery/finder.hpp"

namespace covey::parsers {

bool test_finder::may_hold_blocks(std::string_view) const {
  return true;
}

file_blocks unreadable_source() {
  file_blocks out;
  out.broken = true;
  out.notes = {"its syntax is nested too deeply, or takes too long to read"};
  return out;
}

void test_finder::link(std::span<file_blocks* const>) const {}

}  // namespace covey::parsers

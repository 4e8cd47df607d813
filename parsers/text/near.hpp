// Which of the known names an unknown one may have meant.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// At most `max` of `known`, the nearest first, each once: equal but for the case of letters, then those of
// which one is the other's last part ("file::test", "Suite > test", "folder/file"), then those with few edits.
// Of `known` the first 20,000 are searched for edits, which bounds the time; names over 200 bytes have none.
std::vector<std::string> names_near(std::string_view wanted, const std::vector<std::string>& known,
                                    std::size_t max);

}  // namespace covey::parsers

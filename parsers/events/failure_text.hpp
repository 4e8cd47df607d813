// How much text failures keep. All of it is plain and valid UTF-8.
// Design: docs/design/10-failure-texts.md
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

constexpr std::size_t max_failure_message = std::size_t{8} * 1024;
constexpr std::size_t max_failure_output = std::size_t{16} * 1024;  // and diff

// Plain text without blanks at its end; only head and tail if it is longer than the limit.
std::string bounded_text(std::string_view text, std::size_t limit);

// Stores the two values of a comparison; of long ones the part around the first difference. Carriage returns
// and other control characters become escapes, because they may be the difference.
void keep_values(failure& into, std::optional<std::string> actual, std::optional<std::string> expected);

// All failures of a run together keep 16 MiB of text; beyond that a failure keeps its place and the head of
// its message.
class failure_budget {
 public:
  void charge(failure& made);

 private:
  std::size_t left_ = std::size_t{16} * 1024 * 1024;
};

}  // namespace covey::parsers

// A coverage report of any format that covey knows, from its bytes.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace covey::parsers {

struct no_report {
  std::string reason;  // a sentence's end, for people: which line is wrong, or what the bytes look like
};

// Chooses the format by content. Text that is of no other format is taken for LCOV.
class any_report_parser {
 public:
  void feed(std::string_view bytes);

  // Once, at the end. A report without a single line that could run is none.
  std::variant<coverage_report, no_report> finish();

 private:
  void choose();

  std::string head_;  // until the format is known
  const coverage_format* format_ = nullptr;
  std::unique_ptr<report_parser> parser_;
  std::string refusal_;  // the bytes are none of the formats, and this is why
};

// What a report takes in memory, in bytes, within some percent.
std::size_t memory_of(const coverage_report& report);

}  // namespace covey::parsers

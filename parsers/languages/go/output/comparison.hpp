// What a failure message says about two values, in the forms that Go tests write: testify's blocks, go-cmp's
// "(-want +got)", "got:" / "want:" lines, and "got X, want Y" within a line.
#pragma once

#include "parsers/model/test.hpp"
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

struct compared_text {
  std::string message;  // the rest of the text; "mismatch" if only a diff is left
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  std::string diff;             // as printed, without its indentation
  std::vector<location> trace;  // testify's "Error Trace", innermost first; files as printed
  std::string whole;            // the content of testify's block: error, values, diff and messages
};

compared_text read_comparison(std::string_view text);

}  // namespace covey::parsers::languages::go

// What a test said with t.Log, t.Error and their like: which of it is an error, and all of it as one message.
#pragma once

#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/comparison.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct go_message {
  location where;  // of the workspace where it lies inside
  go_line_kind kind = go_line_kind::unknown;
  bool by_runner = false;   // the testing package's own words, such as "race detected during execution"
  std::string text;         // without the indentation
  go_comparison compared;   // what it says of two values
  location raised_at = {};  // where an assertion library knows that: the innermost frame of the project
};

// `marked`: the runner marks its errors (Go 1.27), and what it did not mark is none. Else the sources tell,
// where they can.
std::vector<go_message> read_messages(const go_code& code, const test_id& id, std::string_view printed,
                                      bool marked);

// Which of them stands for the failure: the first that can be an error and is of the project. `messages` is
// not empty.
const go_message& primary_of(const std::vector<go_message>& messages);

// So long that text_of() shows what differs in their place.
bool has_long_values(const go_comparison& compared);

// All of them, "file.go:12: text" each. Logs give way where that is longer than the limit.
std::string text_of(const std::vector<go_message>& messages, std::size_t limit);

}  // namespace covey::parsers

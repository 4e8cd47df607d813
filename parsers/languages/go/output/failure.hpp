// Failures made from what a Go test, the Go runtime or the go command printed. Text is plain and bounded:
// messages of one thing 8 KiB, of several 16 KiB, diffs and outputs 16 KiB each.
#pragma once

#include "parsers/languages/go/output/panic.hpp"
#include "parsers/languages/go/packages.hpp"
#include "parsers/languages/go/sources.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// What a failure message says about two values, in the forms that Go tests write: testify's blocks, go-cmp's
// "(-want +got)", "got:" / "want:" lines, and "got X, want Y" within a line.
struct compared_text {
  std::string message;  // the rest of the text; "mismatch" if only a diff is left
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  std::string diff;             // as printed, without its indentation
  std::vector<location> trace;  // testify's "Error Trace", innermost first; files as printed
  std::string whole;            // the content of testify's block: error, values, diff and messages
};

compared_text read_comparison(std::string_view text);

// The message of a test that failed and printed nothing.
inline constexpr std::string_view no_message = "failed without a message";

// A test that reported its own failure: everything it said with a place is the message. `marked`: the runner
// marks its errors.
failure assertion_failure(const place_resolver& code, test_id id, std::string_view output, bool marked);

// A test or package (empty name) that the runtime ended. `printed` is what the test printed before,
// `report` what the runtime did.
failure panic_failure(const place_resolver& code, test_id id, std::string_view printed,
                      const panic_trace& report);

// A test or package that ended, or did not end, without saying why.
failure silent_failure(test_id id, failure_kind kind, std::string_view message, std::string_view printed);

// A package that did not build, or the go command's own errors.
failure compiler_failure(const package_list& packages, test_id id, std::string_view text);

// What a test said with t.Log, t.Error and their like.
struct printed_message {
  location where;  // relative to the workspace if it lies inside
  line_kind kind = line_kind::unknown;
  bool by_runner = false;   // the testing package's own words, such as "race detected during execution"
  std::string text;         // without the indentation
  compared_text compared;   // what it says of two values
  location raised_at = {};  // the project's innermost frame, if an assertion library gives it
};

// `marked`: the runner marks its errors (Go 1.27), so an unmarked message is not an error. Else the sources
// decide, where they can.
std::vector<printed_message> read_messages(const place_resolver& code, const test_id& id,
                                           std::string_view printed, bool marked);

// The message that stands for the failure: the first that can be an error and is of the project; else the first
// of the project, of the test, of all. `messages` must not be empty.
const printed_message& primary_of(const std::vector<printed_message>& messages);

// Whether the values are so long that text_of() prints their difference instead.
bool has_long_values(const compared_text& compared);

// All messages, as "file.go:12: text" each. Logs are left out if the text would exceed the limit.
std::string text_of(const std::vector<printed_message>& messages, std::size_t limit);

}  // namespace covey::parsers::languages::go

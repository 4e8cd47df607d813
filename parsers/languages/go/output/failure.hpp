// Failures made from what a Go test, the Go runtime or the go command printed. Text is plain and bounded:
// messages of one thing 8 KiB, of several 16 KiB, diffs and outputs 16 KiB each.
#pragma once

#include "parsers/languages/go/packages.hpp"
#include "parsers/model/test.hpp"
#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include <string_view>

namespace covey::parsers::languages::go {

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

}  // namespace covey::parsers::languages::go

// What the Go runtime prints when a process dies: panics, fatal errors, and the stacks of its goroutines.
// And where these stacks say that a failure lies: in the test, and in what it called.
// Source: runtime.printpanics, runtime.traceback, testing.(*M).startAlarm.
#pragma once

#include "parsers/languages/go/sources.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// All views point into the text that was read.
struct goroutine_frame {
  std::string_view function;  // "example.com/pkg.TestX.func1", without arguments
  std::string_view file;
  std::uint32_t line = 0;
};

struct goroutine_stack {
  std::string_view title;               // "goroutine 7 [chan receive]:"
  std::vector<goroutine_frame> frames;  // innermost first; the creator's is the last
  std::string_view created_by;          // function; empty for the main goroutine
};

struct panic_trace {
  std::string_view text;  // all of it, which the goroutines point into
  std::string message;  // "panic: …" or "fatal error: …" without "[recovered]" and what is repeated after it
  bool test_timeout = false;
  std::vector<goroutine_stack> goroutines;  // the one that panicked first
};

// Where in the line the runtime's message begins; npos: nowhere.
std::size_t find_panic(std::string_view line);

// `text` begins at the runtime's message.
panic_trace read_panic(std::string_view text);

// Is this frame the testing package's call of a test, so that the frames before it are the test's own?
bool is_test_runner(std::string_view function);

// "TestX.func1" of "example.com/pkg.TestX.func1"
std::string_view within_package(std::string_view function);

// Is this a test that only waits for a subtest of its own to end?
bool waits_for_subtest(const goroutine_stack& stack);

// What the testing package called in this goroutine: "TestX", "TestX.func1"; empty if it runs no test.
std::string_view test_function(const goroutine_stack& stack);

struct panic_places {
  location where;      // the innermost frame of the test itself; line 0: there is none
  location raised_at;  // the innermost frame of the project, if it is a different one
};

// Of the goroutine that panicked, or that runs the test.
std::optional<panic_places> places_of_panic(const place_resolver& code, const test_id& id,
                                            const panic_trace& report);

// The project's frames of the goroutine that panicked, else of the only goroutine that has some; its other
// frames are only counted.
failure_stack own_stack(const place_resolver& code, const test_id& id, const panic_trace& report);

// The project's frames of all goroutines, one per line, if more than one has some and none of them panicked;
// else empty.
std::string own_frames(const place_resolver& code, const test_id& id, const panic_trace& report);

// What the race detector reported in the test's output.
struct race_report {
  std::string text;  // each access and goroutine with the project's frames only
  panic_places places;
};
std::optional<race_report> read_races(const place_resolver& code, const test_id& id,
                                      std::string_view printed);

}  // namespace covey::parsers::languages::go

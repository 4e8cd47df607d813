// Where the stacks that Go prints say that a failure lies: in the test, and in what it called.
#pragma once

#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

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

// Where the stacks that Go prints say that a failure lies: in the test, and in what it called.
#pragma once

#include "parsers/languages/go/output/code.hpp"
#include "parsers/languages/go/output/panic.hpp"
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers {

struct go_stack_places {
  location where;      // the innermost frame of the test itself; line 0: none is the test's
  location raised_at;  // the innermost frame of the project, where it is another one
};

// Of the goroutine that panicked, or that runs the test.
std::optional<go_stack_places> places_of_panic(const go_code& code, const test_id& id,
                                               const panic_trace& report);

// The project's frames of the goroutine that panicked, else of the only one that has some; the others
// counted.
failure_stack own_stack(const go_code& code, const test_id& id, const panic_trace& report);

// The same of all goroutines, a line each, where more than one has some and none of them panicked; else
// empty.
std::string own_frames(const go_code& code, const test_id& id, const panic_trace& report);

// What the race detector reported in the test's output.
struct race_report {
  std::string text;  // each access and goroutine with the project's frames only
  go_stack_places places;
};
std::optional<race_report> read_races(const go_code& code, const test_id& id, std::string_view printed);

}  // namespace covey::parsers

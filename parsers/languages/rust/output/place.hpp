// The places of a test's panic: the place in the test, and the place in the project that raised it.
#pragma once

#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include <string>
#include <string_view>

namespace covey::parsers::languages::rust {

// "src/lib.rs", relative to `base` -> absolute and normalized.
std::string absolute_source(std::string_view base, std::string_view path);

// A source of the project; false for one that cargo fetched, even into a folder of the project.
bool is_of_project(const test_context& context, std::string_view file);

// The innermost frame in a source of the project; null: there is none.
const panic_frame* innermost_frame(const test_context& context, const panic_report_of_test& panic);

struct panic_places {
  location where;      // in the test, else where the test is defined, else the panic's own
  location raised_at;  // the innermost of the project; no file if it equals `where`
};

// The panic's frames in sources of the project; other frames are only counted.
failure_stack own_stack(const test_context& context, const panic_report_of_test& panic);

// `cause`: the panic that `panic` only reports; may be null.
panic_places places_of(const test_context& context, const panic_report_of_test& panic,
                       const panic_report_of_test* cause = nullptr);

}  // namespace covey::parsers::languages::rust

// Where a panic is of a test: the place in the test, and the place in the project that raised it.
#pragma once

#include "parsers/languages/rust/output/failure.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include <string>
#include <string_view>

namespace covey::parsers {

// "src/lib.rs", relative to `base` -> absolute and normal.
std::string absolute_source(std::string_view base, std::string_view path);

// A source of the project, not one that cargo has fetched into a folder of it.
bool is_of_project(const rust_test_context& context, std::string_view file);

// The innermost frame in such a source; null: there is none.
const rust_frame* innermost_frame(const rust_test_context& context, const rust_panic& panic);

struct rust_places {
  location where;      // in the test, else where the test is defined, else that of the cause
  location raised_at;  // the innermost of the project; no file where it is the same
};

// Its frames in such sources, the others counted.
failure_stack rust_stack_of(const rust_test_context& context, const rust_panic& panic);

// `cause`: the panic that `panic` only reports; may be null.
rust_places rust_places_of(const rust_test_context& context, const rust_panic& panic,
                           const rust_panic* cause = nullptr);

}  // namespace covey::parsers

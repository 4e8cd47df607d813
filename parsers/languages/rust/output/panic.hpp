// What a Rust test printed when it panicked: the reports of std's panic hook, in the forms before and after
// Rust 1.73.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::rust {

struct panic_frame {
  std::string function;  // "a::tests::eq"
  location where;        // the file as printed: absolute, or "./src/lib.rs" relative to the working folder
  std::uint32_t column = 0;
};

struct panic_report_of_test {
  std::string thread;  // its name, "<unnamed>" if it has none
  location where;      // the file as printed: relative to cargo's workspace root, or absolute
  std::uint32_t column = 0;
  std::string message;
  std::vector<panic_frame> frames;  // the innermost first; empty without RUST_BACKTRACE
};

// All panics, in order. `text` must be plain: without escape sequences.
std::vector<panic_report_of_test> find_panics(std::string_view text);

// "src/lib.rs:24:5" -> its place and its column.
std::optional<std::pair<location, std::uint32_t>> read_place(std::string_view text);

// The output without backtraces and without the panics that the failure already says. Empty: a library printed the difference.
std::string printed_beside(std::string_view text, const failure& told);

// The text with its backtraces cut down to the frames in the working folder's sources, and without the hints
// about backtraces.
std::string with_short_backtraces(std::string_view text);

}  // namespace covey::parsers::languages::rust

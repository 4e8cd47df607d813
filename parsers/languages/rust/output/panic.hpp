// What a Rust test printed when it panicked: the reports of std's panic hook, in the forms of Rust before and
// after 1.73.
#pragma once

#include "parsers/model/test.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

struct rust_frame {
  std::string function;  // "a::tests::eq"
  location where;        // the file as printed: absolute, or "./src/lib.rs" relative to the working folder
  std::uint32_t column = 0;
};

struct rust_panic {
  std::string thread;  // its name, "<unnamed>" where it has none
  location where;      // the file as printed: relative to cargo's workspace root, or absolute
  std::uint32_t column = 0;
  std::string message;
  std::vector<rust_frame> frames;  // the innermost first; empty without RUST_BACKTRACE
};

// All of them, in their order. `text` is plain.
std::vector<rust_panic> find_rust_panics(std::string_view text);

// "src/lib.rs:24:5" -> its place and its column.
std::optional<std::pair<location, std::uint32_t>> read_rust_place(std::string_view text);

// What was printed beside the panics that `message` tells of, without any backtrace.
std::string printed_beside(std::string_view text, std::string_view message);

// The text with no more of its backtraces than the frames in the working folder's own sources, and without
// the hints about them.
std::string with_short_backtraces(std::string_view text);

}  // namespace covey::parsers

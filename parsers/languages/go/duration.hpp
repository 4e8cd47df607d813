// Lengths of time as Go's flags take them and print them. Source: time.ParseDuration.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

// "295s", "1800ms"
std::string write_duration(std::chrono::milliseconds value);

// "4m55s", "1.5h", "0"; a part below a millisecond is dropped. nullopt: it is none, or negative, or too long.
std::optional<std::chrono::milliseconds> read_duration(std::string_view text);

}  // namespace covey::parsers::languages::go

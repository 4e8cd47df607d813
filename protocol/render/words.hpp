// How spans of time and progress are said.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::protocol {

// "just now" below a second, "3s", "2m10s", "1h5m".
std::string age(std::chrono::milliseconds value);

// The same for a sentence: "just now", "3s ago".
std::string ago(std::chrono::milliseconds value);

// Whole seconds, for the structured half of an answer.
std::int64_t age_seconds(std::chrono::milliseconds value);

// "3.402s", "300s": exact to the millisecond.
std::string seconds(std::chrono::milliseconds value);

// "12/340, 1 failed: pkg/TestFoo"; "12 done, 1 failed: pkg/TestFoo" where the total is unknown (0).
std::string progress_message(std::uint64_t done, std::uint64_t total, std::uint64_t failed,
                             std::string_view current);

}  // namespace covey::protocol

// Spans of time as people read them.
#pragma once

#include <chrono>
#include <string>

namespace covey::protocol {

// "just now" below a second, "3s", "2m10s", "1h5m".
std::string age(std::chrono::milliseconds value);

// The same for a sentence: "just now", "3s ago".
std::string ago(std::chrono::milliseconds value);

// Whole seconds, for the structured half of an answer.
std::int64_t age_seconds(std::chrono::milliseconds value);

// "3.402s", "300s": exact to the millisecond.
std::string seconds(std::chrono::milliseconds value);

}  // namespace covey::protocol

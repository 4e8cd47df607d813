// The message of a progress line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace covey::protocol {

// "12/340, 1 failed: pkg/TestFoo"; "12 done, 1 failed: pkg/TestFoo" where the total is unknown (0).
std::string progress_message(std::uint64_t done, std::uint64_t total, std::uint64_t failed,
                             std::string_view current);

}  // namespace covey::protocol

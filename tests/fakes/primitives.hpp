// What the fake runner and its children are made of.
#pragma once

#include <string_view>

namespace covey::testing {

// All output of the fake goes through here: whole, unbuffered, so that a sudden death loses nothing that was
// said before.
void put(std::string_view bytes, int fd = 1);

void wait_seconds(double seconds);  // the whole time, whatever signals come
[[noreturn]] void wait_forever();

// From here on a SIGTERM makes this process say "term", and end 0.1 s later.
void report_term();

}  // namespace covey::testing

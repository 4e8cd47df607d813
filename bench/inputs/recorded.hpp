// What real runners and tools have written (tests/languages/*/recordings, tests/fixtures), again and again under
// other names, until it is large: whole copies of all recordings of a format. Empty where nothing is recorded.
#pragma once

#include "bench/inputs/made_text.hpp"

namespace covey::bench {

// At least one copy each; `expected` has the number of copies, as "copies".
made_text recorded_test2json(std::size_t bytes);
made_text recorded_events(std::size_t bytes);
made_text recorded_junit(std::size_t bytes);
made_text recorded_lcov(std::size_t bytes);
made_text recorded_go_profile(std::size_t bytes);
made_text recorded_cobertura(std::size_t bytes);
made_text recorded_istanbul(std::size_t bytes);

// With what is expected of it: what `read` finds in one copy, which tests/ prove, times the copies.
made_text enlarged(made_text (*recorded)(std::size_t), counts (*read)(std::string_view), std::size_t bytes);

}  // namespace covey::bench

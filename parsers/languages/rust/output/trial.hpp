// Where the source of a libtest-mimic harness names its tests: `Trial::test("name", …)`. Such a harness lists
// names alone.
#pragma once

#include "parsers/languages/rust/output/libtest.hpp"
#include <string_view>

namespace covey::parsers::languages::rust {

// Sets listed_test::named of each test whose name one line of `source` gives to a trial. A name that is made
// at run time, or given on two lines, has none.
void find_trials(test_list& tests, std::string_view source);

}  // namespace covey::parsers::languages::rust

// Listings of trees of test files, beside what they have to be.
#pragma once

#include "parsers/languages/finder.hpp"
#include <string>
#include <string_view>

namespace covey::testing {

// The blocks of one file, a line each: "  3-7 test adds", "  1-9 group dynamic Cart > *", and what is said of
// it: "  broken", "  note: …". "" where a quick look shows that there are none.
std::string listed(std::string_view language, std::string_view path, std::string_view text);

// All of tests/languages/LANGUAGE/listing/NAME/tree, in the order of the paths:
//   pkg/cart_test.go
//     10-14 test TestAdd
//     note: …
// must be what stands beside it in `expected`, which UPDATE=1 writes anew. Settings files of the language at
// the tree's root are taken into account; files without a role are left out, and those that have it only
// perhaps, without blocks.
void expect_listing(std::string_view language, std::string_view name = "");

}  // namespace covey::testing

// Reports as text that a table of expectations can hold, and reports of the same bytes cut in every way.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// One line a file: NAME, then what it has of
//   lines LINE:HITS…  branches LINE/[e]BLOCK/BRANCH:TAKEN…  functions NAME@LINE-END:HITS…
//   conditions LINE/GROUP/INDEX(t|f):HITS(EXPRESSION)…
std::string text_of(const parsers::coverage& data);

// CLASS xCOUNT @FIRST_LINE [FIRST_AT], a line each.
std::string text_of(const std::vector<parsers::diagnostic>& all);

// Whole, or in pieces of `piece` bytes.
parsers::coverage_report read_report(const parsers::coverage_format& format, std::string_view bytes,
                                     std::size_t piece = 0);

// Checks (Boost.Test) that the bytes cut in two at every place, and in pieces of some small sizes, give the
// report that they give as a whole.
void check_every_split(const parsers::coverage_format& format, std::string_view bytes);

}  // namespace covey::testing

// Coverage reports as text, for comparing them in tables.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <string>
#include <string_view>

namespace covey::parsers::testing {

using covey::testing::read_report;

// "FILE: LINE=HITS …, LINE/BLOCK/WAY=TAKEN …, NAME@LINE-END=HITS …; …" and diagnostics as
// "! COUNT x CLASS (line LINE) (PLACE)". A way that was not reached has "-".
std::string text_of(const coverage_report& report);

// The same of these bytes, after checking that every cut in two and single bytes give the same.
std::string text_of(const coverage_format& format, std::string_view bytes);

// "FOUND/HIT" of lines, branches and functions of one file.
std::string totals_text(const coverage_totals& of);
std::string totals_text(std::uint64_t lines, std::uint64_t lines_hit, std::uint64_t branches,
                        std::uint64_t branches_hit, std::uint64_t functions, std::uint64_t functions_hit);

// Every beginning of the bytes is read without harm, and complained of with the line that it ends on.
void check_beginnings(const coverage_format& format, std::string_view bytes);

}  // namespace covey::parsers::testing

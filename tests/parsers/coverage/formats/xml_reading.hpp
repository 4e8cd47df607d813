// Reading XML reports in tests, and what to compare them by.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include "tests/parsers/coverage/formats/report_reading.hpp"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

extern const coverage_format cobertura_format;
extern const coverage_format jacoco_format;
extern const coverage_format clover_format;

namespace testing {

using covey::testing::check_every_split;
using covey::testing::read_report;

// Through the front door, which has to choose this format. tests/fixtures/coverage/PATH
coverage_report read_recorded(const coverage_format& format, const std::string& path);
std::string recorded_report(const std::string& path);

// "class of diagnostic: count @first line", in the order of the first places.
std::vector<std::string> diagnostics_of(const coverage_report& report);

// "1:5 3:0": line and hits; "1:0/0=2 1:0/1=-": line, block, way, taken.
std::string lines_of(const file_coverage& file);
std::string branches_of(const file_coverage& file);
// "total@3=1 never@9=0"
std::string functions_of_file(const file_coverage& file);
std::string file_names(const coverage_report& report);  // with a space between them

// The number after the text, e.g. of `lines-valid="12"`; `last`: after its last place.
std::uint64_t number_after(std::string_view bytes, std::string_view text, bool last = false);

}  // namespace testing
}  // namespace covey::parsers

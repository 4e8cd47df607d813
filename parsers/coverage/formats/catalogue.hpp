// All formats, in the order in which they are tried.
#pragma once

#include "parsers/coverage/formats/format.hpp"
#include <span>
#include <string>

namespace covey::parsers {

std::span<const coverage_format* const> coverage_formats();

extern const coverage_format lcov_format;  // what text of no other format is taken for

std::string coverage_format_names();  // "LCOV, Go coverprofile, …"

}  // namespace covey::parsers

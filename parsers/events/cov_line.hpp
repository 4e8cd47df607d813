// One line of a .cov file, as parsers/events/unit_coverage.hpp says it.
#pragma once

#include "parsers/model/packed_line_sets.hpp"
#include "parsers/text/json_scanner.hpp"
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

using unit_key = std::pair<std::string, std::vector<std::string>>;  // group and names, sorted

// Points into the line.
class cov_line {
 public:
  // False: it is not one JSON object. Members that are absent or of another type read as empty.
  bool read(std::string_view line);

  bool is_of_unit() const { return ran.kind == json_kind::object; }
  unit_key unit() const;

  json_value ran;  // of a unit: its members are files, each with its ranges
  json_value file, found, hit, further;
  json_value unfinished, test;
  json_value all;  // of a unit: true for all tests of its group

 private:
  json_value group_, name_, names_;
};

std::string text_or_nothing(const json_value& value);

// "1-3,7": sorted, disjoint and not adjacent whatever the text's order; malformed parts are left out.
void read_ranges(const json_value& text, std::vector<line_range>& into);

}  // namespace covey::parsers

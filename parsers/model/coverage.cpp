#include "parsers/model/coverage.hpp"

namespace covey::parsers {

coverage_totals totals(const coverage& data) {
  coverage_totals sum;
  for (const auto& [path, file] : data.files) {
    sum.lines_found += file.lines.size();
    for (const auto& line : file.lines) sum.lines_hit += line.hits > 0 ? 1 : 0;
  }
  return sum;
}

std::uint32_t permille(const coverage_totals& value) {
  if (value.lines_found == 0) return 0;
  return static_cast<std::uint32_t>((value.lines_hit * 2000 + value.lines_found) / (value.lines_found * 2));
}

std::string_view to_string(attribution value) {
  switch (value) {
    case attribution::test:
      return "test";
    case attribution::file:
      return "file";
    case attribution::package:
      return "package";
    case attribution::binary:
      return "binary";
    case attribution::run:
      return "run";
  }
  return "run";
}

}  // namespace covey::parsers

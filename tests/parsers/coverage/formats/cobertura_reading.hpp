// Cobertura reports made of one class, for the tests that say what its lines mean.
#pragma once

#include "tests/parsers/coverage/formats/xml_reading.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

namespace covey::parsers::testing {

using texts = std::vector<std::string>;

// A report of one class of a.c with these lines, or with what else stands there.
inline std::string of_class(const std::string& inside) {
  return "<coverage line-rate='1'><packages><package><classes><class name='A' filename='a.c'>" + inside +
         "</class></classes></package></packages></coverage>";
}
inline std::string of_lines(const std::string& lines) {
  return of_class("<lines>" + lines + "</lines>");
}
inline coverage_report read_cobertura(const std::string& bytes) {
  return read_report(cobertura_format, bytes);
}
inline const file_coverage& only_file(const coverage_report& report) {
  BOOST_REQUIRE(report.data.files.size() == 1u);
  return report.data.files.begin()->second;
}

}  // namespace covey::parsers::testing

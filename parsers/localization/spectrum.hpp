// How many failing and how many passing tests ran the lines of a file: what spectrum-based fault localization is computed
// from (Wong et al., A Survey on Software Fault Localization, IEEE TSE 2016, section 3.2).
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/localization/unit_roles.hpp"
#include "parsers/model/lines_by_unit.hpp"
#include "parsers/model/function_extent.hpp"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace covey::parsers {

// How well what some tests ran tells those that fail from those that pass, 0 to 1: Ochiai's coefficient for the tests of
// the cause, times the same for all tests that fail. The second keeps a cause of few tests from accusing what only its
// tests happen to run.
double suspicion(const run_by& ran, const run_by& all);

struct line_spectrum {
  line_range lines;
  run_by ran;
  friend bool operator==(const line_spectrum&, const line_spectrum&) = default;
};

// The lines that failing tests ran, in their order; empty if none ran any.
std::vector<line_spectrum> spectrum_of(const lines_by_unit& lines, const unit_roles& roles);

// Lines of one function that no function within it has; sorted, disjoint.
struct owned_lines {
  line_range lines;
  std::size_t function = 0;  // index
};
std::vector<owned_lines> own_lines(const std::vector<function_extent>& functions);

// Which units ran a line of the function (an index) that no function within it has.
std::vector<bool> units_that_ran(const lines_by_unit& lines, const std::vector<function_extent>& functions,
                                 std::size_t function, std::size_t units);

// How many tests ran any of its own lines, by function.
std::vector<run_by> run_by_function(const lines_by_unit& lines, const unit_roles& roles,
                                    const std::vector<owned_lines>& own, std::size_t functions);

}  // namespace covey::parsers

// What the tests of the projects in tests/languages/*/projects have to come out as, in every language.
#pragma once

#include "tests/support/session.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::testing {

// The cases of a project that a language has, by the names it gives them ("tests/test_shop.py::test_passes").
// A case that a language has several times (`param`) is listed several times, in order.
struct present_case {
  std::string label;
  std::string full_name;
};

// Those of the cases that fail, which a rerun is to run again.
std::vector<present_case> red_in(std::string_view project, const std::vector<present_case>& cases);

// Checks a run's structured answer: the counts are exactly those of the cases that are there, each red case
// is a failure of the kind, text and values of the table, at the line of the file under `workspace` that
// holds "HERE: LABEL" (where there is such a line), and there is no other failure.
void expect_table(const json::object& run, const std::string& workspace, std::string_view project,
                  const std::vector<present_case>& cases);

}  // namespace covey::testing

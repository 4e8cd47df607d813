// The run plan for a request and an interpreter.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/project.hpp"
#include <boost/json/array.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::parsers::languages::python {

// What the probes and files told about the project.
struct project_facts {
  interpreter_candidate interpreter;
  interpreter_facts facts;
  found_files files;
};

enum class runner_kind : std::uint8_t { pytest, unittest, django };

// Django's own if the project has a manage.py and does not configure pytest; else pytest if it is installed.
runner_kind runner_for(const project_facts& project);

run_plan plan_run(const plan_request& request, const project_facts& project);

// How covey_coverage.py will record coverage on this interpreter ("sys.monitoring"), and why.
decision coverage_decision(const interpreter_facts& facts);

// The rerun set's keys, or the selections, as a JSON array; empty: run everything.
std::string selection_json(const plan_request& request);

// What a caller selected, for the reporter (reporters/python/covey_selections.py) and for reading its report.

// The names under which the tests of each selection will be reported.
selector_lists selectors_for(const std::vector<file_selection>& selections);

// For COVEY_SELECT, one object each: {"file": "/w/tests/test_x.py", "name": ["TestX::test_", ""],
// "below": true, "lines": [3, 9]}. A whole file has no name; `below`: names below this one are selected too.
boost::json::array selection_entries(const std::string& root, const std::vector<file_selection>& selections);

// Notes on selected tests that the runner cannot run, or cannot run alone.
std::vector<std::string> selection_notes(const std::vector<file_selection>& selections, runner_kind runner);

}  // namespace covey::parsers::languages::python

// The run plan for a request and an interpreter.
#pragma once

#include "parsers/languages/plan.hpp"
#include "parsers/languages/python/facts.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/project.hpp"
#include <cstdint>
#include <string>

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

}  // namespace covey::parsers::languages::python

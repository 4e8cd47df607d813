// The run that a request and an interpreter come down to.
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/languages/python/facts.hpp"
#include "parsers/languages/python/interpreter.hpp"
#include "parsers/languages/python/project.hpp"
#include <cstdint>
#include <string>

namespace covey::parsers {

// What the machine said of the project.
struct python_project {
  python_candidate interpreter;
  python_facts facts;
  python_files files;
};

enum class python_runner : std::uint8_t { pytest, unittest, django };

// Django's own where there is a manage.py and no configuration of pytest; else pytest where it is installed.
python_runner python_runner_of(const python_project& project);

run_plan plan_python_run(const plan_request& request, const python_project& project);

// What covey_coverage.py will measure with on this interpreter: "sys.monitoring", and why.
choice python_coverage_choice(const python_facts& facts);

// The keys or picks to select as a JSON array; empty: everything is to run.
std::string python_selection(const plan_request& request);

}  // namespace covey::parsers

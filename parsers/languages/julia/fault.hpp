// What Julia prints when a signal ends it: the signal and the frames, innermost first (`jl_critical_error` of
// Julia's src/signal-handling.c; 1.5 to 1.12 differ in the first line).
#pragma once

#include "parsers/model/test.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

struct fault_frame {
  location where;
  std::string function;  // "top-level scope" and "macro expansion" for code outside of functions
};

struct fault_report {
  std::string what;                 // "Segmentation fault"; empty: no fault
  std::vector<fault_frame> frames;  // those of the project
};

// Several processes may print at once, line by line; only the test process has frames of the project.
fault_report read_fault(const std::string& root, std::string_view text);

// Adds to the failure of a running test where it hung, or what ended it and where; if it was ended, the
// fault's own frames replace its output.
void add_fault(const std::string& root, std::string_view text, failure& to);

}  // namespace covey::parsers::languages::julia

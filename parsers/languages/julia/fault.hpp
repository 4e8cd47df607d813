// What Julia prints when a signal ends it: which one, and its frames, innermost first (`jl_critical_error` of
// Julia's src/signal-handling.c; 1.5 to 1.12 differ in the first line).
#pragma once

#include "parsers/model/test.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct julia_frame {
  location where;
  std::string function;  // "top-level scope" and "macro expansion" of code that has no function of its own
};

struct julia_fault {
  std::string what;                 // "Segmentation fault"; empty: there is none
  std::vector<julia_frame> frames;  // the project's
};

// Several processes may print at once, line by line; only that of the tests has frames of the project.
julia_fault read_julia_fault(const std::string& root, std::string_view text);

// Says of a test that was running where it hung, or what ended it and where; the output of such an end
// becomes the fault's own frames.
void add_julia_fault(const std::string& root, std::string_view text, failure& to);

}  // namespace covey::parsers

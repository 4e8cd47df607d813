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

// The project's frames. Several processes may print at once, line by line; only that of the tests has any.
std::vector<julia_frame> read_julia_fault(const std::string& root, std::string_view text);

// Says of a test that was running where it hung or what it called when the process died.
void add_julia_fault(const std::string& root, std::string_view text, failure& to);

}  // namespace covey::parsers

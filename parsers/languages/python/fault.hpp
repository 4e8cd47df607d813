// What Python's faulthandler prints when a signal ends the process: which one, and where each thread was.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

struct fault_frame {
  location where;
  std::string function;
};

struct python_fault {
  std::string what;                 // "Segmentation fault"
  std::vector<fault_frame> frames;  // the project's, of the thread that it happened in; innermost first
  std::size_t others = 0;           // frames of that thread that are not the project's
};

// The last that the text has; without `what` if there is none.
python_fault read_python_fault(const std::string& root, std::string_view text);

// Says of a test that was running where the fault happened; its output becomes the fault's own frames.
void add_python_fault(const std::string& root, std::string_view text, failure& to);

}  // namespace covey::parsers

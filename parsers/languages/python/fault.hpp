// What Python's faulthandler prints: which signal ended the process and where each thread was, or only where
// it was, when covey ended it (reporters/python/covey_faults.py).
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
  std::string what;                 // "Segmentation fault"; empty: it was ended from outside
  std::vector<fault_frame> frames;  // the project's, of the thread that it happened in; innermost first
  std::size_t others = 0;           // frames of that thread that are not the project's
};

// All that the text has: each process of a run may have printed one. Where several that were stopped wrote into
// each other's lines, none of what they wrote is believed.
std::vector<python_fault> read_python_faults(const std::string& root, std::string_view text);

// Says of a test that was running where the fault happened, or of one that ran out of time where it hung; its
// output becomes the fault's own frames. A fault that does not name the test is its own only where no other
// test ended so.
void add_python_fault(const std::string& root, std::string_view text, failure& to, bool only);

}  // namespace covey::parsers

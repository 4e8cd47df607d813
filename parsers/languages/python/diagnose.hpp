// Why a Python runner ended before it ran a test: read from what it printed.
#pragma once

#include "parsers/model/test.hpp"
#include "parsers/events/event_output.hpp"
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// One failure of kind error in the runner's group ("pytest", "unittest"); none if the text names no reason.
std::vector<failure> diagnose_ending(const std::string& root, const std::string& runner,
                                     const printed_text& said, const run_ending& ending);

// What Python's faulthandler prints: which signal ended the process and where each thread was; or, if covey
// ended the process, only where it was (reporters/python/covey_process.py).

struct fault_frame {
  location where;
  std::string function;
};

struct fault_report {
  std::string what;                 // "Segmentation fault"; empty: covey ended the process
  std::vector<fault_frame> frames;  // the project's, of the faulting thread; innermost first
  std::size_t others = 0;           // frames of that thread that are not the project's
};

// All reports in the text: each process of a run may have printed one. If several stopped processes wrote
// into each other's lines, the reports of all stopped processes are dropped.
std::vector<fault_report> read_faults(const std::string& root, std::string_view text);

// Adds where the fault happened to a test that was running, or where it hung to a test that timed out; the
// fault's frames replace the test's output. `only`: no other test ended this way, so a fault that does not
// name the test is still its own.
void add_fault(const std::string& root, std::string_view text, failure& to, bool only);

}  // namespace covey::parsers::languages::python

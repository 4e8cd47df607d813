// The answers of tests_covering.
#pragma once

#include "parsers/model/coverage.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::protocol {

// JSON Schema of the structured half of every answer but the error.
extern const char* const covering_schema;

struct covering_question {
  std::string file;
  std::uint32_t line = 0;  // 0: any
};

// Which run the answer comes from.
struct covering_source {
  std::uint64_t run_id = 0;
  std::chrono::milliseconds age{0};  // since that run ended
  std::uint64_t running = 0;         // the run that is going on now; 0: none
  std::string partial = {};          // why it is of a part of the suite only; empty: it is not
  std::uint64_t unmeasured = 0;      // a later run that measured nothing; 0: there is none
  std::string unmeasured_why = {};   // may be empty
};

// What must be known of coverage that is older than the latest run, or of a part of the suite; a sentence
// each.
std::vector<std::string> coverage_remarks(const covering_source& source);

tool_answer render_no_coverage_index();  // an error: the server was started without

tool_answer render_no_coverage_yet(const covering_source& source);

// The name that was asked for fits several files.
tool_answer render_ambiguous_file(const covering_question& question,
                                  const std::vector<std::string>& candidates, std::size_t total,
                                  const covering_source& source, std::size_t bytes = default_answer_bytes);

// The units that ran it, in any order; several may have one name (tests of one file), one without tests ran
// it while it was loaded. Each name is looked at, no more are copied than are shown.
tool_answer render_covering(const covering_question& question, parsers::attribution unit,
                            std::vector<const parsers::coverage_unit*> units, const covering_source& source,
                            std::size_t bytes = default_answer_bytes);

}  // namespace covey::protocol

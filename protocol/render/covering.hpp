// The answers of tests_covering.
#pragma once

#include "parsers/model/covered_by.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::protocol {

// JSON Schema of the structured half of every answer except errors.
extern const char* const covering_schema;

struct covering_question {
  std::string file;
  std::uint32_t line = 0;  // 0: any
  std::size_t limit = 20;  // tests and families
};

// Which run the answer comes from; the oldest of several.
struct covering_source {
  std::uint64_t run_id = 0;
  std::chrono::milliseconds age{0};  // since that run ended
  std::uint64_t running = 0;         // the run in progress; 0: none
  std::string partial = {};          // why it covers only a part of the suite; empty: it covers all
  std::uint64_t unmeasured = 0;      // a later run without coverage; 0: none
  std::string unmeasured_why = {};   // may be empty
  std::uint64_t partial_run = 0;     // which of several covers only a part; 0: that one
  std::size_t dropped = 0;           // runs of some tests that are no longer known
};

// Warnings if the coverage is older than the latest run, or covers only a part of the suite; a sentence each.
std::vector<std::string> coverage_remarks(const covering_source& source);


tool_answer render_no_coverage_yet(const covering_source& source);

// The given name matches several files.
tool_answer render_ambiguous_file(const covering_question& question,
                                  const std::vector<std::string>& candidates, std::size_t total,
                                  const covering_source& source, std::size_t bytes = default_answer_bytes);

tool_answer render_covering(const covering_question& question, const parsers::covered_by& covered,
                            const covering_source& source, std::size_t bytes = default_answer_bytes);

}  // namespace covey::protocol

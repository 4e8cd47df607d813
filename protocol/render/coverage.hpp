// The answers of the four coverage tools. Text and structured half are the same JSON.
#pragma once

#include "parsers/model/diagnostic.hpp"
#include "parsers/model/coverage.hpp"
#include "parsers/model/snapshot.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// JSON Schemas of the structured halves.
extern const char* const overall_coverage_schema;
extern const char* const file_coverage_schema;
extern const char* const snapshot_schema;
extern const char* const coverage_change_schema;

struct coverage_origin {
  std::string source;                            // the report's path, or "run 3"
  std::string_view format;                       // of a report; empty: of a run
  std::vector<parsers::diagnostic> diagnostics;  // what was wrong with the report
  std::vector<std::string> notes = {};           // what a run's coverage lacks, a sentence each
  run_freshness_ptr freshness = {};              // of a run; null: a report's
};

struct asked_file {
  enum class outcome { found, missing, ambiguous };
  std::string asked;
  outcome result = outcome::missing;
  std::string matched;  // the report's name of the file, if only its end was given; else empty
  parsers::coverage_totals totals;
  std::vector<parsers::line_range> uncovered;
  std::vector<std::string> candidates;  // if ambiguous: the first few
  std::size_t candidates_in_all = 0;
};

tool_answer render_overall_coverage(const parsers::coverage_totals& totals, const coverage_origin& origin);

// `lines`: include the uncovered ranges. Here and below, `bytes` limits each half of the answer; entries that
// do not fit are counted.
tool_answer render_file_coverage(const std::vector<asked_file>& files, bool lines,
                                 const coverage_origin& origin, std::size_t bytes = default_answer_bytes);

tool_answer render_snapshot(std::string_view id, const parsers::snapshot& taken,
                            const coverage_origin& origin);

tool_answer render_coverage_change(const parsers::snapshot& before, const parsers::snapshot& after,
                                   const parsers::snapshot_change& change, const coverage_origin& origin,
                                   std::size_t bytes = default_answer_bytes);

}  // namespace covey::protocol

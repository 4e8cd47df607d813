// The answers of the coverage tools and of tests_covering.
#pragma once

#include "parsers/model/coverage.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class file_index;

}  // namespace covey::parsers

namespace covey::protocol {

// --- the four coverage tools: text and structured half are the same JSON

// JSON Schemas of the structured halves.
constexpr auto overall_coverage_schema =
    R"({"type":"object","required":["overall"],"properties":{"overall":{"type":"number"}}})";
constexpr auto file_coverage_schema =
    R"({"type":"object","required":["files"],"properties":{"files":{"type":"object"}}})";
constexpr auto snapshot_schema =
    R"({"type":"object","required":["snapshotId","timestamp"],"properties":{"snapshotId":{"type":"string"},)"
    R"("timestamp":{"type":"integer"}}})";
constexpr auto coverage_change_schema =
    R"({"type":"object","required":["overallChange"],"properties":{"overallChange":{"type":"number"},)"
    R"("fileChanges":{"type":"object"}}})";

// Coverage that answers are made from: the latest run's, or a report's.
using coverage_ptr = std::shared_ptr<const parsers::coverage>;
using file_index_ptr = std::shared_ptr<const parsers::file_index>;

// A report file's, or a run's.
struct coverage_source {
  std::string name;                              // a path as the caller gave it, or "run 3"
  std::string_view format;                       // of a report file; empty: of a run
  std::vector<parsers::diagnostic> diagnostics;  // what was wrong with the report
  std::vector<std::string> notes = {};           // what a run's coverage lacks, a sentence each
  run_freshness_ptr freshness = {};              // of a run; null: a report's
  coverage_ptr data = {};
  parsers::coverage_totals totals = {};
  file_index_ptr files = {};  // of `data`
};
using coverage_source_ptr = std::shared_ptr<const coverage_source>;

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

tool_answer render_overall_coverage(const parsers::coverage_totals& totals, const coverage_source& from);

// `lines`: include the uncovered ranges. Here and below, `bytes` limits each half of the answer; entries that
// do not fit are counted.
tool_answer render_file_coverage(const std::vector<asked_file>& files, bool lines,
                                 const coverage_source& from, std::size_t bytes = default_answer_bytes);

tool_answer render_snapshot(std::string_view id, const parsers::snapshot& taken, const coverage_source& from);

tool_answer render_coverage_change(const parsers::snapshot& before, const parsers::snapshot& after,
                                   const parsers::snapshot_change& change, const coverage_source& from,
                                   std::size_t bytes = default_answer_bytes);

// --- tests_covering

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

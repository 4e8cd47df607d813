// Coverage that answers are made from: the latest run's, or a report's.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/diagnostic.hpp"
#include "parsers/model/freshness.hpp"
#include "protocol/render/view.hpp"
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

class file_index;
struct file_in_runs;
struct measured_runs;

}  // namespace covey::parsers

namespace covey::protocol {

using coverage_ptr = std::shared_ptr<const parsers::coverage>;
using file_index_ptr = std::shared_ptr<const parsers::file_index>;

struct latest_coverage {
  std::uint64_t run_id = 0;
  std::chrono::steady_clock::time_point ended;
  coverage_ptr data;                 // null: none yet
  file_index_ptr files;              // of `data`
  std::string name;                  // of the run, for people
  std::string partial;               // why it covers only a part of the suite; empty: it covers all
  std::uint64_t unmeasured_run = 0;  // a later run without coverage; 0: none
  std::string unmeasured_why;        // may be empty
  parsers::run_fingerprints fingerprints = {};              // as the run saw them
  std::string language = {};                                // of the run
  std::shared_ptr<const parsers::measured_runs> runs = {};  // it and earlier ones; null: there is no data
};

// A report file's, or a run's.
struct coverage_source {
  std::string name;         // a path as the caller gave it, or "run 3"
  std::string_view format;  // of a report file; empty: from a run
  coverage_ptr data;
  parsers::coverage_totals totals;
  file_index_ptr files;  // of `data`
  std::vector<parsers::diagnostic> diagnostics;
  std::vector<std::string> notes = {};  // of a run: why it is incomplete, a sentence each
  run_freshness_ptr freshness = {};     // of a run
};
using coverage_source_ptr = std::shared_ptr<const coverage_source>;

}  // namespace covey::protocol

// What the actor of a call found out of what its tool's question names. Members that were not asked for are empty.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/finished_run.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/model/source_lines.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/test_block.hpp"
#include "protocol/render/workspace/workspace.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/render/view.hpp"
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::parsers {

class file_index;
struct file_in_runs;
struct measured_runs;

}  // namespace covey::parsers

namespace covey::protocol {

// Coverage that answers are made from: the latest run's, or a report's.
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

using finished_run_ptr = std::shared_ptr<const parsers::finished_run>;
using partial_run_ptr = std::shared_ptr<const parsers::partial_run>;
using test_listing_ptr = std::shared_ptr<const parsers::test_listing>;
using snapshot_ptr = std::shared_ptr<const parsers::snapshot>;

// What to run, out of the listed tests.
struct run_selection {
  std::vector<parsers::file_selection> selections = {};
  bool no_match = false;       // then nothing is run
  std::string unmatched = {};  // the query that nothing matched
  std::vector<parsers::unknown_name> unknown = {};
  std::string refusal = {};  // a sentence
};

// What became of the run that the question names.
struct run_in_preparation {};  // its tests are still being looked for, and the call's client waits no longer
struct unheard_run {           // it goes on, or is being prepared, and did not answer
  std::uint64_t id = 0;        // 0: not known
  std::chrono::seconds asked_for{0};
};
struct stopped_run {  // before it had any results
  std::uint64_t id = 0;
  bool had_begun = false;
};
struct refused_run {
  std::string status;  // "no_run", "nothing_to_rerun"; empty: that is an error
  std::string why;
  finished_run_ptr latest = {};  // the run that it speaks of; null: none
};
struct lost_run {  // it ended without results: why, for questions that name its id
  std::uint64_t id = 0;
  std::string root;
  bool cancelled = false;
  std::string why;  // the end of a sentence
};
struct unknown_run {
  std::uint64_t id = 0;              // that was asked for; 0: any
  std::vector<std::uint64_t> known;  // oldest first
};
// A null run: none has ended in this workspace.
using run_reply = std::variant<std::monostate, finished_run_ptr, partial_run_ptr, run_in_preparation,
                               unheard_run, stopped_run, refused_run, lost_run, unknown_run>;

struct reply {
  std::string path;               // absolute, without symbolic links
  std::string path_problem;       // why there is none: the end of a sentence
  std::vector<package> packages;  // the workspace's projects, or those of `path`
  std::string no_project;         // why there is none, or why some may be missing: a sentence
  assertion_words words;          // of their languages
  test_listing_ptr listing;
  run_selection selection;
  snapshot_ptr snapshot;      // that was found, or is kept now
  std::string snapshot_id;    // of one that is kept now
  std::uint64_t running = 0;  // the first run that goes on; 0: none
  std::uint64_t waiting = 0;  // how many
  run_reply run;              //
  bool had_ended = false;     // it, before the call asked to stop it
  std::chrono::nanoseconds joined{
      0};                  // how long before the call it had begun; 0: it was started for the call
  latest_coverage latest;  // its data may be null
  std::shared_ptr<const parsers::file_in_runs> file;       // of which it is asked; null: there is not one
  std::shared_ptr<const parsers::line_hashes> file_lines;  // as it is now; null: not known
  std::shared_ptr<const parsers::suspect_list> suspects;   // null: they are not known
  coverage_source_ptr coverage;                            // of a run or a report
  const std::atomic<bool>* given_up = nullptr;  // set when nobody waits for the answer any more; may be null
};

// Null if it is not that.
inline const parsers::finished_run* ended_of(const reply& from) {
  const auto* run = std::get_if<finished_run_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}
inline const parsers::partial_run* partial_of(const reply& from) {
  const auto* run = std::get_if<partial_run_ptr>(&from.run);
  return run == nullptr ? nullptr : run->get();
}

}  // namespace covey::protocol

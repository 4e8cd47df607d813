// Messages to the actors that read files: coverage reports, snapshots, listings of tests, source lines.
#pragma once

#include "actors/caf_compat.hpp"
#include "actors/storage/report_file.hpp"
#include "parsers/model/settings.hpp"
#include "parsers/languages/finder.hpp"
#include "parsers/text/source_line.hpp"
#include "protocol/tools/reply.hpp"
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace covey::actors {

using protocol::coverage_ptr;
using protocol::coverage_source;
using protocol::coverage_source_ptr;
using protocol::file_index_ptr;
using protocol::snapshot_ptr;
using protocol::test_listing_ptr;
using call_key = std::uint64_t;  // identifies a call, and the run it starts, within this process

// --- reports ---

// Reads the first path that exists. Faults: report_missing, report_unreadable, report_malformed.
struct read_report {
  std::string root;
  std::vector<std::string> paths;  // relative to the root, or absolute
};
struct load_report {  // the report reader to a worker
  std::string root;
  std::string path;
};
struct loaded_report {
  coverage_source_ptr report;  // null: it could not be read, and `error` says why
  caf::error error;
  storage::file_identity identity;  // of what was read
  std::uint64_t bytes = 0;          // the report's size in memory
};
using loaded_report_ptr = std::shared_ptr<const loaded_report>;

struct keep_snapshot {  // gives its id; fault: snapshot_not_kept
  snapshot_ptr value;
};
struct find_snapshot {  // faults: snapshot_missing, snapshot_unreadable
  std::string id;
};

// --- listings ---

using test_finder_ptr = std::shared_ptr<const parsers::test_finder>;

struct list_tests {
  std::string root;
  std::string language;
  std::string file_query;  // parsers/query, matched against displayed paths; empty: all files
  bool blocks = true;      // false: only the files
  call_key key = 0;        // of the asking call; 0: cannot be cancelled
  bool words = false;      // a word of the query means itself where a path holds it
};
struct cancel_listing {  // stop reading; the request is still answered with what was read so far
  call_key key = 0;
};
struct read_tests {  // the lister to a worker
  test_finder_ptr finder;
  std::string root;
  std::vector<std::string> paths;  // relative to the root
};
struct read_test_file {
  std::string path;
  storage::file_identity identity;
  std::shared_ptr<const parsers::file_blocks> found;
  std::string problem;  // why nothing was found: the end of a sentence
};
using read_test_files_ptr = std::shared_ptr<const std::vector<read_test_file>>;

// --- source lines ---

struct wanted_line {
  parsers::location where;  // its file relative to the root
  std::int64_t began = 0;   // ns since the epoch; files changed later are skipped
  parsers::line_form form = parsers::line_form::statement;
};
struct read_source_lines {
  std::string root;
  std::vector<wanted_line> wanted;
};
using source_lines_ptr = std::shared_ptr<const protocol::source_lines>;
struct hash_lines {  // of a file as it is now; null: it cannot be read
  std::string root;
  std::string file;  // relative to the root
};
using line_hashes_ptr = std::shared_ptr<const parsers::line_hashes>;

// --- suspects

struct get_suspects {
  protocol::finished_run_ptr run;
  coverage_ptr data;                  // of the run
  std::shared_ptr<const parsers::measured_runs> known;  // by it and earlier ones
  std::vector<std::size_t> failures;  // indices into those of the run
};
using suspects_ptr = std::shared_ptr<const parsers::suspect_list>;

// --- the settings of a workspace

struct get_settings {
  std::string root;
  std::string config;  // the file, absolute; empty: covey.toml in the root
};
struct found_settings {
  parsers::settings_ptr value;  // null: there are none
  std::string problem;          // why they cannot be read: a sentence; empty: none
};

// --- paths that callers give

struct resolve_path {
  std::string root;
  std::string given;  // absolute, or relative to the root
  bool must_be_folder = false;
};
struct resolved_path {
  std::string path;     // absolute, without symbolic links
  std::string problem;  // why there is none: the end of a sentence
};

}  // namespace covey::actors

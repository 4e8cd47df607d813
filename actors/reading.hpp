// What calls and runs read from disk and write there. All of it blocks, so it has a thread of its own: a file may lie on a
// network drive, and a folder be large.
#pragma once

#include "actors/messages.hpp"
#include "process/scratch.hpp"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace covey::actors {

struct resolved_path {
  std::string path;     // absolute, without symbolic links
  std::string problem;  // why there is none: the end of a sentence
};
// `given`: absolute, or relative to the root.
resolved_path resolve_path(const std::string& root, const std::string& given, bool must_be_folder);

struct found_settings {
  parsers::settings_ptr value;  // null: there are none
  std::string problem;          // why they cannot be read: a sentence; empty: none
};
// Of a workspace. `config`: the file, absolute; empty: covey.toml in the root.
found_settings read_settings(const std::string& root, const std::string& config);

struct wanted_line {
  parsers::location where;  // its file relative to the root
  std::int64_t began = 0;   // ns since the epoch; files changed later are skipped
  parsers::line_form form = parsers::line_form::statement;
};
protocol::source_lines read_source_lines(const std::string& root, const std::vector<wanted_line>& wanted);

// Of a file as it is now, relative to the root; null: it cannot be read.
std::shared_ptr<const parsers::line_hashes> hash_lines(const std::string& root, const std::string& file);

// Of some failures of a run, by their indices. `latest`: with the coverage of that run. Null: its language is none of ours.
std::shared_ptr<const parsers::suspect_list> find_suspects(const finished_run_ptr& run,
                                                           const latest_coverage& latest,
                                                           const std::vector<std::size_t>& failures);

struct kept_snapshot {
  std::string id;
  std::string problem;  // why it was not kept: a sentence; empty: it was
};
kept_snapshot keep_snapshot(const std::string& temp_directory, const snapshot_ptr& value);

struct found_snapshot {
  snapshot_ptr value;
  std::string problem;  // why there is none: a sentence
};
found_snapshot find_snapshot(const std::string& temp_directory, const std::string& id);

// --- the files of one run: its scratch folder, the files its plan puts there, and the coverage files that it leaves ---

using scratch_ptr = std::shared_ptr<process::scratch>;

struct made_scratch {
  scratch_ptr folder;   // removed with its last owner, if not before
  std::string problem;  // why there is none: a sentence
};
made_scratch make_scratch();

// Creates the folders, files and the channel of the plan. Gives why not: a sentence; empty: they are there.
std::string fill_scratch(const scratch_ptr& folder, const plan_ptr& plan);

// Now, and not with its owner. Gives true.
bool remove_scratch(const scratch_ptr& folder);

// Null: the run left none.
coverage_ptr collect_coverage(const plan_ptr& plan, const finished_run_ptr& run);

// `data`, `last`, the run before it in its workspace, and `known` by earlier runs may be null. Null: its language is none of ours.
std::shared_ptr<const std::vector<parsers::cause>> explain_failures(
    const finished_run_ptr& of, const coverage_ptr& data, const finished_run_ptr& last,
    const std::shared_ptr<const parsers::measured_runs>& known);

}  // namespace covey::actors

// A tool is a value: what clients are told of it, what it asks, and what it answers. Nothing here waits or reads.
// Design: docs/design/19-tools.md
#pragma once

#include "parsers/model/affected_tests.hpp"
#include "parsers/model/changed_coverage.hpp"
#include "parsers/model/finished_run.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/model/source_lines.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/test_block.hpp"
#include "protocol/arguments.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/render/view.hpp"
#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tool.hpp"
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace covey::parsers {

struct file_in_runs;
struct measured_run;
struct measured_runs;

}  // namespace covey::parsers

namespace covey::protocol {

// What a tool has to know before it can answer a call. The actor of the call finds it out, in the order of the
// members of `question`, and knows no tool (actors/call.hpp).
struct path_question {
  std::string given;            // absolute, or relative to the workspace
  bool must_be_folder = false;  // and exist, which a file need not
};

enum class projects_asked : std::uint8_t {
  none,
  one,  // the only one, or that of `language`; without one the call is answered with an error
  all,
};

// Of one project: it needs projects_asked::one.
struct listing_question {
  std::string file_query;               // parsers/query, matched against displayed paths; empty: all files
  bool blocks = true;                   // false: only the files
  bool words = false;                   // a word of the query means itself where a path holds it
  std::vector<std::string> files = {};  // only these, and no others are looked for; empty: all
};

// Start a run, or join an equal one; answered at its end, or with a part of it when `wait` is over.
struct run_to_start {
  parsers::run_target target = {};                        // without its selections: tool::select chooses them
  bool affected_first = false;                            // what tool::select chooses runs before all tests
  bool until_first = false;                               // answered once these are through, if some failed
  std::size_t verify = 0;  // of a rerun: how often what is known to fail runs again behind it
  std::optional<std::chrono::milliseconds> timeout = {};  // empty: that of the workspace's settings
  std::chrono::milliseconds wait{0};
  std::optional<bool> coverage = {};                 // likewise
  std::optional<parsers::run_options> options = {};  // empty: none; a rerun has those of what it repeats
};
// Answered at its end, or earlier: without `wait`, when that is over, or at the next failure, if it is asked for.
struct run_to_follow {
  std::uint64_t id = 0;  // 0: the one that goes on, else the latest
  std::optional<std::chrono::milliseconds> wait = {};
  std::chrono::milliseconds wait_for_coverage{0};  // without `wait`, where only that is left
  std::optional<std::size_t> since = {};           // failures found after this place
  bool until_failure = false;
};
struct run_to_stop {
  std::uint64_t id = 0;  // 0: the one that goes on, else the latest
};
struct run_that_ended_last {};  // of the workspace
using run_question =
    std::variant<std::monostate, run_that_ended_last, run_to_start, run_to_follow, run_to_stop>;

struct coverage_question {
  std::string report = {};  // a path; empty: the latest run's coverage
  std::vector<std::string> else_reports =
      {};  // without coverage of a run: the first of these that exists; empty: there may be none
  // Instead of the latest run's: that of this run alone, 0: what is known of all tests.
  std::optional<std::uint64_t> run = {};
  std::string file = {};  // of which it is asked, as it is now; empty: of none
};

// The tests that edits can have affected: of one project, for the call or for the run that it starts, when its turn comes.
struct affected_question {
  std::string since = {};  // a revision of git; empty: when each last ran
  std::vector<parsers::affect_rule> rules = {};
};

// Which of the lines that have changed since `base` ran. It needs coverage; a run that the call starts brings its own.
struct changed_question {
  std::string base = "HEAD";            // or another revision of git, "merge-base:" with one, or "last_run"
  std::vector<std::string> files = {};  // and folders that count; none: all
  bool tests = true;                    // also who ran them
  bool may_fail = false;                // without git, or coverage, nothing is said
};

enum class snapshot_asked : std::uint8_t { none, find, keep };

struct question {
  std::string refusal = {};  // why the call is answered with an error at once: a sentence
  std::optional<path_question> path = {};
  projects_asked projects = projects_asked::none;
  std::string language = {};
  snapshot_asked snapshot = snapshot_asked::none;  // found first, or kept when there is coverage
  std::string snapshot_id = {};                    // to find
  bool what_goes_on = false;                       // how many runs wait and go on
  std::optional<coverage_question> coverage = {};
  std::optional<affected_question> affected = {};
  std::optional<listing_question> listing = {};
  run_question run = {};
  bool freshness = false;       // what has changed since the run, or since the run whose coverage it is
  std::string fresh_file = {};  // whose state must be exact; empty: that of all files
  bool source_lines = false;    // of the run's failures
  std::optional<changed_question> changed = {};
  std::vector<std::string> suspects_of =
      {};                        // of these failing tests of the run together; needs its coverage
  bool may_lack_stores = false;  // a store that does not answer is no error
  bool takes_long = false;       // making the answer may take seconds: it gets a thread of its own
};

// --- what the actor of a call found out of what its tool's question names. Members that were not asked for are empty.

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
  // The last run of all before the latest one of all that saw other sources, without units; null: there is none.
  std::shared_ptr<const parsers::measured_run> before = {};
};

using finished_run_ptr = std::shared_ptr<const parsers::finished_run>;
using partial_run_ptr = std::shared_ptr<const parsers::partial_run>;
using test_listing_ptr = std::shared_ptr<const parsers::test_listing>;
using snapshot_ptr = std::shared_ptr<const parsers::snapshot>;

// What to run, out of the listed tests.
struct run_selection {
  std::vector<parsers::file_selection> selections = {};
  bool no_match = false;       // then nothing is run
  bool everything = false;     // what was selected cannot be told apart, or takes as long as all
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
// The runs that repeat what a rerun was of, and what came of its tests.
struct verified_runs {
  struct verdicts {
    bool fixed = false;      // it passed in the rerun
    std::size_t passed = 0;  // in how many of these
    std::size_t failed = 0;
  };
  std::vector<std::uint64_t> ids = {};
  std::map<parsers::test_id, verdicts> tests = {};  // that had failed before the rerun; without a name: all of a group
  parsers::run_target again = {};                   // what the rerun was of
  std::string why_fewer = {};                       // than were asked for; the end of a sentence

  verified_runs() = default;
  explicit verified_runs(const parsers::finished_run& rerun);
  void add(const parsers::finished_run& run);
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
  parsers::affected_tests_ptr affected;
  std::chrono::milliseconds affected_age{0};  // of the latest run on record
  std::string language;                       // of the project, where one is asked for
  test_listing_ptr listing;
  run_selection selection;
  snapshot_ptr snapshot;      // that was found, or is kept now
  std::string snapshot_id;    // of one that is kept now
  std::uint64_t running = 0;  // the first run that goes on; 0: none
  std::uint64_t waiting = 0;  // how many
  run_reply run;              //
  bool had_ended = false;     // it, before the call asked to stop it
  verified_runs verified;     // that followed it
  std::chrono::nanoseconds joined{
      0};                  // how long before the call it had begun; 0: it was started for the call
  latest_coverage latest;  // its data may be null
  std::shared_ptr<const parsers::file_in_runs> file;       // of which it is asked; null: there is not one
  std::shared_ptr<const parsers::line_hashes> file_lines;  // as it is now; null: not known
  std::shared_ptr<const parsers::suspect_list> suspects;   // null: they are not known
  coverage_source_ptr coverage;                            // of a run or a report
  parsers::changed_coverage_ptr changed;                   // null: they are not known
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

// --- the tool

struct tool_call {
  arguments given;
  std::string workspace;             // absolute
  std::string output = {};           // of tools that run tests, as the server was told; empty: the tool's own
  std::chrono::seconds patience{0};  // of its client
  bool coverage = true;              // runs measure it
  answer_filter filter = {};
};

struct tool {
  tool_description description;
  question (*ask)(const tool_call& call) = nullptr;
  tool_answer (*answer)(const tool_call& call, const reply& found, const answer_view& view) = nullptr;
  // Of tools that run a selection of what is listed; `found`: what the question names before the listing.
  run_selection (*select)(const tool_call& call, const parsers::test_listing& listing,
                          const reply& found) = nullptr;
  bool starts_run = false;         // cancelled when the session ends; other calls may still be answered
  bool moves_workspace = false;    // later calls begin only after such a call is answered
  bool says_what_goes_on = false;  // its answer is about a run that ended, while another may go on
  bool core = false;               // an agent needs it every day
};

}  // namespace covey::protocol

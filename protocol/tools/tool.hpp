// A tool is a value: what clients are told of it, what it asks, and what it answers. Nothing here waits or reads.
// Design: docs/design/19-tools.md
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include "protocol/tools/reply.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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
  std::string file_query;  // parsers/query, matched against displayed paths; empty: all files
  bool blocks = true;      // false: only the files
  bool words = false;      // a word of the query means itself where a path holds it
};

// Start a run, or join an equal one; answered at its end, or with a part of it when `wait` is over.
struct run_to_start {
  parsers::run_target target = {};                        // without its selections: tool::select chooses them
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
  std::optional<listing_question> listing = {};
  run_question run = {};
  bool freshness = false;       // what has changed since the run, or since the run whose coverage it is
  std::string fresh_file = {};  // whose state must be exact; empty: that of all files
  bool source_lines = false;    // of the run's failures
  std::vector<std::string> suspects_of =
      {};                        // of these failing tests of the run together; needs its coverage
  bool may_lack_stores = false;  // a store that does not answer is no error
  bool takes_long = false;       // making the answer may take seconds: it gets a thread of its own
};

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
  run_selection (*select)(const tool_call& call, const parsers::test_listing& listing, const reply& found) = nullptr;
  bool starts_run = false;         // cancelled when the session ends; other calls may still be answered
  bool moves_workspace = false;    // later calls begin only after such a call is answered
  bool says_what_goes_on = false;  // its answer is about a run that ended, while another may go on
  bool core = false;               // an agent needs it every day
};

}  // namespace covey::protocol

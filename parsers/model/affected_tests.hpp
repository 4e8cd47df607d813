// The tests that can have another verdict by now than when they last ran, and why each can.
// Design: docs/design/25-affected-tests.md
#pragma once

#include "parsers/model/lines_by_unit.hpp"
#include "parsers/model/settings.hpp"
#include "parsers/model/test.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class affected_by : std::uint8_t {
  failing,        // it did not pass when it last ran
  ran_changed,    // a body that it ran is another, or gone
  loads_changed,  // what its files load is, or may load by now
  reads_changed,  // a file is another that no source is: who reads it is not recorded
  uncertain,      // not all that it ran is known, and a source is another
  rule            // the user says so
};

// "ran_changed"
std::string_view to_string(affected_by value);

struct affected_reason {
  affected_by kind = affected_by::uncertain;
  std::string file = {};   // that is another; empty: any
  std::string block = {};  // the function, as its outline has it; empty: what stands outside of functions
  line_range lines = {};   // of the function now; 0: it is gone, or the whole file
  friend bool operator==(const affected_reason&, const affected_reason&) = default;
};

constexpr std::size_t max_reasons = 5;  // of a test, the nearest first; there may be more then

struct affected_test {
  std::string group = {};
  std::string name = {};  // empty: the group could not run
  outcome last = outcome::passed;
  std::chrono::milliseconds duration{0};  // of its last run
  std::vector<affected_reason> reasons = {};
};

// What the runs on record say of a failure.
enum class failure_state : std::uint8_t {
  fresh,         // it passed, and what it runs or reads has changed since, or it is new itself
  known,         // it failed before
  flaky,         // with all that it runs and reads as it is it has failed, and passed again in a run of the same tests with no edit between
  not_explained  // it passed, and nothing that it runs or reads has changed since
};
// "new"
std::string_view to_string(failure_state value);

struct failure_history {
  failure_state state = failure_state::known;
  // Runs before this one in which all that it runs and reads was as it is now.
  std::uint32_t passed = 0, failed = 0;
  std::vector<affected_reason> explained_by = {};  // of a known one: what may make it fail otherwise than before
  std::string detail = {};  // what has changed that may affect any test: "go.mod"; empty: nothing
};
using failure_histories =
    std::vector<std::shared_ptr<const failure_history>>;  // of a run's failures, in their order

struct changed_file {
  enum class kind_type : std::uint8_t { modified, created, removed };
  std::string path = {};
  kind_type kind = kind_type::modified;
  std::vector<std::string> blocks = {};  // functions that are another, new or gone
  bool frame = false;                    // what stands outside of them is, or the file is no source
  friend bool operator==(const changed_file&, const changed_file&) = default;
};

// Why all tests count as affected.
enum class all_because : std::uint8_t {
  nothing_known,  // no run of the language is on record
  environment,    // what decides beside the workspace is another
  configuration,  // a file that decides how tests run is
  reads,          // a file is that any test may read
  unseen          // a part of the workspace could not be looked at
};
std::string_view to_string(all_because value);

struct affected_tests {
  std::optional<all_because> all = {};
  std::string detail = {};                 // which file or part; a word or a sentence's end
  std::int64_t since = 0;                  // the end of the latest run on record, in ms since the epoch
  std::vector<changed_file> changed = {};  // since then, sorted
  std::vector<affected_test> tests = {};   // sorted by group and name
  // Sources that may hold tests which have never run, sorted: new ones, changed ones, and those that load such.
  std::vector<std::string> with_new_tests = {};
  std::size_t known = 0;                             // tests on record
  std::chrono::milliseconds known_time{0}, time{0};  // that these took, and the affected ones
  std::vector<std::string> notes = {};               // on the record itself, a sentence each
  std::size_t starting = 0;  // of the affected, those that start processes, of which nothing is seen
};
using affected_tests_ptr = std::shared_ptr<const affected_tests>;

}  // namespace covey::parsers

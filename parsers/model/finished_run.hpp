// All of a run that has ended: the failure store keeps it, and every answer about a run is rendered from it.
// A plain value without handles, so that it could come from another machine one day. And what is known of one before its end.
// Design: docs/design/22-suspects.md
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/freshness.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/settings.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

// How many tests (or other units) ran something. Tests that share what is known of their lines count one by one.
struct run_by {
  std::uint32_t failing = 0;  // of the cause in question
  std::uint32_t others = 0;   // failing for other causes
  std::uint32_t passing = 0;
  friend bool operator==(const run_by&, const run_by&) = default;
};

struct suspect {
  std::string file;                          // relative to the workspace root
  std::string function;                      // empty: lines that are in no function
  line_range lines = {};                     // of the function
  std::vector<std::uint32_t> comments = {};  // lines of it that hold nothing else, in their order
  line_range worst =
      {};  // those of its lines that tell failing tests from passing ones best; 0: not measured
  // What was edited of it, else what each failing test ran of it, if that is a few lines, else the most suspect of these; in
  // their order.
  std::vector<line_range> path = {};
  run_by ran = {};
  bool edited = false;    // since the tests passed: a line of it, or its file, where lines are not known
  bool by_line = false;   // of what was edited the lines are known
  bool in_stack = false;  // of the failures
  bool named = false;     // by a message, or by a line that failed
  double score = 0;
  friend bool operator==(const suspect&, const suspect&) = default;
};

struct suspect_list {
  attribution unit = attribution::run;  // what is counted
  run_by all = {};                      // how many there are
  std::uint64_t edited_since = 0;       // the run that `edited` compares with; 0: git's last commit
  bool shared = false;                  // what a failing test ran is told together with what others did
  std::vector<suspect> found = {};      // the most suspect first
  std::size_t equal = 0;                // how many at its front have the same score
  // Why what was not edited is no suspect: no code explains the failures; empty: it may.
  std::string_view unexplained = {};
};

// More than these at the front that are equally suspect are as good as none.
constexpr std::size_t max_equal_suspects = 3;
constexpr std::size_t max_edited_suspects = 8;  // the same of functions that were edited
inline bool tells_apart(const suspect_list& from) {
  if (from.found.empty()) return false;
  return from.equal <= (from.found.front().by_line ? max_edited_suspects : max_equal_suspects);
}

constexpr std::size_t kept_suspects = 20;  // of a cause
constexpr std::size_t max_path_lines = 8;  // of a suspect, beside its most suspect ones

// Failures that say the same.
struct cause_part {
  std::vector<std::size_t> members;  // indices into the list of failures, ascending
  std::size_t example = 0;           // index of its shortest failure, preferably with a message and a place
};

struct cause {
  std::vector<std::size_t> members;  // of all parts, ascending
  std::vector<cause_part> parts;     // the largest first
  suspect_list suspects = {};

  std::size_t example() const { return parts.front().example; }
};

// One output stream for display: all of it, or its first and last part with a marker line between them.
struct captured_stream {
  std::string text;  // bytes as the runner wrote them
  std::uint64_t total = 0;
  bool truncated = false;
};

enum class run_status : std::uint8_t { passed, failed, no_tests, timed_out, cancelled, crashed };

// One decision of a plan, and its reason: "runner", "jest 30.5.0", "named by scripts.test in package.json".
struct decision {
  std::string part;          // "toolchain", "interpreter", "runner", "coverage", …
  std::string chosen;        // with its version where it has one
  std::string why;           // may be empty
  std::string mends = {};    // a command that makes it better; for `covey doctor`
  std::string same_as = {};  // of a runner: another name for what does the same; for `covey hook`
};

// What failed in an earlier run and was not judged since: it counts as failed until a run says otherwise.
struct known_failure {
  std::shared_ptr<const failure> what;  // of all runs that know it one value; never null
  std::string language;
  std::uint64_t run_id = 0;            // of the run that found it
  std::int64_t began = 0;              // of that run, as finished_run::began
  run_fingerprints fingerprints = {};  // that run's, without `written_before`
  run_options_ptr options = {};        // that the call of that run added; null: none
  run_settings_ptr settings = {};      // of its workspace, as ways_of() has them
  // Of an error that kept the run of some tests from them: as finished_run::asked. Null: it is of those tests, or of a run of all.
  std::shared_ptr<const std::vector<file_selection>> asked = {};
};

// A group some of whose tests a run left out. The counts are of outermost tests.
struct unreached_group {
  shared_text group;
  std::uint64_t tests = 0;  // all that were to run
  std::uint64_t never_began = 0;
  std::uint64_t open = 0;  // began and did not end
};

// A run of all tests that left some out: their outcome is unknown until a later run reaches them. Or one that failed without a
// failed test (a coverage threshold): only another run of all tests can clear that.
struct cut_run {
  std::uint64_t id = 0;
  std::string language;
  run_options_ptr options = {};    // that its call added
  run_settings_ptr settings = {};  // of its workspace
  run_ending ending;
  std::uint64_t not_run = 0;                 // tests that were known and never began
  std::uint64_t open = 0;                    // that began and did not end
  std::vector<unreached_group> groups = {};  // they hold all of these; empty: not known
  std::string no_pass =
      {};  // why it failed: "coverage threshold 80 (fail_under) not met: 75.0"; empty: it was cut
};

// A run of all tests that came to its end, for later ones to be compared with.
struct whole_run {
  std::uint64_t id = 0;
  std::string language;
  run_fingerprints fingerprints = {};  // without `written_before`
  // Its tests, and those of earlier ones that it could not reach, with the file of each, sorted; null: too many to keep.
  std::shared_ptr<const std::vector<std::pair<test_id, shared_text>>> tests = {};
};

// How the tests of a run of all differ from those of the one before it.
struct list_changes {
  struct moved_tests {
    std::uint64_t count = 0, failed = 0;  // of these, failed when they last ran
  };
  std::uint64_t since = 0;  // the id of the one before; 0: none
  std::vector<test_id> gone, added;
  std::map<std::pair<shared_text, shared_text>, moved_tests> moved;  // from a group to another
  std::uint64_t renamed = 0;  // parts of tests that have other names now
};

// What a run changed compared with the results before it.
struct run_changes {
  std::vector<test_id> fixed;  // failed when they last ran, passed now
  std::vector<test_id> alone;  // the same in a run of some tests, though nothing has changed: known as before
  std::uint64_t alone_since = 0;  // the run that found the first of these
  std::vector<test_id>
      gone;  // failed when they last ran; their file or a run of all tests no longer had them
  std::uint64_t gone_since = 0;  // the run that had found the first of these
  list_changes list;             // without these
  std::optional<std::size_t>
      edited;  // of a rerun: files that changed since the last run of all; empty: none, or not known
  std::vector<test_id> skipped;   // failed when they last ran, skipped now
  std::uint64_t still = 0;        // failed then and now
  std::vector<std::size_t> same;  // indices into its failures: those that say what they said then
  std::map<std::size_t, std::shared_ptr<const failure>>
      otherwise;                   // those that say something else, and what they said
  std::vector<std::size_t> newly;  // indices into its failures: tests that did not fail when they last ran
  bool compared = false;           // there was an earlier run of such tests
};

// A process that SIGKILL did not end: one of another user, or stuck in a system call.
struct survivor {
  std::int32_t pid = 0;
  std::string name = {};  // "sudo"; may be empty
};

// Where the time of a run went. The three are its duration.
struct run_times {
  std::chrono::milliseconds before{0};    // its first test: planning, steps, builds, loading
  std::chrono::milliseconds tests{0};     // from there to the end of the commands that run or follow them
  std::chrono::milliseconds coverage{0};  // after them
  bool built = false;                     // something was built before the tests
};

struct finished_run {
  std::uint64_t id = 0;  // counts from 1 in a session
  std::string language;  // "go"
  run_scope scope = run_scope::whole;
  run_options_ptr options = {};    // that its call added; null: none
  run_settings_ptr settings = {};  // of its workspace, as ways_of() has them
  std::shared_ptr<const std::vector<rerun_test>> rerun =
      {};  // what had failed and was to run; null: all that had
  std::shared_ptr<const std::vector<file_selection>> asked =
      {};  // what of the sources was to run; empty: what had failed; null: everything
  std::string root;
  std::vector<decision> decisions;
  std::vector<std::vector<std::string>> commands;  // argument vectors, in the order they were run
  run_ending ending;                               // of the last command that ran
  std::int64_t began =
      0;  // ns since the epoch, as file time stamps; a file changed later differs from what ran
  std::chrono::milliseconds timeout{0};
  std::chrono::milliseconds duration{0};
  run_times times = {};
  std::chrono::steady_clock::time_point ended;
  run_fingerprints fingerprints = {};
  captured_stream out;
  captured_stream err;
  run_results results;
  std::vector<cause> causes = {};             // of results.failures
  std::vector<selected_tests> selected = {};  // per selection of the run's request
  std::optional<coverage_totals> covered;
  bool coverage_follows = false;         // its tests are through, and their coverage is still being read
  std::string covered_part = {};         // what that counts: "src/", "a/ and b/"; empty: not known
  std::vector<std::string> unmet = {};   // thresholds that its own test command would fail by, in words
  std::uint32_t leaked = 0;              // processes that outlived the runner in its session, and were killed
  std::uint32_t reparented = 0;          // the same, but they had left the session
  std::vector<survivor> survivors = {};  // processes that could not be ended
  std::vector<std::string> notes;
  // How many failures at the end of results.failures stand for requested tests that did not run. They belong
  // to this request, not to a test, so no later run has to clear them.
  std::size_t unmet_requests = 0;
  std::uint64_t known_before = 0;            // how many failures were known when it began
  std::vector<known_failure> still_failing;  // those of them that this run did not judge
  std::vector<cut_run> unreached =
      {};  // per language and kind the last earlier run of all tests, if it was such a one
  std::vector<whole_run> whole_before = {};   // the last of each language
  std::vector<std::string> whole_files = {};  // of a selection: files that it was to run as a whole
  run_changes changes = {};
  hashed_sources_ptr lines = {};                     // of the sources that it measured; null: none
  std::shared_ptr<const last_pass> whole_pass = {};  // the latest whole run before it
};

// How the tests of this run ended. `passed` requires that at least one ran, that all that should have run
// did, and that nothing went wrong.
run_status own_status_of(const finished_run& run);

// Whether a run made as this one could judge a failure or a run: of its language, and of a call that had added the same.
template <class Other>
bool is_of_kind(const finished_run& run, const Other& other) {
  return other.language == run.language && same_options(other.options, run.options);
}

// The verdict that every answer about this run gives. As above, but a passed run is `failed` while failures of earlier runs of its
// kind are known: others are no verdict on it, and no run of its kind could judge them.
run_status status_of(const finished_run& run);

// It was stopped or left tests out.
bool is_cut(const finished_run& run);

// Whether all results of that name are passes, and there is one.
bool passed_in(const finished_run& run, const test_id& id);
// Whether something of that name, or of its group if it has none, failed.
bool failed_in(const finished_run& run, const test_id& id);

// It was cut, or a test process crashed: its results, coverage included, describe only a part of the suite.
bool is_partial(const finished_run& run);

// As in a shell: the exit code, 128 + the signal's number, 124 after a timeout.
int exit_code_of(const finished_run& run);

std::string_view to_string(run_status value);

// What is known of a run that has not ended: asked for by callers that do not wait for its end.
struct partial_run {
  std::uint64_t id = 0;
  std::string root = {};
  std::int64_t began = 0;  // as finished_run::began; 0: it waits
  std::string language;    // empty: a rerun that waits for its turn
  run_scope scope = run_scope::whole;
  bool waiting = false;                  // for its turn: other runs of this tree come first
  std::string doing = {};                // what goes on if it is not the tests themselves: "the step `tsc`"
  std::chrono::milliseconds elapsed{0};  // since its turn came, or while it waits since it was asked for
  std::uint64_t done = 0;                // tests that have ended
  std::uint64_t failed = 0;              // of these
  std::uint64_t total = 0;               // 0: not known
  std::string current = {};              // the test that ended or began last
  std::string running = {};              // the one that has been running longest; empty: not known
  std::chrono::milliseconds running_for{0};
  std::uint64_t found = 0;              // failures, of tests and of anything else: builds, steps
  std::vector<failure> failures = {};   // found after the place that was asked from, in their order
  std::vector<std::size_t> after = {};  // for each the place behind it
  std::size_t from = 0;                 // the place that was asked from
  std::size_t next = 0;                 // the place to ask from the next time
  fingerprint_ptr fingerprint = {};     // what its files held when it began; null: not known
  // Its tests are through: the run as it is, whose coverage is still to be read. Null: they are not.
  std::shared_ptr<const finished_run> judged = {};
  bool is_ending = false;  // it is being recorded, and ends soon
  std::string first =
      {};  // how those ended that were to run first: a sentence. Empty: they run, or there are none
  bool first_failed = false;
};

}  // namespace covey::parsers

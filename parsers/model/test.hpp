// A test, its outcome and its failure: the one model that every runner's output is read into.
#pragma once

#include "parsers/model/file_edits.hpp"
#include "parsers/model/line_hashes.hpp"
#include "parsers/text/shared_text.hpp"
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class outcome : std::uint8_t { passed, failed, skipped };

enum class failure_kind : std::uint8_t {
  assertion,  // the test said so
  panic,      // an exception or panic that the runner caught or printed
  crash,      // the process ended under the test
  timeout,    // still running when the time was over
  error       // no test could run: build, vet, collection or set-up failed
};

const shared_text& default_separator();  // "/"

// A test is named by its group (Go: the import path; pytest: the file) and its name within it (Go:
// "TestTable/with/slash"). An empty name means the group as a whole, for instance a package that did not
// compile.
struct test_id {
  shared_text group;
  std::string name;
  shared_text separator = default_separator();  // between the two, by the language's convention

  friend bool operator==(const test_id&, const test_id&) = default;
  friend auto operator<=>(const test_id&, const test_id&) = default;
};

// "group/name", or the group alone.
std::string full_name(const test_id& id);

// `file` is relative to the workspace root if it lies inside, else absolute; line 0 means unknown.
struct location {
  shared_text file;
  std::uint32_t line = 0;

  friend bool operator==(const location&, const location&) = default;
  friend auto operator<=>(const location&, const location&) = default;
};

// Tells tests of one group and name apart: hashes of the key by which the runner selects the test, and of the
// command that ran it (failure::runner), of this process alone. 0: unknown, or there is only one.
struct occurrence {
  std::uint32_t key = 0;
  std::uint32_t command = 0;

  static std::uint32_t of(std::string_view text);
  bool may_be(const occurrence& other) const;  // nothing known distinguishes the two

  friend bool operator==(const occurrence&, const occurrence&) = default;
};

// A frame of the project's own code in the stack of a failure.
struct stack_frame {
  std::string function;  // as the language names it; may be empty
  location where;
  std::uint32_t times = 1;  // consecutive repeats: a recursion is one frame
  bool of_test = false;     // code of the tests, though its file may have product code too

  friend bool operator==(const stack_frame&, const stack_frame&) = default;
};

struct failure_stack {
  std::vector<stack_frame> own;  // innermost first
  std::uint32_t others = 0;      // frames of libraries, the runner and the language that are left out

  // A recursion is counted in `times`; frames beyond max_frames are counted in `others`.
  static constexpr std::size_t max_frames = 20;
  void add(std::string function, location where, bool of_test = false);
};

// What the place of a failure is.
enum class place_role : std::uint8_t {
  test,      // a line of the test
  helper,    // a line of a function that tests call, where the calling line is not known
  doc_block  // the beginning of a documentation example
};

// What the library calls the two values of a comparison. Rust's assert_eq! has a left and a right one and
// does not know which of them was expected.
enum class value_names : std::uint8_t { actual_expected, left_right };

struct fingerprint;  // parsers/model/freshness.hpp

// The latest run in which a test did not fail, or a run of all tests that had none of its name. Where the session has none,
// the last commit is taken to be one.
struct last_pass {
  std::uint64_t run = 0;                          // 0: the last commit
  std::shared_ptr<const fingerprint> files = {};  // that it saw; may be null
  hashed_sources_ptr lines = {};                  // of the sources whose coverage it measured; may be null
  edited_files_ptr edits = {};  // since the last commit, when the test was first seen failing
  std::vector<test_id> failing = {};  // in it, of a run of all tests
};

// All text is valid UTF-8, without terminal escapes, and bounded by the parser that made it.
struct failure {
  test_id id;
  failure_kind kind = failure_kind::assertion;
  location where;  // in the test
  place_role role = place_role::test;
  location raised_at;  // the project's innermost frame, if the cause was raised elsewhere in the project
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  value_names values = value_names::actual_expected;  // left_right: `actual` is the left one
  std::string diff;                                   // as the runner printed it; may be empty
  std::string output;                                 // what the test printed, head and tail
  failure_stack stack = {};                           // of the exception; without frames: unknown
  std::vector<std::string> also_failed;               // other groups that could not run for the same reason
  std::string key;          // how the runner itself names the test, for a rerun; only its language reads it
  std::string runner = {};  // command::runner of its command, if a plan has several
  std::vector<std::uint32_t> selections = {};  // as test_record::selections
  // The most results that a run had of tests that may be this one: tests may share group, name, key and command.
  std::uint32_t results = 1;
  bool has_result = false;  // a test of its name ended: no hook, build or group
  // Of an error without a result: the outermost tests of its group that its run had, or any_number.
  std::uint32_t beside = 0;
  // Only runs of some tests have found it since the workspace's settings changed: a run of all may not have its test.
  bool elsewhere = false;

  std::shared_ptr<const last_pass> passed = {};  // null: not known

  // Of a run that was asked for its failures while it went on: the place behind this one in their order (events/output_parser.hpp).
  // 0: only its end told it.
  std::size_t found_at = 0;

  static constexpr std::uint32_t any_number = 0xffffffff;
};

occurrence occurrence_of(const failure& one);

// Otherwise it is an error of a build, of a file that did not load, or of a hook.
inline bool is_of_a_test(const failure& one) {
  return one.kind != failure_kind::error && !one.id.name.empty();
}

struct test_record {
  test_id id;
  outcome result = outcome::passed;
  std::chrono::milliseconds duration{0};
  location defined = {};  // where its source begins, if the runner tells
  std::vector<std::uint32_t> selections =
      {};  // indices into the request's selections that it belongs to, if the reporter tells
  occurrence which = {};
};

// What a run is to run: a test, or all tests of a group.
struct rerun_test {
  test_id id;
  std::string key;  // as failure::key
  failure_kind kind = failure_kind::assertion;
  std::vector<std::string> also_failed;
  std::string runner;
  bool selected =
      false;  // by its source: it may stand for several tests; whether they ran is judged elsewhere

  rerun_test() = default;
  rerun_test(const failure& again)  // NOLINT: implicit, because reruns are made from failures
      : id(again.id),
        key(again.key),
        kind(again.kind),
        also_failed(again.also_failed),
        runner(again.runner) {}
};

// Where in the project it happened: the innermost frame of its stack, else where it was raised, else the
// place in the test.
const location& innermost_place(const failure& of);

std::string_view to_string(outcome value);
std::string_view to_string(failure_kind value);
std::string_view to_string(place_role value);

}  // namespace covey::parsers

// A plan for a run of a project's tests, and how it is made: a planner asks for facts about the machine (the
// output of a command, files), and gives a plan or refuses. Planners are pure.
#pragma once

#include "parsers/model/freshness.hpp"
#include "parsers/model/finished_run.hpp"
#include "parsers/model/selection.hpp"
#include "parsers/model/settings.hpp"
#include "parsers/model/test.hpp"
#include "parsers/events/output_parser.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace covey::parsers {

// What a command of a plan is for.
enum class command_role : std::uint8_t {
  tests,  // runs tests: its output is displayed and parsed, its ending is the run's
  step,  // prepares later tests: its output is displayed; if it fails, that is a failure and they are skipped
  print,    // prints the report of the tests before it: parsed as stream::events, not displayed
  coverage  // makes coverage files after the tests: not displayed; its failure is a note with its stderr
};

// An argument vector, never a shell line. argv[0] is a bare name that is looked up on PATH, or an absolute
// path. A missing program fails the plan only if it is of tests or a step; a probe's answer reports it.
struct command {
  std::vector<std::string> argv;
  std::string cwd;                                           // absolute
  std::vector<std::pair<std::string, std::string>> set_env;  // on top of the server's own environment
  command_role role = command_role::tests;
  // "mocha in packages/a": the runner of these tests, if a plan has several; for a step its name.
  std::string runner = {};
  std::size_t needed_by = 0;  // for a step: how many of the commands right after it need it
  bool may_fail = false;      // for a step: its failure is a note
  bool after_pass = false;    // for a step: it runs only where what ran before it passed
  std::string unless = {};    // for a helper: a file; where it is there, others have done the work
  // Of a question: while these are the same, its answer is, if it ended with 0. Null: it is asked each time.
  answer_sources_ptr read_from = nullptr;
};

struct plan_request {
  std::string root;     // the workspace root: absolute, without symbolic links
  std::string scratch;  // a private empty folder of the run, removed after it
  std::string kept;     // a private folder of the session, for what the next run can use; "": there is none
  std::string self;     // the absolute path of the covey binary, for its hidden sub-commands
  std::chrono::milliseconds timeout{0};
  run_target target;
  bool coverage = true;
  bool inputs =
      true;  // with it: what tests read beside the code is recorded, where the runner's reporters can
  bool look_only = false;   // for `covey doctor`: nothing will be run, and each question must be quick
  variables environment;    // the server's own, with that of `added`
  run_settings added = {};  // what the user adds; the run sets its variables, not the planner

  bool runs_all() const { return std::holds_alternative<run_all>(target); }
  const std::vector<rerun_test>& rerun_set() const { return rerun_set_of(target); }
  const std::vector<file_selection>& selections() const { return selections_of(target); }
};

struct planned_file {
  std::string path;  // absolute, inside the scratch folder or the session's; its parent folders are created
  std::string text;
};

// What a step printed: the head and the tail of each stream.
struct step_output {
  std::string_view out;
  std::string_view err;
};

// The commands of a run, in the order in which they run; one parser reads all of them.
struct run_plan {
  std::vector<command> commands;
  std::vector<decision> decisions;
  std::vector<std::string> notes;  // decisions that a user would not expect, a sentence each
  std::vector<failure> failures;   // of what cannot be run at all: they come first in the run's failures
  std::function<std::unique_ptr<output_parser>()> make_parser;
  std::function<std::unique_ptr<coverage_collector>()> make_collector;  // empty: no coverage
  // Makes at least one failure of a failed step. Empty: the output of the step is its failure.
  std::function<std::vector<failure>(const command& step, const step_output& printed,
                                     const run_ending& ending)>
      diagnose_step;
  std::vector<std::string> folders;  // made before the first command; inside the scratch folder
  std::vector<planned_file> files;   // written before the first command
  // The path of the runner's private channel: a FIFO that is created before the first command, whose bytes
  // the parser gets as stream::events. Commands find it in COVEY_EVENTS. Empty: the runner has no channel.
  std::string events;
  std::chrono::milliseconds own_timeout{0};  // a limit given to the runner itself, below the run's; 0: none
  selector_lists selected = {};              // the tests of each of plan_request::selections(), in order
  std::string coverage_dir;                  // where the coverage files will be, inside the scratch folder
};

struct plan_refusal {
  std::string reason;      // value, limit and remedy, in a sentence
  std::string mends = {};  // the command that mends it, if there is one; for `covey doctor`
};

// What a probe printed: bounded, with the exit code (128 + n for a signal).
struct probe_answer {
  int exit_code = 0;
  std::string out;
  std::string err;
  bool found = true;  // false: the program is missing, so nothing was run
};

// Asks to read or stat files of the machine, by absolute paths; answered in the same order.
struct path_request {
  std::vector<std::string> paths;
};

struct path_state {
  enum class kind_type : std::uint8_t { absent, file, folder };
  kind_type kind = kind_type::absent;
  std::string text;                  // of a file: its first MiB
  std::vector<std::string> entries;  // of a folder: its names, sorted, at most 10,000
};

using path_states = std::vector<path_state>;
using plan_step = std::variant<command, path_request, run_plan, plan_refusal>;

// Asked for the next step until it gives a plan or refuses; each question is answered before the next step.
class planner {
 public:
  virtual ~planner() = default;
  virtual plan_step next() = 0;
  virtual void answer(probe_answer given) = 0;
  virtual void answer(path_states given) = 0;
};

}  // namespace covey::parsers

// What a language is to covey, as one struct: how a project of it is recognised, how a run of its tests is
// planned, and what reads the runner's output and coverage. A language is pure: what it needs to know of the
// machine it asks for as probes, commands whose output its planner is given.
#pragma once

#include "parsers/coverage/collector.hpp"
#include "parsers/model/finished_run.hpp"
#include "parsers/model/selection.hpp"
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
  tests,  // runs tests: its output is shown and parsed, its ending is the run's
  step,  // what tests after it need: its output is shown; if it fails, that is a failure, and they do not run
  report,  // prints the report of the tests before it: parsed as stream::events, not shown
  measure  // makes coverage files after the tests: not shown; its failure is a note, its stderr the reason
};

// An argument vector, never a shell line. argv[0] is a bare name that is looked up on PATH, or an absolute
// path. Only the tests of a plan fail it when their program is missing; a missing probe is answered as such.
struct command {
  std::vector<std::string> argv;
  std::string cwd;                                           // absolute
  std::vector<std::pair<std::string, std::string>> set_env;  // on top of the server's own environment
  command_role role = command_role::tests;
  // "mocha in packages/a": whose tests these are, where a plan has several runners; of a step its name.
  std::string runner = {};
  std::size_t needed_by = 0;  // of a step: how many of the commands right after it need it
  bool may_fail = false;      // of a step: its failure is a note
};

struct plan_request {
  std::string root;     // the workspace root: absolute, without symbolic links
  std::string scratch;  // a private empty folder of the run, removed after it
  std::string self;     // the absolute path of the covey binary, for its hidden sub-commands
  std::chrono::milliseconds timeout{0};
  bool everything = true;          // false: only `wanted`, or `picks` where there are any
  std::vector<rerun_test> wanted;  // what a rerun is to run again
  std::vector<file_selection>
      selections;  // what a caller picked; with `everything`, what is to be told apart only
  bool coverage = true;
  bool look_only = false;  // `covey doctor` asks: nothing will be run, and no question may take long
  std::map<std::string, std::string, std::less<>> environment;  // the server's own
};

struct planned_file {
  std::string path;  // absolute, inside the scratch folder; the folders above it are made
  std::string text;
};

// The commands of a run, one after the other, all read by the same parser.
struct run_plan {
  std::vector<command> commands;
  std::vector<choice> choices;
  std::vector<std::string> notes;  // what was decided that a user would not expect, a sentence each
  std::vector<failure> failures;   // of what cannot be run at all: they are the run's, before all others
  std::function<std::unique_ptr<output_parser>()> make_parser;
  std::function<std::unique_ptr<coverage_collector>()> make_collector;  // empty: no coverage
  std::vector<std::string> folders;  // made before the first command; inside the scratch folder
  std::vector<planned_file> files;   // written before the first command
  // The runner's private channel: a FIFO that is made here before the first command, whose bytes the parser
  // gets as stream::events. Its path is the commands' COVEY_EVENTS. Empty: the runner has none.
  std::string events;
  std::chrono::milliseconds own_timeout{0};  // a limit given to the runner itself, below the run's; 0: none
  selector_lists selected = {};              // of plan_request::picks, in their order: their tests
  std::string coverage_dir;                  // where the coverage files will be, inside the scratch folder
};

struct plan_refusal {
  std::string reason;  // value, limit and remedy, in a sentence
};

// What a probe printed: bounded, with the exit code (128 + n for a signal).
struct probe_answer {
  int exit_code = 0;
  std::string out;
  std::string err;
  bool found = true;  // false: there is no such program, and nothing was run
};

// A look at files of the machine, absolute paths; answered in their order.
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

// Asked for the next step until it gives a plan or refuses; after each question it is given the answer.
class planner {
 public:
  virtual ~planner() = default;
  virtual plan_step next() = 0;
  virtual void answer(probe_answer given) = 0;
  virtual void answer(path_states given) = 0;
};

// A file at the workspace root that makes a project of it, perhaps only with something in it or beside it.
struct marker {
  std::string_view file;
  std::string_view containing = {};
  std::string_view beside = {};  // another file, relative to the root
};

// "tox.ini with pytest in it"
std::string to_string(const marker& value);

struct language {
  std::string_view name;                            // "go": the value of every tool's `language` argument
  std::string_view display_name;                    // "Go"
  std::string_view program;                         // "go": what must be on PATH
  std::vector<marker> markers;                      // any of them
  std::vector<std::string_view> version_arguments;  // printed by `covey doctor`
  std::unique_ptr<planner> (*plan)(plan_request request);
};

}  // namespace covey::parsers

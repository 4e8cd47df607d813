// What a language is to covey, as one struct: how a project of it is recognised, how a run of its tests is
// planned, and what reads the runner's output and coverage. A language is pure: what it needs to know of the
// machine it asks for as probes, commands whose output its planner is given.
#pragma once

#include "parsers/coverage/collector.hpp"
#include "parsers/model/test.hpp"
#include "parsers/output/output_parser.hpp"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace covey::parsers {

// An argument vector, never a shell line. argv[0] is a bare name that is looked up on PATH, or an absolute
// path.
struct command {
  std::vector<std::string> argv;
  std::string cwd;                                           // absolute
  std::vector<std::pair<std::string, std::string>> set_env;  // on top of the server's own environment
};

struct plan_request {
  std::string root;     // the workspace root: absolute, without symbolic links
  std::string scratch;  // a private empty folder of the run, removed after it
  std::string self;     // the absolute path of the covey binary, for its hidden sub-commands
  std::chrono::milliseconds timeout{0};
  bool everything = true;       // false: only `wanted`
  std::vector<failure> wanted;  // what a rerun is to run again
  bool coverage = true;
};

// The commands of a run, one after the other, all read by the same parser.
struct run_plan {
  std::vector<command> commands;
  std::vector<std::string> notes;  // what was decided that a user would not expect, a sentence each
  std::function<std::unique_ptr<output_parser>()> make_parser;
  std::function<std::unique_ptr<coverage_collector>()> make_collector;  // empty: no coverage
  std::vector<std::string> folders;          // made before the first command; inside the scratch folder
  std::chrono::milliseconds own_timeout{0};  // a limit given to the runner itself, below the run's; 0: none
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
};

// Asked for the next step until it gives a plan; after each probe it is given the answer.
class planner {
 public:
  virtual ~planner() = default;
  virtual std::variant<command, run_plan, plan_refusal> next() = 0;
  virtual void answer(const probe_answer& given) = 0;
};

struct language {
  std::string_view name;                  // "go": the value of every tool's `language` argument
  std::string_view display_name;          // "Go"
  std::string_view program;               // "go": what must be on PATH
  std::vector<std::string_view> markers;  // files at the workspace root, any of which makes a project of it
  std::vector<std::string_view> version_arguments;  // printed by `covey doctor`
  std::unique_ptr<planner> (*plan)(plan_request request);
};

}  // namespace covey::parsers

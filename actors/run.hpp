// One run of a project's tests, from its turn in the queue to its record in the stores. This actor executes;
// parsers::run_sequence (see the drawing in its header) decides which command follows which, and what a stop
// or the deadline means:
//
//   begin ─► scratch folder ─► plan ─► folder filled ─► commands of the plan ─► coverage ─┐
//                                                 run_ended ◄─ stores ◄─ folder removed ◄─┘
//
// It records the run in the stores, then sends its supervisor `run_ended` exactly once and ends.
#pragma once

#include "actors/exception_barrier.hpp"
#include "actors/limits.hpp"
#include "actors/services.hpp"
#include "parsers/languages/run_sequence.hpp"
#include "parsers/text/head_tail.hpp"
#include <functional>
#include <optional>

namespace covey::actors {

struct run_setup {
  start_run request;
  std::uint64_t run_id = 0;
  supervisor_actor owner;
  run_services with;
};

class run_state {
 public:
  static inline const char* name = "run";

  explicit run_state(run_actor::stateful_pointer<run_state> self) : self_(self) {}
  ~run_state();

  void begin(run_setup setup);

  void on_stop(std::chrono::milliseconds grace);
  void on_output(const process_output& message);
  void on_process_ended(const process_ended& message);
  void on_deadline();
  void on_tick();
  partial_run_ptr partial(std::size_t since);

 private:
  using action = parsers::run_sequence::action;
  using meaning = parsers::run_sequence::meaning;

  void decide_target(const finished_run_ptr& latest);
  void make_folder();
  void add_settings();
  void plan(const std::string& scratch);
  void on_plan(plan_ptr plan, const std::string& asked = {});
  void give_up_plan();
  void start();
  void go_on();
  void launch();
  void judge_command(const process::child_ending& ending);
  void look_between(std::function<void(const fingerprint_ptr&)> use, std::function<void()> then);
  const parsers::command& command() const { return *sequence_.current(); }
  void note_once(const std::string& note);
  void note_survivors(const process::child_ending& ending);
  void note_step_failed(const parsers::command& step, const process::child_ending& ending);
  void note_helper_failed(const parsers::command& helper);
  void stop(action what, std::chrono::milliseconds grace);
  void conclude();
  void collect();
  void get_fingerprint(std::function<void(const fingerprint_ptr&)> use);
  void tree_was_seen();
  void once_fingerprinted(std::function<void()> then);
  void compare(const coverage_ptr& data);
  void explain(const coverage_ptr& data, const finished_run_ptr& last);
  void record(coverage_ptr data);
  void keep(const coverage_ptr& data);
  void keep_coverage(const finished_run_ptr& run, coverage_ptr data);
  void end(finished_run_ptr run);
  void lose();  // what it found
  void refuse(caf::error error);
  void tell_progress();
  std::string doing() const;
  std::string run_id() const;

  run_actor::stateful_pointer<run_state> self_;
  run_setup setup_;
  const language_service* language_ = nullptr;
  parsers::run_settings added_;  // of the workspace and of the call; with a timeout and coverage
  std::chrono::steady_clock::time_point began_;  // by the actor's clock
  std::int64_t file_time_ = 0;                   // the same as finished_run::began
  std::chrono::steady_clock::time_point told_;
  run_files_actor files_;
  prober_actor probes_;
  planning_actor planning_;                        // until it has answered, or is given up
  fingerprint_ptr begin_fingerprint_;              // run_'s, which is given away at the end
  fingerprint_ptr step_fingerprint_;               // before the step that runs or is next; null: not known
  std::chrono::steady_clock::duration looked_{0};  // how long steps waited for the tree
  parsers::progress last_;                         // when its commands had ended
  std::size_t open_looks_ = 0;                     // at the tree, not answered yet
  std::function<void()> once_seen_;                // what waits for them
  std::string scratch_;                            // the path of its folder
  plan_ptr plan_;
  parsers::run_sequence sequence_;
  std::optional<exception_barrier> parser_;
  std::shared_ptr<process::child> child_;
  std::vector<parsers::failure> step_failures_;
  bool concluded_ = false;  // its commands have ended, and the parser has given its results
  parsers::head_tail out_{limits::display};
  parsers::head_tail err_{limits::display};
  parsers::head_tail step_out_{limits::helper_err};
  parsers::head_tail helper_err_{limits::helper_err};  // stderr of a command other than the tests
  std::shared_ptr<parsers::finished_run> run_ = std::make_shared<parsers::finished_run>();
};

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup);

}  // namespace covey::actors

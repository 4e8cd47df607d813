// One run of a project's tests, from its turn in the queue to its record in the stores.
//
//   planning ---plan---> running ---last process ended---> collecting ---coverage read---> recording --->
//   ended
//      |                   |  ^ next command of the plan       (at once, where there is no coverage)
//      | stop or deadline  | stop or deadline
//      v                   v
//   stopping <-------------+      SIGTERM, a grace, SIGKILL; output is read on; then as if the process had
//   ended by
//                                 itself, marked cancelled or timed out
//
// It tells its supervisor `run_ended` exactly once and ends; before that the stores have taken the run in.
#pragma once

#include "actors/careful_parser.hpp"
#include "actors/services.hpp"
#include "parsers/text/head_tail.hpp"
#include "actors/limits.hpp"
#include "process/scratch.hpp"
#include <optional>

namespace covey::actors {

struct run_setup {
  start_run request;
  std::uint64_t run_id = 0;
  call_actor listener;  // told of progress
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

 private:
  enum class phase { planning, running, stopping, collecting, recording };

  void choose_what_failed(const finished_run_ptr& latest);
  void plan(parsers::plan_request request);
  void on_plan(plan_ptr plan);
  boost::system::error_code prepare_scratch() const;
  void launch_next();
  using command_role = parsers::command_role;
  command_role role() const { return plan_->commands[command_].role; }
  bool is_helper() const { return role() == command_role::report || role() == command_role::measure; }
  void end_of_tests(const process::child_ending& ending);
  void end_of_step(const process::child_ending& ending);
  void note_survivors(const process::child_ending& ending);
  void note_ending(const process::child_ending& ending);
  void end_of_helper(const process::child_ending& ending);
  void stop(std::chrono::milliseconds grace);
  void conclude();
  void collect();
  void record(coverage_ptr data);
  void end(finished_run_ptr run);
  void refuse(caf::error error);
  void tell_progress();
  bool stopped() const { return ending_.cancelled || ending_.timed_out; }
  std::string marker() const;

  run_actor::stateful_pointer<run_state> self_;
  run_setup setup_;
  phase phase_ = phase::planning;
  const language_service* language_ = nullptr;
  std::chrono::steady_clock::time_point began_;  // by the actor's clock
  std::chrono::steady_clock::time_point told_;
  std::shared_ptr<process::scratch> scratch_;
  plan_ptr plan_;
  std::optional<careful_parser> parser_;
  std::shared_ptr<process::child> child_;
  std::size_t command_ = 0;
  bool noted_ = false;    // ending_ is that of a command
  bool tested_ = false;   // tests have been started
  std::size_t skip_ = 0;  // how many of the next commands need a step that failed
  std::vector<parsers::failure> step_failures_;
  parsers::head_tail step_out_{limits::helper_err};
  bool enough_ = false;  // the time was over when only helpers were left to run
  parsers::run_ending ending_;
  parsers::head_tail out_{limits::display};
  parsers::head_tail err_{limits::display};
  parsers::head_tail helper_err_{limits::helper_err};  // of a command that is not the tests
  std::shared_ptr<parsers::finished_run> run_ = std::make_shared<parsers::finished_run>();
};

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup);

}  // namespace covey::actors

// One run of a project's tests, from its turn in the queue to its record in the stores. This actor executes;
// parsers::run_sequence (see the drawing in its header) decides which command follows which, and what a stop
// or the deadline means:
//
//   begin ─► scratch folder ─► plan ─► folder filled ─► commands of the plan ─► coverage ─┐
//                                                 run_ended ◄─ stores ◄─ folder removed ◄─┘
//
// Who asks once only coverage is left gets the run as it is, which is recorded then and replaced at the end.
// It records the run in the stores, then sends its supervisor `run_ended` exactly once and ends.
#pragma once

#include "actors/exception_barrier.hpp"
#include "actors/limits.hpp"
#include "actors/reply.hpp"
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
  caf::result<partial_run_ptr> partial(std::size_t since);

 private:
  using action = parsers::run_sequence::action;
  using meaning = parsers::run_sequence::meaning;

  void decide_target(const finished_run_ptr& latest);
  void make_folder();
  void add_settings();
  void plan(const std::string& scratch);
  void ask_for_plan(const std::string& scratch, const parsers::run_target& target, bool coverage);
  void on_plan(plan_ptr plan, const std::string& asked = {});
  void fill_folder();
  void give_up_plan();
  void start();
  void go_on();
  void launch();
  void look_for_first_test();
  void judge_command(const process::child_ending& ending);
  void look_between(std::function<void(const fingerprint_ptr&)> use, std::function<void()> then);
  const parsers::command& command() const { return *sequence_.current(); }
  void note_once(const std::string& note);
  void note_survivors(const process::child_ending& ending);
  void note_step_failed(const parsers::command& step, const process::child_ending& ending);
  void note_helper_failed(const parsers::command& helper);
  void stop(action what, std::chrono::milliseconds grace);
  void judge();
  // What failed and may have failed by being measured, again (run_unmeasured.cpp).
  bool tries_unmeasured();
  void try_again(bool measured);
  void end_try();
  void note_times();
  void conclude();
  void collect();
  void get_fingerprint(std::function<void(const fingerprint_ptr&)> use);
  void tree_was_seen();
  void once_fingerprinted(std::function<void()> then);
  void compare(const coverage_ptr& data);
  void explain(const coverage_ptr& data, const finished_run_ptr& last);
  void ask_for_causes(const coverage_ptr& data, const finished_run_ptr& last,
                      const std::shared_ptr<const parsers::measured_runs>& known);
  // With git's last commit (run_commit.cpp).
  void compare_with_commit(const finished_run_ptr& last, std::function<void()> then);
  void ask_git(const std::string& git, parsers::command question, std::function<void()> otherwise,
               std::function<void(const std::string&)> use);
  void record(coverage_ptr data);
  void keep(const coverage_ptr& data);
  void keep_coverage(const finished_run_ptr& run, coverage_ptr data);
  void end(finished_run_ptr run);
  void lose();  // what it found
  void refuse(caf::error error);
  // What is known before the end (run_partial.cpp).
  std::shared_ptr<parsers::partial_run> partial_frame(std::size_t since);
  caf::result<partial_run_ptr> judged_so_far(std::shared_ptr<parsers::partial_run> out);
  void tell_judged();
  void record_told(const std::shared_ptr<parsers::finished_run>& copy, const finished_run_ptr& last);
  void on_told(const finished_run_ptr& run);
  void once_told(std::function<void()> then);
  void tell_progress();
  std::string doing() const;
  std::string run_id() const;

  run_actor::stateful_pointer<run_state> self_;
  run_setup setup_;
  const language_service* language_ = nullptr;
  parsers::run_settings added_;  // of the workspace and of the call; with a timeout and coverage
  std::chrono::steady_clock::time_point began_;  // by the actor's clock
  std::optional<std::chrono::steady_clock::time_point> first_test_;
  std::int64_t file_time_ = 0;                     // the same as finished_run::began
  std::chrono::steady_clock::time_point told_at_;  // its progress
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
  struct second_try {
    plan_ptr plan;  // of the run itself, and how far that is
    parsers::run_sequence sequence;
    std::vector<parsers::rerun_test> groups;
    std::optional<parsers::run_results> plain = {};  // without coverage
    parsers::run_ending ended = {};                  // likewise
  };
  std::optional<second_try> trying_;  // its plan, sequence and parser are those of the run for so long
  bool judged_ = false;       // its tests are through, and the parser has given its results
  bool is_ending_ = false;    // all that is left is to explain and to record them
  std::size_t told_to_ = 0;   // the place behind the failures that partial answers told
  std::string running_test_;  // of its tests the one that has been running longest
  std::chrono::steady_clock::time_point since_;  // when that was seen first
  struct asked_for_judged {
    std::shared_ptr<parsers::partial_run> frame;
    reply<partial_run_ptr> answer;
  };
  std::vector<asked_for_judged> asked_;  // while what is known is being recorded
  finished_run_ptr told_;                // as it was told before its coverage was read
  finished_run_ptr last_run_;            // the one before it, once it was told
  std::function<void()> then_;           // what waits for that
  parsers::head_tail out_{limits::display};
  parsers::head_tail err_{limits::display};
  parsers::head_tail step_out_{limits::helper_err};
  parsers::head_tail helper_err_{limits::helper_err};  // stderr of a command other than the tests
  std::shared_ptr<parsers::finished_run> run_ = std::make_shared<parsers::finished_run>();
};

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup);

}  // namespace covey::actors

// One run of a project's tests, from its turn in the queue to its record in the stores. This actor executes;
// parsers::run_sequence (see the drawing in its header) decides which command follows which, and what a stop
// or the deadline means:
//
//   scratch folder ─► plan ─► folder filled ─► commands of the plan ─► judge ─► collect (its coverage) ─┐
//   run_ended ◄─ answer (the stores have it) ◄─ record (its folder goes) ◄─ explain ◄─ compare ◄────────┘
//
// Who asks once only coverage is left gets the run as it is, which is recorded then and replaced at the end.
// It records the run in the stores, then sends its supervisor `run_ended` exactly once and ends.
#pragma once

#include "actors/asking.hpp"
#include "actors/exception_barrier.hpp"
#include "actors/limits.hpp"
#include "actors/reading.hpp"
#include "actors/reply.hpp"
#include "actors/services.hpp"
#include "parsers/languages/run_sequence.hpp"
#include "parsers/text/streams.hpp"
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace covey::actors {

struct run_setup {
  start_run request;
  std::uint64_t run_id = 0;
  supervisor_actor owner;
  run_services with;
};

class run_state : asking<run_actor::stateful_pointer<run_state>> {
 public:
  static inline const char* name = "run";

  explicit run_state(run_actor::stateful_pointer<run_state> self) : asking(self) {}
  ~run_state();

  void begin(run_setup setup);

  void on_stop(std::chrono::milliseconds grace);
  void on_output(const process_output& message);
  void on_process_ended(const process_ended& message) { running_.ended.give(message.ending); }
  void on_deadline();
  void on_tick();
  caf::result<partial_run_ptr> partial(std::size_t since);

 private:
  using action = parsers::run_sequence::action;
  using meaning = parsers::run_sequence::meaning;
  using time_point = std::chrono::steady_clock::time_point;
  using coming_fingerprint = arrival<caf::expected<fingerprint_ptr>>;

  // From its turn to its record. Parts give the error that refuses the run, if any.
  task<> live();
  task<caf::error> prepare();
  task<caf::error> run_plan();
  task<caf::error> run_commands(fingerprint_ptr before);
  task<> end_run();
  task<> refuse(caf::error error);
  void end(finished_run_ptr run, caf::error error);

  // The plan of a run, or of a second try. Null without an error: the run was stopped before, while `asked` ran.
  struct planned {
    plan_ptr plan;
    caf::error error;
    std::string asked;
  };
  caf::error decide_target(const finished_run_ptr& latest);
  void add_settings();
  void take_plan(const planned& made);
  task<planned> plan_for(std::string scratch, parsers::run_target target, bool coverage);
  task<caf::error> fill_folder();

  bool is_apart() const { return stage_ == stage::trying || stage_ == stage::first; }
  const parsers::command& command() const { return *sequence_.current(); }
  void launch();
  void look_for_first_test();
  void judge_command(const process::child_ending& ending);
  coming_fingerprint fingerprint_now() const;
  task<fingerprint_ptr> look_between_steps();
  void note_once(const std::string& note);
  void note_survivors(const process::child_ending& ending);
  void note_step_failed(const parsers::command& step, const process::child_ending& ending);
  void note_helper_failed(const parsers::command& helper);
  void stop(action what, std::chrono::milliseconds grace);

  // What failed and may have failed by being measured, again.
  struct second_try {
    parsers::run_results results;
    parsers::run_ending ending;
  };
  task<> try_unmeasured(fingerprint_ptr before);
  task<std::optional<second_try>> try_again(std::vector<parsers::rerun_test> groups, bool measured,
                                            fingerprint_ptr before);
  task<std::optional<second_try>> run_apart(std::string_view folder, parsers::run_target target,
                                            bool measured, fingerprint_ptr before);
  void go_on_with(const plan_ptr& plan, const parsers::run_sequence& sequence);

  // What its caller wants to know first (start_run::first).
  task<> run_first(fingerprint_ptr before);
  void note_first();
  parsers::failures_so_far failures_since(std::size_t since, std::size_t most);

  // The parts of the end, in their order (run_end.cpp).
  void judge();
  task<coverage_ptr> collect();
  task<finished_run_ptr> compare();
  task<> explain(coverage_ptr data, finished_run_ptr last);
  task<> record(coverage_ptr data);
  task<> answer(coverage_ptr data);
  void note_times();
  task<> judge_by_history();
  task<> compare_with_commit(finished_run_ptr last);

  // What is known before the end.
  std::shared_ptr<parsers::partial_run> partial_frame(std::size_t since) const;
  caf::result<partial_run_ptr> judged_so_far(std::shared_ptr<parsers::partial_run> out);
  task<> tell_judged();
  void tell_progress();
  std::string doing() const;
  std::string run_id() const;

  struct measured_times {
    time_point began;                               // by the actor's clock
    std::int64_t file_time = 0;                     // the same as finished_run::began
    std::chrono::steady_clock::duration looked{0};  // how long steps waited for the tree
    std::optional<time_point> first_test;
  };
  struct running_command {
    std::shared_ptr<process::child> child;
    arrival<process::child_ending> ended;
  };
  struct printed_text {
    parsers::head_tail out{limits::display};
    parsers::head_tail err{limits::display};
    parsers::head_tail step_out{limits::helper_err};
    parsers::head_tail helper_err{limits::helper_err};  // stderr of a command other than the tests
  };
  struct told_progress {
    time_point at;
    std::string running_test;  // of its tests the one that has been running longest
    time_point since;          // when that was seen first
    parsers::progress last;    // when its commands had ended
    std::size_t failures = 0;  // the place behind those that partial answers told
  };
  struct first_tests {
    std::vector<parsers::failure> failures;
    std::size_t count = 0;  // of tests that ran
    std::string ended;      // how, a sentence; empty: they run, or there are none
  };
  struct told_end {  // before its coverage was read
    struct question {
      std::shared_ptr<parsers::partial_run> frame;
      reply<partial_run_ptr> answer;
    };
    std::vector<question> open;  // while what is known is being recorded
    arrival<caf::unit_t> over;   // then
    finished_run_ptr run;
    finished_run_ptr last;  // the one before it
    task<> telling;
  };
  enum class stage : std::uint8_t {
    running,
    first,   // those that are to run first: plan, sequence and parser are theirs
    trying,  // a second time: likewise those of the try
    judged,  // its tests are through, and the parser has given its results
    ending   // all that is left is to explain and to record them
  };

  run_setup setup_;
  const language_service* language_ = nullptr;
  parsers::run_settings added_;  // of the workspace and of the call; with a timeout and coverage
  measured_times times_;
  scratch_ptr scratch_;  // null: not made
  coming_fingerprint before_;
  arrival<caf::expected<plan_ptr>> planned_;  // a null plan: given up
  plan_ptr plan_;
  parsers::run_sequence sequence_;
  std::optional<exception_barrier> parser_;
  running_command running_;
  std::vector<parsers::failure> step_failures_;
  stage stage_ = stage::running;
  printed_text printed_;
  told_progress progress_;
  first_tests first_;
  told_end told_;
  std::shared_ptr<parsers::finished_run> run_ = std::make_shared<parsers::finished_run>();
  task<> living_;
};

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup);

}  // namespace covey::actors

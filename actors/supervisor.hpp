// Admits runs, queues them, starts them in order, and answers on behalf of runs that die. Several calls may
// wait for one run: those that asked for the same while it waited or went on, and those that watch it.
// Design: docs/design/03-detached-runs.md
#pragma once

#include "actors/reply.hpp"
#include "actors/services.hpp"
#include <list>
#include <optional>
#include <set>
#include <vector>

namespace covey::actors {

class supervisor_state {
 public:
  static inline const char* name = "supervisor";

  explicit supervisor_state(supervisor_actor::stateful_pointer<supervisor_state> self) : self_(self) {}

  void begin(run_services with);

  caf::result<finished_run_ptr> admit(const start_run& request, const call_actor& listener);
  caf::result<finished_run_ptr> watch(const watch_run& request, const call_actor& listener);
  void expect(call_key key) { expected_.insert(key); }
  void leave(const unsubscribe& message);
  void on_linger_over(call_key key);
  caf::result<partial_run_ptr> detach(call_key key);
  caf::result<partial_run_ptr> look_at(const look_at_run& asked);
  void answer_held();
  void cancel(std::uint64_t id);
  void hand_on(const run_progress& progress);
  caf::result<runs_stopped> stop_all();
  supervisor_status status(const std::string& root) const;
  void use(run_services with) { with_ = std::move(with); }
  void on_run_told(const run_told& message);
  void on_run_ended(const run_ended& message);
  void on_run_died(const caf::down_msg& message);

 private:
  struct waiting_call {
    call_key key = 0;
    bool asked_for_it = false;  // else it only watches
    call_actor listener;        // receives progress
    reply<finished_run_ptr> answer;
  };
  struct known_run {  // one that waits or goes on
    start_run request;
    std::uint64_t id = 0;
    std::chrono::steady_clock::time_point asked;
    run_actor actor;        // null: it waits
    bool detached = false;  // a caller was told its id
    bool stopping = false;
    bool told = false;  // how its tests ended: who asks now wants them to run again
    std::optional<std::chrono::steady_clock::time_point> lingers_until = {};
    std::vector<waiting_call> calls;
  };
  struct held_question {  // until the calls before it have said what they run
    look_at_run asked;
    reply<partial_run_ptr> answer;
  };
  using runs = std::list<known_run>;  // in the order of the calls that asked for them

  caf::result<finished_run_ptr> wait_for(known_run& run, call_key key, const call_actor& listener,
                                         bool asked_for_it);
  runs::iterator find_by_call(call_key key);
  runs::iterator find_by_key(call_key key);
  runs::iterator find_by_id(std::uint64_t id);
  runs::iterator find_equal(const start_run& request);
  runs::iterator find_asked(const look_at_run& asked);
  bool must_wait(const look_at_run& asked) const;
  std::size_t waiting() const;
  bool may_start(const known_run& one) const;
  void start_what_can();
  void refuse_last();
  void start(known_run& next);
  void stop(runs::iterator run, std::chrono::milliseconds grace);
  void finish(runs::iterator run, const finished_run_ptr& finished, const caf::error& error);
  partial_run_ptr waiting_run(known_run& run, std::size_t since);
  std::uint64_t id_of(known_run& run);

  supervisor_actor::stateful_pointer<supervisor_state> self_;
  run_services with_;
  std::set<call_key> expected_;  // calls that will ask for a run: later ones wait for them
  runs runs_;
  std::vector<held_question> held_;
  bool stopping_ = false;
  std::optional<caf::typed_response_promise<runs_stopped>> stopped_;
};

supervisor_actor::behavior_type supervisor(supervisor_actor::stateful_pointer<supervisor_state> self,
                                           run_services with);

}  // namespace covey::actors

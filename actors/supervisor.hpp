// Admits runs, queues them, starts them in order, and answers on behalf of runs that die.
#pragma once

#include "actors/reply.hpp"
#include "actors/services.hpp"
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace covey::actors {

class supervisor_state {
 public:
  static inline const char* name = "supervisor";

  explicit supervisor_state(supervisor_actor::stateful_pointer<supervisor_state> self) : self_(self) {}

  void begin(run_services with);

  caf::result<finished_run_ptr> admit(const start_run& request, const call_actor& listener);
  void expect(call_key key) { expected_.insert(key); }
  void cancel(call_key key, std::chrono::milliseconds grace);
  caf::result<runs_stopped> stop_all();
  supervisor_status status() const;
  void use(run_services with) { with_ = std::move(with); }
  void on_run_ended(const run_ended& message);
  void on_run_died(const caf::down_msg& message);

 private:
  struct waiting_run {
    start_run request;
    call_actor listener;
    reply<finished_run_ptr> answer;
  };
  struct live_run {
    std::uint64_t id = 0;
    std::string root;
    run_actor actor;
    reply<finished_run_ptr> answer;
  };

  bool is_busy(const std::string& root) const;
  bool waits_behind(const waiting_run& one) const;
  void start_what_can();
  void refuse_last();
  void start(waiting_run next);
  void finish(call_key key, const run_ended& message);

  supervisor_actor::stateful_pointer<supervisor_state> self_;
  run_services with_;
  std::set<call_key> expected_;  // calls that will ask for a run: later ones wait for them
  std::deque<waiting_run> waiting_;
  std::map<call_key, live_run> live_;
  bool stopping_ = false;
  std::optional<caf::typed_response_promise<runs_stopped>> stopped_;
};

supervisor_actor::behavior_type supervisor(supervisor_actor::stateful_pointer<supervisor_state> self,
                                           run_services with);

}  // namespace covey::actors

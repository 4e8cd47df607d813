// Receives one message per line from the client: classifies it (protocol::session), starts tool calls, keeps
// the table of open calls, answers each id once, paces progress, and ends the session.
#pragma once

#include "actors/call.hpp"
#include "actors/spawn_services.hpp"
#include "actors/writer.hpp"
#include "protocol/given_up.hpp"
#include "protocol/methods.hpp"
#include "protocol/pacing.hpp"
#include "protocol/tasks.hpp"
#include <deque>
#include <map>
#include <optional>
#include <span>

namespace covey::actors {

struct dispatcher_setup {
  protocol::server_info info;
  std::span<const protocol::tool* const> tools;
  std::string workspace;
  services with;
  writer_actor out;
  backlog_ptr backlog;
  std::shared_ptr<service_keeper> keeper{};  // null: dead services stay dead
  decltype(&actors::start_call) start_call = actors::start_call;
};

class dispatcher_state {
 public:
  static inline const char* name = "dispatcher";
  using self_pointer = dispatcher_actor::stateful_pointer<dispatcher_state>;

  explicit dispatcher_state(self_pointer self) : self_(self) {}

  void begin(dispatcher_setup setup);

  void on_line(const client_line& message);
  void on_line_too_long(const client_line_too_long& message);
  void on_progress(const run_progress& progress);
  void on_answer(const call_answered& message);
  void on_workspace_moved(const workspace_moved& message);
  void on_release(call_key key);
  void on_call_died(call_key key);
  void on_become_task(call_key key);
  void on_shut_down();
  void on_drain_over();

 private:
  struct open_call {
    protocol::request_id id;
    protocol::era in = protocol::era::legacy;
    const protocol::tool* of =
        nullptr;  // never null; one that starts no run may still be answered when the input has ended
    std::chrono::steady_clock::time_point began;
    run_progress told = {};  // the latest
    call_actor actor;
    std::optional<protocol::progress_pacer> pacer;
    std::string task = {};    // its id, once the call was answered with a task
    encoded_answer_ptr held;  // the answer, while it waits until the last progress line is old enough
  };

  void act(protocol::respond decision);
  void act(protocol::call_tool decision);
  void act(protocol::listen decision);
  void act(protocol::cancel decision);
  void act(protocol::ask_task decision);
  void act(protocol::nothing) {}

  using calls = std::map<call_key, open_call>;

  void start(protocol::call_tool decision);
  void forget(calls::iterator call);
  void tell_task(const std::string& id, const run_progress& progress);
  void end_task(const std::string& id, protocol::task_status how, encoded_answer_ptr answer);
  void cancel_task(const std::string& id);
  void tell_death(const call_actor& call, call_key key);
  bool is_in_use(const protocol::request_id& id) const;
  void refuse_id(const protocol::request_id& id);
  void write(std::string line);
  void give_up(const open_call& call, bool time_was_over);
  encoded_answer_ptr with_news(encoded_answer_ptr answer);
  void write_result(const protocol::request_id& id, protocol::era in, encoded_answer_ptr answer);
  void refuse_call(const protocol::call_tool& call, std::string why);
  void watch_services();
  void renew_services();
  void on_down(const caf::down_msg& message);
  void close_if_drained();
  void finish();

  self_pointer self_;
  dispatcher_setup setup_;
  services_ptr with_;  // a copy of setup_.with, for the calls
  std::optional<protocol::session> session_;
  call_key last_key_ = 0;
  calls calls_;
  std::map<protocol::request_id, call_key> by_id_;
  std::map<protocol::request_id, std::vector<std::string>> listening_;  // with the tasks they watch
  protocol::task_table tasks_;
  protocol::given_up_calls given_up_;          // that no answer has told of yet
  call_key moving_ = 0;                        // the call that moves the workspace; 0: none is open
  std::deque<protocol::call_tool> postponed_;  // calls that wait for it
  bool shutting_down_ = false;
  bool runs_stopped_ = false;
};

dispatcher_actor::behavior_type dispatcher(dispatcher_state::self_pointer self, dispatcher_setup setup);

}  // namespace covey::actors

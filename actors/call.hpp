// One call of a tool: finds out what the tool's question names, step by step, and answers. It knows no tool: what a
// call asks and says is in protocol/tools.
// Design: docs/design/19-tools.md
#pragma once

#include "actors/services.hpp"
#include "protocol/tools/tool.hpp"
#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace covey::actors {

struct call_context {
  call_key key = 0;
  std::string workspace;
  dispatcher_actor dispatcher;
  services_ptr with;                               // as they were when the call began
  std::size_t bytes = 0;                           // limit for each half of its answer
  protocol::halves sent = protocol::halves::both;  // of its answer
  std::chrono::seconds patience{0};                // then it is answered, even if its run goes on
};

class call_state {
 public:
  static inline const char* name = "call";
  using self_pointer = waiting_call_actor::stateful_pointer<call_state>;

  explicit call_state(self_pointer self) : self_(self) {}

  void begin(call_context context, const protocol::tool& of, protocol::arguments given);

  void on_cancel(bool time_was_over);
  void on_progress(const run_progress& progress);
  void on_wait_over();

 private:
  // The steps, in their order. Each goes on, at once if its part is not asked for, or fails.
  void resolve_path();
  void read_settings();
  void find_projects();
  void list_tests();
  void find_snapshot();
  void ask_what_goes_on();
  void ask_run();
  void ask_coverage();
  void look_up_file();
  void ask_freshness();
  void keep_snapshot();
  void read_source_lines();
  void find_suspects();
  void give_answer();

  void go_on();
  void fail(const std::string& why);  // answers with the tool's error
  void fail_without(const std::string& store,
                    const caf::error& error);  // the same, unless the tool can do without
  void finish(protocol::tool_answer given);
  void answer_on_a_thread();

  void on_projects();
  void on_listing(const protocol::test_listing_ptr& listing);
  void read_report(std::vector<std::string> paths);

  // The run (call_run.cpp).
  template <class Kind>
  const Kind* run_asked() const {
    return std::get_if<Kind>(&asked_.run);
  }
  void decide(protocol::run_reply run);  // what became of it; later replies no longer count
  void refuse(protocol::refused_run why);
  void decide_partly(const partial_run_ptr& partial);
  void ask_latest_run();
  void find_kept_run();
  void start_run();
  void detach();
  void look();
  void on_partial(const partial_run_ptr& partial);
  void on_silence(const caf::error& error);
  void follow(std::uint64_t id, std::chrono::milliseconds wait);
  void find_to_stop();
  void stop_run(std::uint64_t id, bool waits);
  void unsubscribe(bool detached = false, bool time_was_over = false);
  bool concerns_supervisor() const;

  self_pointer self_;
  call_context context_;
  const protocol::tool* tool_ = nullptr;
  protocol::tool_call call_;
  protocol::question asked_;
  protocol::reply found_;
  parsers::settings_ptr settings_;  // of the workspace; null: none
  protocol::answer_view view_;
  std::vector<detected_project> projects_;
  std::size_t open_detectors_ = 0;
  std::size_t step_ = 0;        // the next one
  std::int64_t called_ = 0;     // ns since the epoch
  std::uint64_t run_id_ = 0;    // that is followed; 0: the one that goes on, else the latest
  bool run_asked_for_ = false;  // the supervisor was asked to start it
  bool looking_ = false;        // a question about a part of it is on its way
  bool following_ = false;
  bool wait_is_over_ = false;
  bool decided_ = false;
};

waiting_call_actor::behavior_type call(call_state::self_pointer self, call_context context,
                                       const protocol::tool* of, protocol::arguments given);

// On the dispatcher's thread: only there the order of the calls is known, which is that of their runs.
call_actor start_call(caf::actor_system& system, call_context context, const protocol::tool& of,
                      protocol::arguments given);

}  // namespace covey::actors

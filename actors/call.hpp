// One call of a tool: finds out what the tool's question names, step by step, and answers. It knows no tool: what a
// call asks and says is in protocol/tools.
// Design: docs/design/19-tools.md
#pragma once

#include "actors/asking.hpp"
#include "actors/services.hpp"
#include "protocol/tools/tool.hpp"
#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
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

class call_state : asking<waiting_call_actor::stateful_pointer<call_state>> {
 public:
  static inline const char* name = "call";
  using self_pointer = waiting_call_actor::stateful_pointer<call_state>;

  explicit call_state(self_pointer self) : asking(self) {}
  ~call_state() { *given_up_ = true; }

  void begin(call_context context, const protocol::tool& of, protocol::arguments given);

  void on_cancel(bool time_was_over);
  void on_progress(const run_progress& progress);
  void on_wait_over();

 private:
  // What ends the call before all of its steps; nothing: it goes on.
  using outcome = std::optional<protocol::tool_answer>;

  task<> answer_call();

  // The steps, in their order.
  task<outcome> resolve_path();
  task<outcome> read_settings();
  task<outcome> find_projects();
  task<outcome> find_snapshot();
  task<outcome> ask_what_goes_on();
  task<outcome> ask_coverage();
  task<outcome> look_up_file();
  task<outcome> ask_affected();
  task<> wait_for_turn();
  task<git_edits_ptr> read_edits(std::string base, std::chrono::milliseconds time);
  task<outcome> list_tests();
  task<outcome> ask_run();
  task<outcome> ask_freshness();
  task<outcome> keep_snapshot();
  task<outcome> read_source_lines();
  task<outcome> verify_failures();
  task<outcome> find_changed_coverage();
  task<outcome> find_suspects();

  // The run that is asked for.
  template <class Kind>
  const Kind* run_asked() const {
    return std::get_if<Kind>(&asked_.run);
  }
  task<outcome> find_latest_run();
  task<outcome> find_kept_run();
  task<outcome> start_run();
  task<outcome> follow_run();
  task<outcome> stop_run();
  actors::start_run request_of(const protocol::run_to_start& asked);
  arrival<caf::expected<finished_run_ptr>> watch(std::uint64_t id);
  outcome take(protocol::run_reply run);  // what became of it
  outcome take_part(const partial_run_ptr& partial);
  void unsubscribe(bool detached = false, bool time_was_over = false);

  outcome error(const std::string& why) const;  // the tool's
  outcome error_without(const std::string& store,
                        const caf::error& why) const;  // unless the tool can do without
  void finish(protocol::tool_answer given);
  void send_answer(encoded_answer_ptr answer);

  call_context context_;
  const protocol::tool* tool_ = nullptr;
  protocol::tool_call call_;
  protocol::question asked_;
  protocol::reply found_;
  parsers::settings_ptr settings_;  // of the workspace; null: none
  protocol::answer_view view_;
  std::int64_t called_ = 0;     // ns since the epoch
  std::uint64_t run_id_ = 0;    // that is followed; 0: the one that goes on, else the latest
  bool run_asked_for_ = false;  // the supervisor was asked to start it
  bool wait_is_over_ = false;
  arrival<caf::unit_t> news_;  // the wait is over, or the run that is followed gave a sign of life
  std::shared_ptr<std::atomic<bool>> given_up_ = std::make_shared<std::atomic<bool>>(false);
  task<> answering_;
};

waiting_call_actor::behavior_type call(call_state::self_pointer self, call_context context,
                                       const protocol::tool* of, protocol::arguments given);

// On the dispatcher's thread: only there the order of the calls is known, which is that of their runs.
call_actor start_call(caf::actor_system& system, call_context context, const protocol::tool& of,
                      protocol::arguments given);

}  // namespace covey::actors

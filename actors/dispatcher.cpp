#include "actors/dispatcher.hpp"
#include "actors/limits.hpp"
#include "actors/log.hpp"
#include "protocol/render/words.hpp"
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <unistd.h>

namespace covey::actors {
namespace {

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void dispatcher_state::begin(dispatcher_setup setup) {
  setup_ = std::move(setup);
  std::vector<const protocol::tool_description*> descriptions;
  for (const auto* entry : setup_.tools) descriptions.push_back(&entry->description);
  session_.emplace(setup_.info, descriptions, setup_.with.answers.sent);
  self_->monitor(setup_.out);
  // A server without a dispatcher can no longer answer, so it must exit; the guards kill its runs.
  self_->set_exception_handler([](std::exception_ptr& problem) -> caf::error {
    try {
      std::rethrow_exception(problem);
    } catch (const std::exception& e) {
      log::error(std::string{"the dispatcher died: "} + e.what());
    } catch (...) {
      log::error("the dispatcher died");
    }
    ::_exit(EXIT_FAILURE);
  });
  self_->set_down_handler([this](const caf::down_msg& message) { on_down(message); });
  watch_services();
}

void dispatcher_state::watch_services() {
  with_ = std::make_shared<const services>(setup_.with);
  for (const auto& address : addresses_of(setup_.with)) {
    self_->demonitor(address);
    if (const auto service = caf::actor_cast<caf::strong_actor_ptr>(address)) self_->monitor(service);
  }
}

// Open calls keep their old handles; their questions to the dead service have already failed.
void dispatcher_state::renew_services() {
  if (!setup_.keeper || shutting_down_) return;
  if (!setup_.keeper->complete(setup_.with, self_->clock().now())) return;
  watch_services();
  self_->send(setup_.with.supervisor,
              services_renewed{std::make_shared<const run_services>(setup_.keeper->for_runs(setup_.with))});
}

// --- from the client ---

void dispatcher_state::on_line(const client_line& message) {
  --setup_.backlog->lines;
  if (shutting_down_) return;
  std::visit([this](auto&& decision) { act(std::forward<decltype(decision)>(decision)); },
             session_->decide(protocol::read_message(*message.text)));
}

void dispatcher_state::on_line_too_long(const client_line_too_long& message) {
  log::warning("a line of the client's was over " + std::to_string(limits::input_line) + " bytes");
  write(protocol::error_line(message.id, {protocol::parse_error,
                                          "the line is longer than " + std::to_string(limits::input_line) +
                                              " bytes; send shorter messages",
                                          {}}));
}

void dispatcher_state::act(protocol::respond decision) {
  write(std::move(decision.line));
}

void dispatcher_state::act(protocol::listen decision) {
  if (is_in_use(decision.id)) return refuse_id(decision.id);
  if (listening_.size() >= limits::open_calls)
    return write(protocol::error_line(decision.id, {protocol::internal_error,
                                                    "busy: " + std::to_string(listening_.size()) +
                                                        " subscriptions are open, which is the limit",
                                                    {}}));
  listening_.emplace(decision.id, std::move(decision.tasks));
  write(std::move(decision.acknowledgement));
}

bool dispatcher_state::is_in_use(const protocol::request_id& id) const {
  return by_id_.count(id) != 0 || listening_.count(id) != 0 ||
         std::any_of(postponed_.begin(), postponed_.end(), [&](const auto& call) { return call.id == id; });
}

void dispatcher_state::refuse_id(const protocol::request_id& id) {
  write(protocol::error_line(
      id, {protocol::invalid_request,
           "id " + protocol::to_json(id) + " is in use by a request that is not answered yet",
           {}}));
}

void dispatcher_state::act(protocol::cancel decision) {
  listening_.erase(decision.id);
  std::erase_if(postponed_, [&](const auto& call) { return call.id == decision.id; });
  const auto known = by_id_.find(decision.id);
  if (known == by_id_.end()) return;  // finished or unknown: no error
  const auto call = calls_.find(known->second);
  if (call->second.of->starts_run) give_up(call->second, decision.time_was_over);
  self_->send(call->second.actor, cancel_call{decision.time_was_over});
  forget(call);  // so nothing more is written for this id
}

// A call that ends before a run can have begun leaves nothing to tell.
void dispatcher_state::give_up(const open_call& call, bool time_was_over) {
  const auto after = std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - call.began);
  if (call.told.run == 0 && after < limits::heartbeat_interval) return;
  given_up_.add({.tool = std::string{call.of->description.name},
                 .after = after,
                 .run = call.told.run,
                 .done = call.told.done,
                 .failed = call.told.failed,
                 .total = call.told.total,
                 .goes_on = time_was_over});
}

void dispatcher_state::forget(calls::iterator call) {
  const bool moved = call->first == moving_;
  if (call->second.task.empty()) by_id_.erase(call->second.id);
  calls_.erase(call);
  if (!moved) return;
  moving_ = 0;
  while (moving_ == 0 && !postponed_.empty()) {
    auto next = std::move(postponed_.front());
    postponed_.pop_front();
    start(std::move(next));
  }
}

void dispatcher_state::act(protocol::call_tool decision) {
  if (is_in_use(decision.id)) return refuse_id(decision.id);
  const auto open = calls_.size() + postponed_.size();
  if (open >= limits::open_calls)
    return refuse_call(decision, "busy: " + std::to_string(open) + " calls are open, the limit is " +
                                     std::to_string(limits::open_calls) +
                                     "; try again when some are answered");
  if (setup_.backlog->waiting > limits::backlog_calls)
    return refuse_call(decision, "busy: " + std::to_string(setup_.backlog->waiting) +
                                     " bytes of answers wait to be read; read them, then try again");
  if (moving_ != 0)
    postponed_.push_back(std::move(decision));
  else
    start(std::move(decision));
}

void dispatcher_state::start(protocol::call_tool decision) {
  const auto& tool = *setup_.tools[decision.tool];
  auto checked = protocol::check_arguments(tool.description.errors_begin_with(), tool.description.arguments,
                                           decision.arguments);
  if (auto* problem = std::get_if<std::string>(&checked)) return refuse_call(decision, std::move(*problem));

  renew_services();
  const auto& given = std::get<protocol::arguments>(checked);
  const auto tokens =
      given.has("budget") ? static_cast<std::size_t>(given.integer("budget")) : setup_.with.answers.tokens;
  const bool hears_progress = decision.progress_token || decision.takes_tasks;
  const bool has_its_own = setup_.with.answers.reply_within.count() > 0;
  const auto patience = decision.asks_for_task ? limits::max_timeout + limits::plan_margin  // to its end
                        : has_its_own          ? setup_.with.answers.reply_within
                                               : protocol::patience_of(*decision.from, hears_progress);
  const auto key = ++last_key_;
  open_call call;
  call.id = decision.id;
  call.in = decision.in;
  call.of = &tool;
  call.began = self_->clock().now();
  if (decision.progress_token) call.pacer.emplace(*decision.progress_token);
  call.actor = setup_.start_call(self_->system(),
                                 {.key = key,
                                  .workspace = setup_.workspace,
                                  .dispatcher = dispatcher_actor{self_},
                                  .with = with_,
                                  .bytes = tokens * protocol::token_bytes,
                                  .sent = decision.sent,
                                  .patience = patience},
                                 tool, given);
  if (tool.moves_workspace) moving_ = key;
  if (decision.asks_for_task && tool.starts_run)
    self_->send(self_, become_task{key});
  else if (decision.takes_tasks && tool.starts_run)
    self_->delayed_send(self_, limits::task_after, become_task{key});
  tell_death(call.actor, key);
  by_id_.emplace(call.id, key);
  calls_.emplace(key, std::move(call));
}

// Calls are not monitored: nearly all end well and have then answered. Only an error is reported.
void dispatcher_state::tell_death(const call_actor& call, call_key key) {
  caf::actor_cast<caf::strong_actor_ptr>(call)->get()->attach_functor(
      [entry = dispatcher_actor{self_}, key](const caf::error& why) {
        if (why) caf::anon_send(entry, call_died{key});
      });
}

void dispatcher_state::refuse_call(const protocol::call_tool& call, std::string why) {
  write_result(call.id, call.in,
               std::make_shared<const protocol::encoded_answer>(protocol::encode_answer(
                   protocol::tool_error(std::move(why)), setup_.with.filter.now(), call.sent)));
}

// --- from calls ---

void dispatcher_state::on_progress(const run_progress& progress) {
  const auto it = calls_.find(progress.key);
  if (it != calls_.end()) it->second.told = progress;
  if (it != calls_.end() && !it->second.task.empty()) return tell_task(it->second.task, progress);
  if (it == calls_.end() || !it->second.pacer || it->second.held) return;
  if (setup_.backlog->waiting > limits::backlog_progress) return;  // the answer repeats all that matters
  const auto message =
      protocol::progress_message(progress.done, progress.total, progress.failed, progress.current);
  auto line = it->second.pacer->offer(progress.done, progress.total, setup_.with.filter.now().text(message),
                                      self_->clock().now());
  if (line) write(std::move(*line));
}

void dispatcher_state::on_workspace_moved(const workspace_moved& message) {
  if (!calls_.contains(message.key)) return;  // cancelled: nothing changes
  setup_.workspace = message.root;
  self_->send(setup_.with.failures, move_stores{message.root});
  self_->send(setup_.with.coverage, move_stores{message.root});
}

void dispatcher_state::on_answer(const call_answered& message) {
  const auto it = calls_.find(message.key);
  if (it == calls_.end()) return;  // cancelled
  auto& call = it->second;
  if (!call.task.empty()) {
    end_task(call.task, protocol::task_status::completed, message.answer);
    forget(it);
    return close_if_drained();
  }
  call.held = message.answer;
  // Clients that get the last progress line and the answer in one read no longer recognise its token.
  const auto hold = call.pacer ? call.pacer->hold(self_->clock().now()) : std::chrono::milliseconds{0};
  if (hold.count() > 0) return self_->delayed_send(self_, hold, release_answer{message.key});
  on_release(message.key);
}

void dispatcher_state::on_release(call_key key) {
  const auto it = calls_.find(key);
  if (it == calls_.end()) return;
  const auto& call = it->second;
  write_result(call.id, call.in, call.held);
  forget(it);
  close_if_drained();
}

void dispatcher_state::on_down(const caf::down_msg& message) {
  if (message.source == setup_.out.address()) {
    log::info("the client has closed its end");
    return on_shut_down();
  }
  if (drop_service(setup_.with, message.source)) {
    log::error("a service died");
    with_ = std::make_shared<const services>(setup_.with);
    renew_services();
  }
}

void dispatcher_state::on_call_died(call_key key) {
  const auto it = calls_.find(key);
  if (it == calls_.end() || it->second.held) return;
  const auto& call = it->second;
  log::error("the call " + protocol::to_json(call.id) + " died");
  self_->send(setup_.with.supervisor, unsubscribe{it->first});
  if (!call.task.empty())
    end_task(call.task, protocol::task_status::failed, nullptr);
  else
    write(protocol::error_line(
        call.id, {protocol::internal_error, "internal error: the call died; the session goes on", {}}));
  forget(it);
  close_if_drained();
}

// --- to the client ---

void dispatcher_state::write(std::string line) {
  auto text = std::make_shared<const std::string>(std::move(line));
  setup_.backlog->waiting += text->size();
  self_->send(setup_.out, write_message{std::move(text)});
}

// The next answer of any tool is the first that the model sees after it lost one.
encoded_answer_ptr dispatcher_state::with_news(encoded_answer_ptr answer) {
  if (given_up_.empty()) return answer;
  return std::make_shared<const protocol::encoded_answer>(protocol::with_notice(*answer, given_up_.take()));
}

void dispatcher_state::write_result(const protocol::request_id& id, protocol::era in,
                                    encoded_answer_ptr answer) {
  write(protocol::result_line(id, protocol::tool_result(in, *with_news(std::move(answer)), setup_.info)));
}

// --- the end ---

// Runs are stopped and their calls forgotten; short calls may still be answered; then the output is closed.
void dispatcher_state::on_shut_down() {
  if (shutting_down_) return;
  shutting_down_ = true;
  std::erase_if(postponed_, [this](const auto& call) { return setup_.tools[call.tool]->starts_run; });
  for (auto it = calls_.begin(); it != calls_.end();) {
    if (!it->second.of->starts_run || it->second.held) {
      ++it;
      continue;
    }
    self_->send(it->second.actor, cancel_call{});
    if (it->second.task.empty()) by_id_.erase(it->second.id);
    it = calls_.erase(it);
  }
  const auto stopped = [this] {
    runs_stopped_ = true;
    close_if_drained();
  };
  self_->request(setup_.with.supervisor, within(limits::shutdown_deadline), stop_runs{})
      .then([stopped](const runs_stopped&) { stopped(); }, [stopped](const caf::error&) { stopped(); });
  self_->delayed_send(self_, limits::shutdown_drain, drain_over{});
}

void dispatcher_state::close_if_drained() {
  if (shutting_down_ && runs_stopped_ && calls_.empty() && postponed_.empty()) finish();
}

void dispatcher_state::on_drain_over() {
  for (const auto& [key, call] : calls_) self_->send_exit(call.actor, caf::exit_reason::user_shutdown);
  calls_.clear();
  by_id_.clear();
  postponed_.clear();
  close_if_drained();
}

// Ends all actors; those that others still send to end last.
void dispatcher_state::finish() {
  self_->send(setup_.out, close_output{});
  end_services(setup_.with);
  self_->quit();
}

dispatcher_actor::behavior_type dispatcher(dispatcher_state::self_pointer self, dispatcher_setup setup) {
  auto& state = state_of(self);
  state.begin(std::move(setup));
  return {
      [&state](const client_line& message) { state.on_line(message); },
      [&state](const client_line_too_long& message) { state.on_line_too_long(message); },
      [&state](const shut_down&) { state.on_shut_down(); },
      [&state](const run_progress& progress) { state.on_progress(progress); },
      [&state](const call_answered& message) { state.on_answer(message); },
      [&state](const workspace_moved& message) { state.on_workspace_moved(message); },
      [&state](const call_died& message) { state.on_call_died(message.key); },
      [&state](const become_task& message) { state.on_become_task(message.key); },
      [&state](const release_answer& message) { state.on_release(message.key); },
      [&state](const drain_over&) { state.on_drain_over(); },
  };
}

// --- calls that were answered with a task: their state, and what clients ask about them ---

// The call goes on; only its answer takes another way. Its id is free again.
void dispatcher_state::on_become_task(call_key key) {
  const auto it = calls_.find(key);
  if (it == calls_.end() || it->second.held || shutting_down_) return;
  auto& call = it->second;
  call.task = boost::uuids::to_string(boost::uuids::random_generator{}());
  const auto now = wall_clock_ms();
  const protocol::task made{.id = call.task, .created = now, .updated = now};
  tasks_.add(made);
  write(protocol::result_line(call.id, protocol::task_created(made, setup_.info)));
  by_id_.erase(call.id);
}

void dispatcher_state::tell_task(const std::string& id, const run_progress& progress) {
  auto* task = tasks_.find(id);
  if (task == nullptr) return;
  task->message = setup_.with.filter.now().text(
      protocol::progress_message(progress.done, progress.total, progress.failed, progress.current));
  task->updated = wall_clock_ms();
}

void dispatcher_state::end_task(const std::string& id, protocol::task_status how, encoded_answer_ptr answer) {
  if (!tasks_.end(id, how, std::move(answer), wall_clock_ms())) return;
  for (const auto& [subscription, watched] : listening_)
    if (std::find(watched.begin(), watched.end(), id) != watched.end())
      write(protocol::task_notification(*tasks_.find(id), subscription));
}

void dispatcher_state::act(protocol::ask_task decision) {
  if (is_in_use(decision.id)) return refuse_id(decision.id);
  const auto* task = tasks_.find(decision.task);
  if (task == nullptr)
    return write(protocol::error_line(
        decision.id,
        {protocol::invalid_params, "no task has this taskId; ended tasks are kept for an hour", {}}));
  if (decision.what == protocol::task_question::state)
    return write(protocol::result_line(decision.id, protocol::task_state(*task, setup_.info)));
  if (decision.what == protocol::task_question::cancel) cancel_task(decision.task);
  write(protocol::result_line(decision.id, protocol::task_acknowledged(setup_.info)));
}

void dispatcher_state::cancel_task(const std::string& id) {
  const auto call =
      std::find_if(calls_.begin(), calls_.end(), [&](const auto& entry) { return entry.second.task == id; });
  if (call == calls_.end()) return;  // it has ended
  self_->send(call->second.actor, cancel_call{});
  end_task(id, protocol::task_status::cancelled, nullptr);
  forget(call);
}

}  // namespace covey::actors

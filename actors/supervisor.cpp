#include "actors/supervisor.hpp"
#include "actors/limits.hpp"
#include "actors/run.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

// Whether one of the folders is the other or lies in it.
bool one_tree(const std::string& a, const std::string& b) {
  return parsers::path_below(a, b).has_value() || parsers::path_below(b, a).has_value();
}

}  // namespace

void supervisor_state::begin(run_services with) {
  with_ = std::move(with);
  self_->set_down_handler([this](const caf::down_msg& message) { on_run_died(message); });
}

caf::result<finished_run_ptr> supervisor_state::admit(const start_run& request, const call_actor& listener) {
  expected_.erase(request.key);
  if (stopping_) return fail(fault::shutting_down);
  auto promise = self_->make_response_promise<finished_run_ptr>();
  const auto place = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const auto& other) { return other.request.key > request.key; });
  waiting_.insert(place, waiting_run{request, listener, reply<finished_run_ptr>{promise}});
  start_what_can();
  if (waiting_.size() > limits::waiting_runs) refuse_last();
  return promise;
}

// The last in the order of the calls, which may differ from the order in which their requests arrive.
void supervisor_state::refuse_last() {
  waiting_.back().answer.give(
      fail(fault::queue_full, std::to_string(limits::waiting_runs) +
                                  " runs are waiting, which is the limit: wait for one "
                                  "to end, or cancel some"));
  waiting_.pop_back();
}

// Two runs in one tree would conflict over its build products and fixtures.
bool supervisor_state::is_busy(const std::string& root) const {
  return std::any_of(live_.begin(), live_.end(),
                     [&](const auto& entry) { return one_tree(entry.second.root, root); });
}

// Otherwise runs of subfolders could keep a run of the whole tree waiting forever.
bool supervisor_state::waits_behind(const waiting_run& one) const {
  for (const auto& other : waiting_) {
    if (&other == &one) return false;
    if (one_tree(other.request.root, one.request.root)) return true;
  }
  return false;
}

void supervisor_state::start_what_can() {
  for (auto it = waiting_.begin(); it != waiting_.end();) {
    const bool comes_later = !expected_.empty() && *expected_.begin() < it->request.key;
    if (comes_later || is_busy(it->request.root) || waits_behind(*it)) {
      ++it;
      continue;
    }
    auto next = std::move(*it);
    it = waiting_.erase(it);
    start(std::move(next));
  }
}

void supervisor_state::start(waiting_run next) {
  live_run live;
  live.id = ++*with_.last_run;
  live.root = next.request.root;
  live.answer = std::move(next.answer);
  const auto key = next.request.key;
  live.actor = self_->spawn<caf::monitored>(run, run_setup{.request = std::move(next.request),
                                                           .run_id = live.id,
                                                           .listener = std::move(next.listener),
                                                           .owner = supervisor_actor{self_},
                                                           .with = with_});
  live_.insert_or_assign(key, std::move(live));
}

void supervisor_state::cancel(call_key key, std::chrono::milliseconds grace) {
  if (expected_.erase(key) > 0) return start_what_can();
  if (auto it = live_.find(key); it != live_.end()) {
    // High priority: it must overtake the output queued in the run's mailbox.
    self_->send<caf::message_priority::high>(it->second.actor, stop_run{grace});
    return;
  }
  auto it =
      std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& w) { return w.request.key == key; });
  if (it == waiting_.end()) return;
  it->answer.give(fail(fault::cancelled));
  waiting_.erase(it);
}

caf::result<runs_stopped> supervisor_state::stop_all() {
  stopping_ = true;
  for (auto& waiting : waiting_) waiting.answer.give(fail(fault::shutting_down));
  waiting_.clear();
  if (live_.empty()) return runs_stopped{};
  for (const auto& [key, live] : live_)
    self_->send<caf::message_priority::high>(live.actor, stop_run{limits::shutdown_grace});
  stopped_ = self_->make_response_promise<runs_stopped>();
  return *stopped_;
}

supervisor_status supervisor_state::status() const {
  return {live_.empty() ? 0 : live_.begin()->second.id, waiting_.size()};
}

void supervisor_state::on_run_ended(const run_ended& message) {
  finish(message.key, message);
}

void supervisor_state::on_run_died(const caf::down_msg& message) {
  for (const auto& [key, live] : live_) {
    if (live.actor.address() != message.source) continue;
    const auto dead = key;
    return finish(dead, run_ended{dead, nullptr, fail(fault::abandoned, "the run's actor died")});
  }
}

void supervisor_state::finish(call_key key, const run_ended& message) {
  auto it = live_.find(key);
  if (it == live_.end()) return;
  if (message.run)
    it->second.answer.give(message.run);
  else
    it->second.answer.give(message.error);
  live_.erase(it);
  if (!stopping_) return start_what_can();
  if (live_.empty() && stopped_) {
    stopped_->deliver(runs_stopped{});
    stopped_.reset();
  }
}

supervisor_actor::behavior_type supervisor(supervisor_actor::stateful_pointer<supervisor_state> self,
                                           run_services with) {
  auto& state = state_of(self);
  state.begin(std::move(with));
  return {
      [&state](const start_run& request, const call_actor& listener) {
        return state.admit(request, listener);
      },
      [&state](const expect_run& message) { state.expect(message.key); },
      [&state](const cancel_run& message) { state.cancel(message.key, limits::cancel_grace); },
      [&state](const runs_status&) { return state.status(); },
      [&state](const stop_runs&) { return state.stop_all(); },
      [&state](const services_renewed& message) { state.use(*message.with); },
      [&state](const run_ended& message) { state.on_run_ended(message); },
  };
}

}  // namespace covey::actors

// The calls that were answered with a task: their state, and what clients ask about them.
#include "actors/dispatcher.hpp"
#include "actors/limits.hpp"
#include "protocol/render/words.hpp"
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>
#include <algorithm>

namespace covey::actors {
namespace {

std::int64_t wall_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace

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

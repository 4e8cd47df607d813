// The run that a call's question names: started, followed, stopped, or found among those that have ended.
#include "actors/call.hpp"
#include "actors/limits.hpp"
#include "actors/why_no_answer.hpp"
#include <utility>

namespace covey::actors {
namespace {

// When the run of these began, in ns since the epoch; 0: there is none, or it waits.
std::int64_t began(const protocol::reply& found) {
  const auto* ended = ended_of(found);
  const auto* partial = partial_of(found);
  return ended != nullptr ? ended->began : partial != nullptr ? partial->began : 0;
}

std::chrono::nanoseconds now() {
  return std::chrono::system_clock::now().time_since_epoch();
}

}  // namespace

void call_state::ask_run() {
  if (run_asked<protocol::run_that_ended_last>()) return ask_latest_run();
  if (run_asked<protocol::run_to_start>()) return start_run();
  if (run_asked<protocol::run_to_stop>()) return find_to_stop();
  const auto* followed = run_asked<protocol::run_to_follow>();
  if (followed == nullptr) return go_on();
  run_id_ = followed->id;
  look();
}

void call_state::decide(protocol::run_reply run) {
  if (std::exchange(decided_, true)) return;
  found_.run = std::move(run);
  const auto since = began(found_);
  if (run_asked<protocol::run_to_start>() && since > 0 && since < called_)
    found_.joined = std::chrono::nanoseconds{called_ - since};
  go_on();
}

bool call_state::concerns_supervisor() const {
  return tool_->starts_run || run_asked<protocol::run_to_follow>() || run_asked<protocol::run_to_stop>();
}

void call_state::unsubscribe(bool detached, bool time_was_over) {
  if (concerns_supervisor())
    self_->send(context_.with->supervisor, actors::unsubscribe{context_.key, detached, time_was_over});
}

// --- runs that have ended

void call_state::ask_latest_run() {
  for (const auto& entry : context_.with->languages)
    if (!entry.language->assertion.empty())
      found_.words.emplace(entry.language->name, entry.language->assertion);
  self_->request(context_.with->failures, within(limits::question), latest_run{})
      .then([this](const finished_run_ptr& latest) { decide(latest); },
            [this](const caf::error& error) { fail_without("the store of results", error); });
}

void call_state::find_kept_run() {
  if (decided_) return;
  found_.had_ended = true;
  self_->request(context_.with->failures, within(limits::question), find_run{run_id_})
      .then(
          [this](const found_run& found) {
            if (found.lost) return decide(*found.lost);
            if (found.run) return decide(found.run);
            decide(protocol::unknown_run{run_id_, found.known});
          },
          [this](const caf::error& error) {
            if (!decided_) fail_without("the store of results", error);
          });
}

// --- a run of this call's own

void call_state::start_run() {
  const auto& asked = *run_asked<protocol::run_to_start>();
  actors::start_run request{.key = context_.key,
                            .root = context_.workspace,
                            .language = asked_.language,
                            .target = asked.target,
                            .settings = settings_,
                            .timeout = asked.timeout,
                            .coverage = asked.coverage,
                            .options = asked.options};
  if (auto* all = std::get_if<parsers::run_all>(&request.target))
    all->selections = found_.selection.selections;
  if (auto* some = std::get_if<parsers::run_selected>(&request.target))
    *some = {found_.selection.selections, found_.selection.unknown};
  if (asked.options) context_.with->filter.learn(asked.options->env);
  if (settings_) {
    context_.with->filter.learn(settings_->common.env);
    for (const auto& [language, own] : settings_->by_language) context_.with->filter.learn(own.env);
  }
  run_asked_for_ = true;
  // The supervisor answers for every run, even if the run's actor dies; but the queue before this run can be long.
  const auto patience = (limits::max_timeout + limits::plan_margin) * (limits::waiting_runs + 2);
  self_->request(context_.with->supervisor, within(patience), std::move(request), call_actor{self_})
      .then([this](const finished_run_ptr& run) { decide(run); },
            [this](const caf::error& error) { refuse(why_refused(error)); });
  if (wait_is_over_) detach();
}

// "Nothing failed" holds for the files that the latest run saw.
void call_state::refuse(protocol::refused_run why) {
  if (why.status != "nothing_to_rerun") return decide(std::move(why));
  self_->request(context_.with->failures, within(limits::question), latest_run{})
      .then(
          [this, why](const finished_run_ptr& latest) mutable {
            why.latest = latest;
            decide(std::move(why));
          },
          [this, why](const caf::error&) { decide(why); });
}

void call_state::on_wait_over() {
  wait_is_over_ = true;
  if (decided_) return;
  if (run_asked<protocol::run_to_follow>()) return look();
  if (run_asked_for_) return detach();
  // A short wait ends once there is a run, which is soon; but not later than a client gives up.
  const auto waited = now() - std::chrono::nanoseconds{called_};
  const auto longest = std::chrono::milliseconds{context_.patience};
  if (waited < longest)
    return self_->delayed_send(self_, std::chrono::ceil<std::chrono::milliseconds>(longest - waited),
                               wait_over{});
  // There is no run yet that could go on without this call.
  if (asked_.listing) self_->send(context_.with->tests, cancel_listing{context_.key});
  decided_ = true;
  found_.run = protocol::run_in_preparation{};
  give_answer();
}

// Tells the caller the run's id and what it has found so far, and leaves the run to it.
void call_state::detach() {
  self_->request(context_.with->supervisor, within(limits::question), detach_run{context_.key})
      .then(
          [this](const partial_run_ptr& partial) {
            if (!partial || partial->is_ending || decided_) return;  // then its end is the answer
            unsubscribe(true);
            decide_partly(partial);
          },
          [](const caf::error&) {});  // likewise
}

void call_state::decide_partly(const partial_run_ptr& partial) {
  if (partial->judged) return decide(partial->judged);
  decide(partial);
}

// --- a run that is followed

// Each sign of life is a reason to look whether it has found a failure.
void call_state::on_progress(const run_progress& progress) {
  if (run_asked<protocol::run_to_stop>() != nullptr) return;
  self_->send(context_.dispatcher, progress);
  const auto* followed = run_asked<protocol::run_to_follow>();
  if (followed != nullptr && followed->until_failure && !looking_ && !decided_) look();
}

void call_state::look() {
  looking_ = true;
  const auto since = run_asked<protocol::run_to_follow>()->since.value_or(0);
  self_
      ->request(context_.with->supervisor, within(limits::question),
                look_at_run{context_.key, context_.workspace, run_id_, since})
      .then([this](const partial_run_ptr& partial) { on_partial(partial); },
            [this](const caf::error& error) { on_silence(error); });
}

void call_state::on_silence(const caf::error& error) {
  looking_ = false;
  if (error != caf::sec::request_timeout) return find_kept_run();  // it ended meanwhile
  decide(protocol::unheard_run{run_id_, limits::question});
}

void call_state::on_partial(const partial_run_ptr& partial) {
  looking_ = false;
  if (decided_) return;
  if (!partial) return find_kept_run();
  const auto& asked = *run_asked<protocol::run_to_follow>();
  const bool has_news = asked.until_failure && (!partial->failures.empty() || partial->judged);
  const auto wait =
      asked.wait.value_or(partial->judged ? asked.wait_for_coverage : std::chrono::milliseconds{0});
  if (partial->is_ending || (wait.count() > 0 && !wait_is_over_ && !has_news))
    return follow(partial->id, wait);
  decide_partly(partial);
}

void call_state::follow(std::uint64_t id, std::chrono::milliseconds wait) {
  if (std::exchange(following_, true)) return;
  run_id_ = id;
  self_->delayed_send(self_, wait, wait_over{});
  self_
      ->request(context_.with->supervisor, within(limits::max_timeout + limits::plan_margin),
                watch_run{context_.key, id}, call_actor{self_})
      .then([this](const finished_run_ptr& run) { decide(run); },
            [this](const caf::error&) { find_kept_run(); });  // it tells why there is none
}

// --- a run that is stopped

void call_state::find_to_stop() {
  run_id_ = run_asked<protocol::run_to_stop>()->id;
  self_
      ->request(context_.with->supervisor, within(limits::question),
                look_at_run{context_.key, context_.workspace, run_id_})
      .then(
          [this](const partial_run_ptr& partial) {
            partial ? stop_run(partial->id, partial->waiting) : find_kept_run();
          },
          [this](const caf::error&) { run_id_ != 0 ? stop_run(run_id_, false) : find_kept_run(); });
}

void call_state::stop_run(std::uint64_t id, bool waits) {
  run_id_ = id;
  self_
      ->request(context_.with->supervisor, within(limits::max_timeout), watch_run{context_.key, id},
                call_actor{self_})
      .then([this](const finished_run_ptr& run) { decide(run); },
            [this, waits](const caf::error& error) {
              if (error != fault::cancelled) return find_kept_run();
              decide(protocol::stopped_run{.id = run_id_, .had_begun = !waits});
            });
  self_->send(context_.with->supervisor, cancel_run{id});
}

}  // namespace covey::actors

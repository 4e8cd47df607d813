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

bool is_equal(const start_run& a, const start_run& b) {
  return a.root == b.root && a.language == b.language && a.timeout == b.timeout && a.coverage == b.coverage &&
         parsers::same_target(a.target, b.target);
}

}  // namespace

void supervisor_state::begin(run_services with) {
  with_ = std::move(with);
  self_->set_down_handler([this](const caf::down_msg& message) { on_run_died(message); });
}

// --- admission

caf::result<finished_run_ptr> supervisor_state::admit(const start_run& request, const call_actor& listener) {
  expected_.erase(request.key);
  if (stopping_) return fail(fault::shutting_down);
  auto run = find_equal(request);
  if (run == runs_.end()) {
    const auto place = std::find_if(runs_.begin(), runs_.end(),
                                    [&](const auto& other) { return other.request.key > request.key; });
    run = runs_.emplace(place);
    run->request = request;
    run->asked = self_->clock().now();
  }
  auto answer = wait_for(*run, request.key, listener, true);
  start_what_can();
  if (waiting() > limits::waiting_runs) refuse_last();
  return answer;
}

caf::result<finished_run_ptr> supervisor_state::watch(const watch_run& request, const call_actor& listener) {
  const auto run = find_by_id(request.id);
  if (run == runs_.end()) return fail(fault::not_going_on);
  return wait_for(*run, request.key, listener, false);
}

caf::result<finished_run_ptr> supervisor_state::wait_for(known_run& run, call_key key,
                                                         const call_actor& listener, bool asked_for_it) {
  auto promise = self_->make_response_promise<finished_run_ptr>();
  run.calls.push_back({key, asked_for_it, listener, reply<finished_run_ptr>{promise}});
  return promise;
}

// The last in the order of the calls, which may differ from the order in which their requests arrive.
void supervisor_state::refuse_last() {
  const auto last = std::find_if(runs_.rbegin(), runs_.rend(), [](const auto& run) { return !run.actor; });
  finish(std::prev(last.base()), nullptr,
         fail(fault::queue_full, std::to_string(limits::waiting_runs) +
                                     " runs are waiting, which is the limit: wait for one "
                                     "to end, or cancel some"));
}

std::size_t supervisor_state::waiting() const {
  return static_cast<std::size_t>(
      std::count_if(runs_.begin(), runs_.end(), [](const auto& run) { return !run.actor; }));
}

// Two runs in one tree would conflict over its build products and fixtures. Waiting runs of the tree go first,
// or runs of subfolders could keep a run of the whole tree waiting forever.
bool supervisor_state::may_start(const known_run& one) const {
  if (!expected_.empty() && *expected_.begin() < one.request.key) return false;
  bool before = true;
  for (const auto& other : runs_) {
    if (&other == &one)
      before = false;
    else if ((other.actor || before) && one_tree(other.request.root, one.request.root))
      return false;
  }
  return true;
}

void supervisor_state::start_what_can() {
  for (auto& run : runs_)
    if (!run.actor && may_start(run)) start(run);
}

void supervisor_state::start(known_run& next) {
  next.actor = self_->spawn<caf::monitored>(
      run,
      run_setup{
          .request = next.request, .run_id = id_of(next), .owner = supervisor_actor{self_}, .with = with_});
}

// Given as late as possible, so that ids follow the order in which runs begin.
std::uint64_t supervisor_state::id_of(known_run& run) {
  if (run.id == 0) run.id = ++*with_.last_run;
  return run.id;
}

supervisor_state::runs::iterator supervisor_state::find_by_call(call_key key) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
    return std::any_of(run.calls.begin(), run.calls.end(), [&](const auto& call) { return call.key == key; });
  });
}

supervisor_state::runs::iterator supervisor_state::find_by_id(std::uint64_t id) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) { return run.id == id; });
}

supervisor_state::runs::iterator supervisor_state::find_equal(const start_run& request) {
  return std::find_if(runs_.begin(), runs_.end(),
                      [&](const auto& run) { return !run.stopping && is_equal(run.request, request); });
}

// --- calls that leave or ask

void supervisor_state::leave(call_key key) {
  if (expected_.erase(key) > 0) return start_what_can();
  const auto run = find_by_call(key);
  if (run == runs_.end()) return;
  const auto call =
      std::find_if(run->calls.begin(), run->calls.end(), [&](const auto& entry) { return entry.key == key; });
  const auto askers = std::count_if(run->calls.begin(), run->calls.end(),
                                    [](const auto& entry) { return entry.asked_for_it; });
  if (call->asked_for_it && askers == 1 && !run->handed_out) return stop(run, limits::cancel_grace);
  call->answer.give(fail(fault::cancelled));
  run->calls.erase(call);
}

void supervisor_state::stop(runs::iterator run, std::chrono::milliseconds grace) {
  if (!run->actor) return finish(run, nullptr, fail(fault::cancelled));
  run->stopping = true;
  // High priority: it must overtake the output queued in the run's mailbox.
  self_->send<caf::message_priority::high>(run->actor, stop_run{grace});
}

caf::result<run_news_ptr> supervisor_state::hand_out(call_key key) {
  const auto run = find_by_call(key);
  if (run == runs_.end()) return run_news_ptr{};
  run->handed_out = true;
  return news_of(*run, 0);
}

caf::result<run_news_ptr> supervisor_state::look_at(const look_at_run& asked) {
  auto run = asked.id != 0 ? find_by_id(asked.id)
                           : std::find_if(runs_.begin(), runs_.end(),
                                          [](const auto& r) { return static_cast<bool>(r.actor); });
  if (asked.id == 0 && run == runs_.end()) run = runs_.begin();
  if (run == runs_.end()) return run_news_ptr{};
  run->handed_out = true;
  return news_of(*run, asked.since);
}

caf::result<run_news_ptr> supervisor_state::news_of(known_run& run, std::size_t since) {
  if (run.actor) return self_->delegate(run.actor, tell_news{since});
  auto out = std::make_shared<parsers::run_news>();
  out->id = id_of(run);
  out->language = run.request.language;
  out->scope = parsers::scope_of(run.request.target);
  out->waiting = true;
  out->elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - run.asked);
  out->next = since;
  return run_news_ptr{std::move(out)};
}

void supervisor_state::cancel(std::uint64_t id) {
  const auto run = find_by_id(id);
  if (run != runs_.end()) stop(run, limits::cancel_grace);
}

void supervisor_state::hand_on(const run_progress& news) {
  const auto run =
      std::find_if(runs_.begin(), runs_.end(), [&](const auto& one) { return one.request.key == news.key; });
  if (run == runs_.end()) return;
  auto out = news;
  for (const auto& call : run->calls) {
    out.key = call.key;
    self_->send(call.listener, out);
  }
}

supervisor_status supervisor_state::status() const {
  const auto live =
      std::find_if(runs_.begin(), runs_.end(), [](const auto& run) { return static_cast<bool>(run.actor); });
  return {live == runs_.end() ? 0 : live->id, waiting()};
}

// --- the end

caf::result<runs_stopped> supervisor_state::stop_all() {
  stopping_ = true;
  for (auto run = runs_.begin(); run != runs_.end();) {
    const auto one = run++;
    if (one->actor)
      stop(one, limits::shutdown_grace);
    else
      finish(one, nullptr, fail(fault::shutting_down));
  }
  if (runs_.empty()) return runs_stopped{};
  stopped_ = self_->make_response_promise<runs_stopped>();
  return *stopped_;
}

void supervisor_state::on_run_ended(const run_ended& message) {
  const auto run = std::find_if(runs_.begin(), runs_.end(),
                                [&](const auto& one) { return one.request.key == message.key; });
  if (run != runs_.end()) finish(run, message.run, message.error);
}

void supervisor_state::on_run_died(const caf::down_msg& message) {
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const auto& one) {
    return one.actor && one.actor.address() == message.source;
  });
  if (run != runs_.end()) finish(run, nullptr, fail(fault::abandoned, "the run's actor died"));
}

void supervisor_state::finish(runs::iterator run, const finished_run_ptr& finished, const caf::error& error) {
  const bool was_live = static_cast<bool>(run->actor);
  for (auto& call : run->calls) {
    if (finished)
      call.answer.give(finished);
    else
      call.answer.give(error);
  }
  runs_.erase(run);
  if (!stopping_) {
    if (was_live) start_what_can();
  } else if (runs_.empty() && stopped_) {
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
      [&state](const leave_run& message) { state.leave(message.key); },
      [&state](const hand_out_run& message) { return state.hand_out(message.key); },
      [&state](const watch_run& request, const call_actor& listener) {
        return state.watch(request, listener);
      },
      [&state](const look_at_run& asked) { return state.look_at(asked); },
      [&state](const cancel_run& message) { state.cancel(message.id); },
      [&state](const run_progress& news) { state.hand_on(news); },
      [&state](const runs_status&) { return state.status(); },
      [&state](const stop_runs&) { return state.stop_all(); },
      [&state](const services_renewed& message) { state.use(*message.with); },
      [&state](const run_ended& message) { state.on_run_ended(message); },
  };
}

}  // namespace covey::actors

#include "actors/supervisor.hpp"
#include "actors/limits.hpp"
#include "actors/run.hpp"
#include "actors/errors.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <utility>

namespace covey::actors {
namespace {

// Whether one of the folders is the other or lies in it.
bool one_tree(const std::string& a, const std::string& b) {
  return parsers::path_below(a, b).has_value() || parsers::path_below(b, a).has_value();
}

bool is_equal(const parsers::settings_ptr& a, const parsers::settings_ptr& b) {
  return a == b || (a && b && *a == *b);
}

bool is_equal(const start_run& a, const start_run& b) {
  return a.root == b.root && a.language == b.language && a.timeout == b.timeout && a.coverage == b.coverage &&
         a.options == b.options && is_equal(a.settings, b.settings) && a.target == b.target;
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
  answer_held();
  return answer;
}

caf::result<finished_run_ptr> supervisor_state::watch(const watch_run& request, const call_actor& listener) {
  const auto run = find_by_id(request.id);
  if (run == runs_.end()) return fail(fault::not_going_on);
  run->detached = true;
  return wait_for(*run, request.key, listener, false);
}

caf::result<finished_run_ptr> supervisor_state::wait_for(known_run& run, call_key key,
                                                         const call_actor& listener, bool asked_for_it) {
  auto promise = self_->make_response_promise<finished_run_ptr>();
  run.calls.push_back({key, asked_for_it, listener, reply<finished_run_ptr>{promise}});
  return promise;
}

// The last in the order of the calls, which may differ from the order in which their requests arrive. Not one
// whose id some caller was told: nobody would hear of it.
void supervisor_state::refuse_last() {
  auto last =
      std::find_if(runs_.rbegin(), runs_.rend(), [](const auto& run) { return !run.actor && !run.detached; });
  if (last == runs_.rend())
    last = std::find_if(runs_.rbegin(), runs_.rend(), [](const auto& run) { return !run.actor; });
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

supervisor_state::runs::iterator supervisor_state::find_by_key(call_key key) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) { return run.request.key == key; });
}

supervisor_state::runs::iterator supervisor_state::find_by_id(std::uint64_t id) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) { return run.id == id; });
}

supervisor_state::runs::iterator supervisor_state::find_equal(const start_run& request) {
  return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
    return !run.stopping && !run.told && is_equal(run.request, request);
  });
}

// --- calls that leave or ask

void supervisor_state::leave(const unsubscribe& message) {
  if (expected_.erase(message.key) > 0) {
    start_what_can();
    return answer_held();
  }
  const auto run = find_by_call(message.key);
  if (run == runs_.end()) return;
  run->detached = run->detached || message.detached;
  const auto call = std::find_if(run->calls.begin(), run->calls.end(),
                                 [&](const auto& entry) { return entry.key == message.key; });
  const auto askers = std::count_if(run->calls.begin(), run->calls.end(),
                                    [](const auto& entry) { return entry.asked_for_it; });
  const bool was_last = call->asked_for_it && askers == 1 && !run->detached;
  if (was_last && !message.time_was_over) return stop(run, limits::cancel_grace);
  if (was_last) {
    run->lingers_until = self_->clock().now() + limits::lingering;
    self_->delayed_send(self_, limits::lingering, linger_over{run->request.key});
  }
  call->answer.give(fail(fault::cancelled));
  run->calls.erase(call);
}

// Nobody has come back for it.
void supervisor_state::on_linger_over(call_key key) {
  const auto run = find_by_key(key);
  // A later call may have let it linger anew.
  if (run == runs_.end() || run->detached || self_->clock().now() < run->lingers_until) return;
  if (run->calls.empty()) stop(run, limits::cancel_grace);
}

void supervisor_state::stop(runs::iterator run, std::chrono::milliseconds grace) {
  if (!run->actor) return finish(run, nullptr, fail(fault::cancelled));
  run->stopping = true;
  // High priority: it must overtake the output queued in the run's mailbox.
  self_->send<caf::message_priority::high>(run->actor, stop_run{grace});
}

caf::result<partial_run_ptr> supervisor_state::detach(call_key key) {
  const auto run = find_by_call(key);
  if (run == runs_.end()) return partial_run_ptr{};
  if (run->actor) return self_->delegate(run->actor, get_partial_run{});
  return waiting_run(*run, 0);
}

// A client may send this question right behind the call that starts a run.
bool supervisor_state::must_wait(const look_at_run& asked) const {
  return asked.id == 0 && !expected_.empty() && *expected_.begin() < asked.key;
}

supervisor_state::runs::iterator supervisor_state::find_asked(const look_at_run& asked) {
  if (asked.id != 0) return find_by_id(asked.id);
  const auto find = [&](bool live) {
    return std::find_if(runs_.begin(), runs_.end(), [&](const auto& run) {
      return run.request.root == asked.root && static_cast<bool>(run.actor) == live;
    });
  };
  const auto live = find(true);
  return live != runs_.end() ? live : find(false);
}

caf::result<partial_run_ptr> supervisor_state::look_at(const look_at_run& asked) {
  auto promise = self_->make_response_promise<partial_run_ptr>();
  held_.push_back({asked, reply<partial_run_ptr>{promise}});
  answer_held();
  return promise;
}

void supervisor_state::answer_held() {
  for (auto& one : std::exchange(held_, {})) {
    if (must_wait(one.asked)) {
      held_.push_back(std::move(one));
      continue;
    }
    const auto run = find_asked(one.asked);
    if (run == runs_.end()) {
      one.answer.give(partial_run_ptr{});
      continue;
    }
    run->detached = true;  // the answer tells how to follow it
    if (!run->actor) {
      one.answer.give(waiting_run(*run, one.asked.since));
    } else {
      auto answer = std::make_shared<reply<partial_run_ptr>>(std::move(one.answer));
      self_->request(run->actor, within(limits::question), get_partial_run{one.asked.since})
          .then([answer](const partial_run_ptr& partial) { answer->give(partial); },
                [answer](caf::error& error) { answer->give(std::move(error)); });
    }
  }
}

partial_run_ptr supervisor_state::waiting_run(known_run& run, std::size_t since) {
  auto out = std::make_shared<parsers::partial_run>();
  out->id = id_of(run);
  out->language = run.request.language;
  out->scope = parsers::scope_of(run.request.target);
  out->waiting = true;
  out->elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(self_->clock().now() - run.asked);
  out->root = run.request.root;
  out->from = out->next = since;
  return out;
}

void supervisor_state::cancel(std::uint64_t id) {
  const auto run = find_by_id(id);
  if (run != runs_.end()) stop(run, limits::cancel_grace);
}

void supervisor_state::hand_on(const run_progress& progress) {
  const auto run = find_by_key(progress.key);
  if (run == runs_.end()) return;
  auto out = progress;
  for (const auto& call : run->calls) {
    out.key = call.key;
    self_->send(call.listener, out);
  }
}

supervisor_status supervisor_state::status(const std::string& root) const {
  supervisor_status out;
  for (const auto& run : runs_) {
    if (!root.empty() && run.request.root != root) continue;
    if (!run.actor)
      ++out.waiting;
    else if (out.running == 0)
      out.running = run.id;
  }
  return out;
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

void supervisor_state::on_run_told(const run_told& message) {
  if (const auto run = find_by_key(message.key); run != runs_.end()) run->told = true;
}

void supervisor_state::on_run_ended(const run_ended& message) {
  const auto run = find_by_key(message.key);
  if (run != runs_.end()) finish(run, message.run, message.error);
}

void supervisor_state::on_run_died(const caf::down_msg& message) {
  const auto run = std::find_if(runs_.begin(), runs_.end(), [&](const auto& one) {
    return one.actor && one.actor.address() == message.source;
  });
  if (run != runs_.end()) finish(run, nullptr, fail(fault::abandoned, "the run's actor died"));
}

void supervisor_state::finish(runs::iterator run, const finished_run_ptr& finished, const caf::error& error) {
  if (!finished && run->id != 0)
    self_->send(with_.failures,
                lost_run{run->id, run->request.root, error == fault::cancelled, why_not_run(error)});
  for (auto& call : run->calls) finished ? call.answer.give(finished) : call.answer.give(error);
  runs_.erase(run);
  if (!stopping_) {
    start_what_can();
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
      [&state](const unsubscribe& message) { state.leave(message); },
      [&state](const linger_over& message) { state.on_linger_over(message.key); },
      [&state](const detach_run& message) { return state.detach(message.key); },
      [&state](const watch_run& request, const call_actor& listener) {
        return state.watch(request, listener);
      },
      [&state](const look_at_run& asked) { return state.look_at(asked); },
      [&state](const cancel_run& message) { state.cancel(message.id); },
      [&state](const run_progress& progress) { state.hand_on(progress); },
      [&state](const runs_status& asked) { return state.status(asked.root); },
      [&state](const stop_runs&) { return state.stop_all(); },
      [&state](const services_renewed& message) { state.use(*message.with); },
      [&state](const run_told& message) { state.on_run_told(message); },
      [&state](const run_ended& message) { state.on_run_ended(message); },
  };
}

}  // namespace covey::actors

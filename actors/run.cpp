#include "actors/run.hpp"
#include "actors/start_error.hpp"
#include "parsers/events/ending_text.hpp"
#include "parsers/model/step_writes.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include "process/environment.hpp"
#include <algorithm>
#include <unistd.h>
#include <utility>

namespace covey::actors {
namespace {

using ending_kind = parsers::run_ending::kind_type;

std::string milliseconds_of(std::chrono::steady_clock::time_point when) {
  return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(when.time_since_epoch()).count());
}

bool is_done_by_others(const parsers::command& one) {
  return !one.unless.empty() && ::access(one.unless.c_str(), F_OK) == 0;
}

std::vector<parsers::failure> failures_of(const parsers::run_plan& plan, const parsers::command& step,
                                          const parsers::step_output& printed,
                                          const parsers::run_ending& how) {
  if (plan.diagnose_step) return plan.diagnose_step(step, printed, how);
  auto out = parsers::runner_failure(step.runner, how, true, printed.err.empty() ? printed.out : printed.err);
  out.kind = parsers::failure_kind::error;
  out.id.group = step.runner;
  out.runner = step.runner;
  return {std::move(out)};
}

}  // namespace

run_state::~run_state() {
  // However this actor ends, its processes and its folder must not outlive it.
  if (child_) child_->stop(std::chrono::milliseconds{0});
  caf::anon_send_exit(planning_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(probes_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(files_, caf::exit_reason::user_shutdown);
}

std::string run_state::run_id() const {
  return setup_.with.session + "-" + std::to_string(setup_.run_id);
}

void run_state::begin(run_setup setup) {
  setup_ = std::move(setup);
  const auto& request = setup_.request;
  began_ = told_at_ = self_->clock().now();
  run_->id = setup_.run_id;
  run_->began = file_time_ = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                 std::chrono::system_clock::now().time_since_epoch())
                                 .count();
  run_->root = request.root;
  run_->scope = parsers::scope_of(request.target);
  // If the supervisor dies, quit: nobody would get the result, and a new one starts other runs in this tree.
  self_->monitor(setup_.owner);
  self_->set_down_handler([this](const caf::down_msg&) { self_->quit(); });
  get_fingerprint(
      [this](const auto& now) { run_->fingerprints.before = begin_fingerprint_ = step_fingerprint_ = now; });
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
  if (run_->scope == parsers::run_scope::failing) {
    self_->request(setup_.with.failures, within(limits::question), latest_run{})
        .then([this](const finished_run_ptr& latest) { decide_target(latest); },
              [this](caf::error& error) { refuse(std::move(error)); });
    return;
  }
  if (request.options && !request.options->empty())
    run_->options = std::make_shared<const parsers::run_options>(*request.options);
  language_ = find(setup_.with.languages, request.language);
  make_folder();
}

// While the toolchain is asked: the commands begin only once it is known what they see.
void run_state::get_fingerprint(std::function<void(const fingerprint_ptr&)> use) {
  ++open_looks_;
  self_
      ->request(setup_.with.fingerprints, within(limits::fingerprint_of_run),
                actors::get_fingerprint{setup_.request.root})
      .then(
          [this, use = std::move(use)](const fingerprint_ptr& now) {
            use(now);
            tree_was_seen();
          },
          [this](const caf::error&) { tree_was_seen(); });  // then answers say that they do not know
}

void run_state::tree_was_seen() {
  if (--open_looks_ > 0 || !once_seen_) return;
  std::exchange(once_seen_, nullptr)();
}

void run_state::once_fingerprinted(std::function<void()> then) {
  if (open_looks_ == 0) return then();
  once_seen_ = std::move(then);
}

void run_state::start() {
  if (trying_ && sequence_.is_stopped()) return end_try();
  if (sequence_.ending().cancelled) return refuse(fail(fault::cancelled));
  parser_.emplace(plan_->make_parser());
  sequence_.start(plan_->commands);
  go_on();
}

// --- running ---

// The tree before and after each step tells what it wrote, and what the tests did.
void run_state::go_on() {
  while (sequence_.current() != nullptr && is_done_by_others(command()))
    sequence_.command_ended(parsers::run_ending::kind_type::exited, 0);
  const bool is_over = sequence_.current() == nullptr || sequence_.ends_early();
  if (is_over && trying_) return end_try();
  if ((is_over || sequence_.only_coverage_is_left()) && !judged_) {
    judge();
    if (tries_unmeasured()) return;
  }
  if (is_over) return conclude();
  if (command().role != parsers::command_role::step || step_fingerprint_) return launch();
  look_between([this](const auto& now) { step_fingerprint_ = now; },
               [this] { sequence_.ends_early() ? conclude() : launch(); });
}

void run_state::look_between(std::function<void(const fingerprint_ptr&)> use, std::function<void()> then) {
  if (looked_ > limits::fingerprint_of_steps) {
    note_once("what further steps wrote was not looked for: that took more than " +
              std::to_string(limits::fingerprint_of_steps.count()) + " s");
    return then();
  }
  get_fingerprint(std::move(use));
  once_fingerprinted([this, asked = self_->clock().now(), then = std::move(then)] {
    looked_ += self_->clock().now() - asked;
    then();
  });
}

void run_state::launch() {
  run_->commands.push_back(command().argv);
  process::launch_request request{.argv = command().argv,
                                  .cwd = command().cwd,
                                  .set_env = command().set_env,
                                  .scratch = scratch_,
                                  .events = {}};
  request.set_env.emplace_back(process::run_id_variable, run_id());
  if (command().role == parsers::command_role::tests && !plan_->events.empty()) {
    request.events = plan_->events;
    request.set_env.emplace_back(process::events_variable, plan_->events);
  }
  if (plan_->own_timeout.count() > 0)
    request.set_env.emplace_back(process::deadline_variable, milliseconds_of(began_ + plan_->own_timeout));
  run_actor me{self_};
  const auto index = sequence_.index();
  child_ = setup_.with.launcher->launch(
      std::move(request),
      [me, index](parsers::stream from, process::chunk bytes) {
        caf::anon_send(me, process_output{index, from, std::move(bytes)});
      },
      [me, index](const process::child_ending& ending) { caf::anon_send(me, process_ended{index, ending}); });
}

void run_state::on_output(const process_output& message) {
  using parsers::command_role;
  using parsers::stream;
  const auto& bytes = *message.bytes;
  const auto role = command().role;
  if (!is_helper(command()) && message.from != stream::events && !trying_)
    (message.from == stream::out ? out_ : err_).append(bytes);
  if (role == command_role::tests) {
    parser_->feed(message.from, bytes);
    if (!first_test_) look_for_first_test();
  } else if (role == command_role::step) {
    (message.from == stream::out ? step_out_ : helper_err_).append(bytes);
  } else if (message.from == stream::err) {
    helper_err_.append(bytes);
  } else if (role == command_role::print) {
    parser_->feed(stream::events, bytes);
  }
  if (child_) child_->acknowledge(bytes.size());
  if (self_->clock().now() - told_at_ >= limits::progress_interval) tell_progress();
}

void run_state::look_for_first_test() {
  const auto now = parser_->now();
  if (now.done > 0 || !now.current.empty()) first_test_ = self_->clock().now();
}

void run_state::on_process_ended(const process_ended& message) {
  const auto& ending = message.ending;
  child_.reset();
  run_->leaked += ending.leaked;
  run_->reparented += ending.reparented;
  note_survivors(ending);
  const auto& ended = command();
  if (ending.kind == ending_kind::not_started && message.command == 0 && !trying_)
    return refuse(start_error(ended.argv.front(), ended.cwd, ending.value));
  const auto before = std::exchange(step_fingerprint_, nullptr);
  judge_command(ending);  // before the look, in which a stop may come
  if (ended.role != parsers::command_role::step || !before) return go_on();
  look_between(
      [this, before, step = ended.runner](const auto& now) {
        step_fingerprint_ = now;
        if (auto note = parsers::note_of_step(step, *before, *now); !note.empty())
          note_once(note);
      },
      [this] { go_on(); });
}

void run_state::judge_command(const process::child_ending& ending) {
  const auto& ended = command();
  const auto& whole = sequence_.ending();
  run_->times.built = run_->times.built || (ended.role == parsers::command_role::step && !first_test_);
  if (ended.role == parsers::command_role::tests && !ended.runner.empty())
    parser_->end_command(ended.runner, {ending.kind, ending.value, whole.timed_out, whole.cancelled});
  const auto meant = sequence_.command_ended(ending.kind, ending.value);
  if (trying_) return;
  if (meant == meaning::tolerated)
    run_->notes.push_back(ended.runner + " failed (" + std::to_string(ending.value) +
                          "); its script goes on all the same");
  if (meant == meaning::failed)
    is_helper(ended) ? note_helper_failed(ended) : note_step_failed(ended, ending);
  step_out_ = helper_err_ = parsers::head_tail{limits::helper_err};
}

void run_state::note_once(const std::string& note) {
  auto& notes = run_->notes;
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
}

// Reported because survivors may go on writing to files that the next run reads.
void run_state::note_survivors(const process::child_ending& ending) {
  if (ending.survivors.empty()) return;
  std::string note = std::to_string(ending.survivors.size()) + " process(es) could not be ended:";
  for (const auto& [pid, program] : ending.survivors) {
    run_->survivors.push_back({pid, program});
    note += " " + std::to_string(pid) + (program.empty() ? "" : " (" + parsers::plain_text(program) + ")");
  }
  run_->notes.push_back(note + "; end them by hand");
}

void run_state::note_step_failed(const parsers::command& step, const process::child_ending& ending) {
  const parsers::run_ending how{ending.kind, ending.value, false, false};
  const auto out = step_out_.text();
  const auto err = helper_err_.text();
  const auto found = failures_of(*plan_, step, {out, err}, how);
  step_failures_.insert(step_failures_.end(), found.begin(), found.end());
  if (step.needed_by > 0)
    run_->notes.push_back(step.runner + " failed: the tests that come after it in its script were not run");
}

// Only the command's product is missing; the tests' results are valid.
void run_state::note_helper_failed(const parsers::command& helper) {
  const auto& program = helper.argv.front();
  const auto what = helper.role == parsers::command_role::print ? "the report" : "the coverage";
  // The messages of covey's own shims need no introduction.
  const auto whose = program == setup_.with.self ? "" : program + " failed: ";
  const auto said = parsers::plain_text(helper_err_.text());
  run_->notes.push_back(std::string{what} + " of this run is missing or incomplete: " + whose +
                        std::string{parsers::trimmed(said)});
}

void run_state::on_stop(std::chrono::milliseconds grace) {
  stop(sequence_.cancel(), grace);
}

void run_state::on_deadline() {
  const auto* running = sequence_.current();
  const auto what = sequence_.deadline();
  if (what == action::kill_command)
    run_->notes.push_back(
        "the time was over before the tests' coverage or report was complete; pass a larger timeout");
  if (what == action::stop_command && running->role == parsers::command_role::step)
    run_->notes.push_back("the time ran out during the step `" + running->runner +
                          "`; pass a larger timeout");
  stop(what, limits::timeout_grace);
}

void run_state::stop(action what, std::chrono::milliseconds grace) {
  if (what == action::cancel_plan) give_up_plan();
  if (what == action::stop_command && parser_) parser_->stopping();
  if (!child_) return;
  if (what == action::stop_command) child_->stop(grace);
  if (what == action::kill_command) child_->stop(std::chrono::milliseconds{0});
}

void run_state::on_tick() {
  if (!run_) return;  // the run is being recorded
  tell_progress();
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
}

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup) {
  auto& state = state_of(self);
  state.begin(std::move(setup));
  return {
      [&state](const stop_run& message) { state.on_stop(message.grace); },
      [&state](const get_partial_run& message) { return state.partial(message.since); },
      [&state](const process_output& message) { state.on_output(message); },
      [&state](const process_ended& message) { state.on_process_ended(message); },
      [&state](const run_deadline&) { state.on_deadline(); },
      [&state](const run_tick&) { state.on_tick(); },
  };
}

}  // namespace covey::actors

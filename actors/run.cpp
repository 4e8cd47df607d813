#include "actors/run.hpp"
#include "process/environment.hpp"
#include "actors/rerun.hpp"
#include "parsers/languages/node/output/step_failures.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>

namespace covey::actors {
namespace {

using ending_kind = parsers::run_ending::kind_type;

std::string milliseconds_of(std::chrono::steady_clock::time_point when) {
  return std::to_string(std::chrono::ceil<std::chrono::milliseconds>(when.time_since_epoch()).count());
}

}  // namespace

run_state::~run_state() {
  // However this actor ends, its processes do not outlive it.
  if (child_) child_->stop(std::chrono::milliseconds{0});
}

std::string run_state::marker() const {
  return setup_.with.session + "-" + std::to_string(setup_.run_id);
}

// --- planning ---

void run_state::begin(run_setup setup) {
  setup_ = std::move(setup);
  const auto& request = setup_.request;
  began_ = told_ = self_->clock().now();
  run_->id = setup_.run_id;
  run_->began = std::chrono::duration_cast<std::chrono::nanoseconds>(
                    std::chrono::system_clock::now().time_since_epoch())
                    .count();
  run_->root = request.root;
  run_->timeout = std::chrono::milliseconds{request.timeout_ms};
  // Nobody would be told of its end, and a new supervisor starts others in the same tree.
  self_->monitor(setup_.owner);
  self_->set_down_handler([this](const caf::down_msg&) { self_->quit(); });
  self_->delayed_send(self_, run_->timeout, run_deadline{});
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
  run_->scope = request.scope;
  if (request.scope == parsers::run_scope::failing) {
    self_->request(setup_.with.failures, within(limits::question), latest_run{})
        .then([this](const finished_run_ptr& latest) { choose_what_failed(latest); },
              [this](caf::error& error) { refuse(std::move(error)); });
    return;
  }
  language_ = find(setup_.with.languages, request.language);
  parsers::plan_request wanted;
  wanted.everything = request.scope == parsers::run_scope::whole;
  wanted.selections = request.selections;
  plan(std::move(wanted));
}

void run_state::choose_what_failed(const finished_run_ptr& latest) {
  auto chosen = decide_rerun(latest, setup_.request);
  if (chosen.refusal) return refuse(std::move(chosen.refusal));
  language_ = find(setup_.with.languages, chosen.language);
  parsers::plan_request wanted;
  wanted.everything = false;
  wanted.wanted = std::move(chosen.wanted);
  plan(std::move(wanted));
}

void run_state::plan(parsers::plan_request request) {
  if (language_ == nullptr)
    return refuse(fail(fault::plan_refused, "no language " + setup_.request.language));
  auto scratch = process::scratch::make();
  if (!scratch)
    return refuse(fail(fault::plan_refused, "no scratch folder in " + process::scratch_directory() + ": " +
                                                scratch.error().message() +
                                                "; set TMPDIR to a folder that can be written to"));
  scratch_ = std::make_shared<process::scratch>(std::move(*scratch));
  run_->language = language_->language->name;
  request.root = setup_.request.root;
  request.scratch = scratch_->path();
  request.self = setup_.with.self;
  request.timeout = run_->timeout;
  request.coverage = setup_.request.coverage;
  request.environment = process::own_environment();
  self_
      ->request(language_->detector, within(run_->timeout + limits::plan_margin),
                plan_run{setup_.request.key, marker(),
                         std::make_shared<const parsers::plan_request>(std::move(request))})
      .then([this](const plan_ptr& made) { on_plan(made); },
            [this](caf::error& error) {
              // Time ran out over a question to the toolchain: a run that timed out, not one that could not
              // be.
              if (ending_.timed_out) {
                run_->notes.push_back("the time ran out while the toolchain was asked about the project");
                return conclude();
              }
              refuse(std::move(error));
            });
}

void run_state::on_plan(plan_ptr plan) {
  if (ending_.cancelled) return refuse(fail(fault::cancelled));
  plan_ = std::move(plan);
  run_->notes.insert(run_->notes.end(), plan_->notes.begin(), plan_->notes.end());
  if (ending_.timed_out) return conclude();
  run_->choices = plan_->choices;
  if (const auto ec = prepare_scratch())
    return refuse(
        fail(fault::plan_refused, scratch_->path() + " could not be prepared: " + ec.message() +
                                      "; set TMPDIR to a folder with space that can be written to"));
  parser_.emplace(plan_->make_parser());
  phase_ = phase::running;
  launch_next();
}

// --- running ---

boost::system::error_code run_state::prepare_scratch() const {
  namespace fs = std::filesystem;
  std::error_code ec;
  for (const auto& folder : plan_->folders) fs::create_directories(folder, ec);
  for (const auto& file : plan_->files) {
    if (!ec) fs::create_directories(fs::path{file.path}.parent_path(), ec);
    if (ec) break;
    std::ofstream out{file.path, std::ios::binary};
    out << file.text;
    if (!out.flush()) return {errno, boost::system::system_category()};
  }
  if (ec) return ec;
  const bool made = plan_->events.empty() || ::mkfifo(plan_->events.c_str(), 0600) == 0;
  return made ? boost::system::error_code{}
              : boost::system::error_code{errno, boost::system::system_category()};
}

void run_state::launch_next() {
  const auto& command = plan_->commands[command_];
  run_->commands.push_back(command.argv);
  process::launch_request request{command.argv, command.cwd, command.set_env, scratch_->path(), {}};
  request.set_env.emplace_back(process::run_marker, marker());
  tested_ = tested_ || role() == command_role::tests;
  if (role() == command_role::tests && !plan_->events.empty()) {
    request.events = plan_->events;
    request.set_env.emplace_back(process::events_variable, plan_->events);
  }
  if (plan_->own_timeout.count() > 0)
    request.set_env.emplace_back(process::deadline_variable, milliseconds_of(began_ + plan_->own_timeout));
  run_actor me{self_};
  const auto index = command_;
  child_ = setup_.with.launcher->launch(
      std::move(request),
      [me, index](parsers::stream from, process::chunk bytes) {
        caf::anon_send(me, process_output{index, from, std::move(bytes)});
      },
      [me, index](const process::child_ending& ending) {
        caf::anon_send(me, process_ended{index, ending});
      });
}

void run_state::on_output(const process_output& message) {
  using parsers::stream;
  const auto& bytes = *message.bytes;
  if (!is_helper() && message.from != stream::events)
    (message.from == stream::out ? out_ : err_).append(bytes);
  if (role() == command_role::tests) {
    parser_->feed(message.from, bytes);
  } else if (role() == command_role::step) {
    (message.from == stream::out ? step_out_ : helper_err_).append(bytes);
  } else if (message.from == stream::err) {
    helper_err_.append(bytes);
  } else if (role() == command_role::report) {
    parser_->feed(stream::events, bytes);
  }
  if (child_) child_->acknowledge(bytes.size());
  if (self_->clock().now() - told_ >= limits::progress_interval) tell_progress();
}

void run_state::on_process_ended(const process_ended& message) {
  child_.reset();
  run_->leaked += message.ending.leaked;
  run_->escaped += message.ending.escaped;
  note_survivors(message.ending);
  if (message.ending.kind == ending_kind::not_started && command_ == 0) {
    const auto& command = plan_->commands.front();
    return refuse(not_started(command.argv.front(), command.cwd, message.ending.value));
  }
  if (role() == command_role::tests)
    end_of_tests(message.ending);
  else if (role() == command_role::step)
    end_of_step(message.ending);
  else
    end_of_helper(message.ending);
  const auto& commands = plan_->commands;
  const bool ran_to_its_end = message.ending.kind == ending_kind::exited;
  const bool was_step = role() == command_role::step;
  for (++command_; command_ < commands.size() && !stopped() && !enough_; ++command_) {
    if (skip_ > 0)
      --skip_;
    else if (ran_to_its_end || was_step || role() != command_role::tests)
      return launch_next();
  }
  conclude();
}

// They may go on writing to what the next run reads.
void run_state::note_survivors(const process::child_ending& ending) {
  if (ending.survivors.empty()) return;
  std::string note = std::to_string(ending.survivors.size()) + " process(es) could not be ended:";
  for (const auto& [pid, name] : ending.survivors) {
    run_->survivors.push_back({pid, name});
    note += " " + std::to_string(pid) + (name.empty() ? "" : " (" + parsers::plain_text(name) + ")");
  }
  run_->notes.push_back(note + "; end them by hand");
}

// Of several commands the first that went wrong speaks for the run.
void run_state::note_ending(const process::child_ending& ending) {
  if (noted_ && !(ending_.kind == ending_kind::exited && ending_.value == 0)) return;
  noted_ = true;
  ending_.kind = ending.kind;
  ending_.value = ending.value;
}

void run_state::end_of_tests(const process::child_ending& ending) {
  if (const auto& runner = plan_->commands[command_].runner; !runner.empty())
    parser_->end_command(runner, {ending.kind, ending.value, ending_.timed_out, ending_.cancelled});
  note_ending(ending);
}

// What needs a step that failed would test something else than what stands in the sources.
void run_state::end_of_step(const process::child_ending& ending) {
  const auto& command = plan_->commands[command_];
  const bool good = ending.kind == ending_kind::exited && ending.value == 0;
  if (!good && !stopped() && command.may_fail) {
    run_->notes.push_back(command.runner + " failed (" + std::to_string(ending.value) +
                          "); its script goes on all the same");
  } else if (!good && !stopped()) {
    auto found =
        parsers::step_failures(command.runner, step_out_.text(), helper_err_.text(),
                               {ending.kind, ending.value, false, false}, command.cwd, setup_.request.root);
    step_failures_.insert(step_failures_.end(), found.begin(), found.end());
    skip_ = command.needed_by;
    if (skip_ > 0)
      run_->notes.push_back(command.runner +
                            " failed: the tests that come after it in its script were not run");
  }
  step_out_ = helper_err_ = parsers::head_tail{limits::helper_err};
  note_ending(good || command.may_fail ? process::child_ending{ending_kind::exited, 0} : ending);
}

// What it would have made is missing; the tests are what they are.
void run_state::end_of_helper(const process::child_ending& ending) {
  const bool good = ending.kind == ending_kind::exited && ending.value == 0;
  if (!good && !stopped() && !enough_) {
    const auto& program = plan_->commands[command_].argv.front();
    const auto what = role() == command_role::report ? "the report" : "the coverage";
    const auto whose =
        program == setup_.with.self ? "" : program + " failed: ";  // covey's own speaks for itself
    const auto said = parsers::plain_text(helper_err_.text());
    run_->notes.push_back(std::string{what} + " of this run is missing or incomplete: " + whose +
                          std::string{parsers::trimmed(said)});
  }
  helper_err_ = parsers::head_tail{limits::helper_err};
}

void run_state::on_stop(std::chrono::milliseconds grace) {
  if (phase_ == phase::collecting || phase_ == phase::recording) return;
  ending_.cancelled = !ending_.timed_out;
  stop(grace);
}

void run_state::on_deadline() {
  if (phase_ != phase::planning && phase_ != phase::running) return;
  if (phase_ == phase::running && is_helper()) {
    // The tests came to their end in time.
    run_->notes.push_back(
        "the time was over before the tests' coverage or report was complete; pass a larger timeout");
    enough_ = true;
    if (child_) child_->stop(std::chrono::milliseconds{0});
    return;
  }
  if (phase_ == phase::running && role() == command_role::step)
    run_->notes.push_back("the time ran out during the step `" + plan_->commands[command_].runner +
                          "`; pass a larger timeout");
  ending_.timed_out = true;
  stop(limits::timeout_grace);
}

void run_state::stop(std::chrono::milliseconds grace) {
  if (child_) {
    phase_ = phase::stopping;
    if (parser_) parser_->stopping();
    child_->stop(grace);
  } else if (phase_ == phase::planning && language_ != nullptr) {
    self_->send(language_->detector, cancel_plan{setup_.request.key});
  }
}

void run_state::on_tick() {
  if (phase_ == phase::recording) return;
  tell_progress();
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
}

void run_state::tell_progress() {
  told_ = self_->clock().now();
  const auto now = parser_ ? parser_->now() : parsers::progress{};
  self_->send(setup_.listener,
              run_progress{setup_.request.key, now.done, now.failed, now.total, now.current});
}

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_setup setup) {
  auto& state = state_of(self);
  state.begin(std::move(setup));
  return {
      [&state](const stop_run& message) { state.on_stop(message.grace); },
      [&state](const process_output& message) { state.on_output(message); },
      [&state](const process_ended& message) { state.on_process_ended(message); },
      [&state](const run_deadline&) { state.on_deadline(); },
      [&state](const run_tick&) { state.on_tick(); },
  };
}

}  // namespace covey::actors

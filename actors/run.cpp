#include "actors/run.hpp"
#include "actors/coverage_reader.hpp"
#include "actors/process/environment.hpp"
#include <algorithm>
#include <cstring>
#include <filesystem>

namespace covey::actors {
namespace {

using ending_kind = parsers::run_ending::kind_type;

parsers::captured_stream shown(const parsers::head_tail& from) {
  return {from.text(), from.total(), from.truncated()};
}

// The runner was given a limit of its own a little below the run's, so that it could say which test hung.
// When it has said so, the run has timed out, whoever ended it.
bool gave_up_in_time(const parsers::run_plan& plan, const parsers::finished_run& run) {
  const auto& failures = run.results.failures;
  return plan.own_timeout.count() > 0 && run.duration >= plan.own_timeout &&
         std::any_of(failures.begin(), failures.end(),
                     [](const auto& f) { return f.kind == parsers::failure_kind::timeout; });
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
  run_->root = request.root;
  run_->timeout = std::chrono::milliseconds{request.timeout_ms};
  self_->delayed_send(self_, run_->timeout, run_deadline{});
  self_->delayed_send(self_, limits::heartbeat_interval, run_tick{});
  run_->rerun = request.only_failing;
  if (request.only_failing) {
    self_->request(setup_.with.failures, within(limits::question), latest_run{})
        .then([this](const finished_run_ptr& latest) { choose_what_failed(latest); },
              [this](caf::error& error) { refuse(std::move(error)); });
    return;
  }
  language_ = find(setup_.with.languages, request.language);
  plan({});
}

void run_state::choose_what_failed(const finished_run_ptr& latest) {
  const auto& request = setup_.request;
  if (!latest) return refuse(fail(fault::no_run_yet));
  if (!request.language.empty() && request.language != latest->language)
    return refuse(fail(fault::other_language, "the last run was of " + latest->language +
                                                  ": run run_tests with `language` " + request.language +
                                                  " first"));
  const auto& failures = latest->results.failures;
  if (failures.empty()) return refuse(fail(fault::nothing_to_rerun, latest->language));
  language_ = find(setup_.with.languages, latest->language);
  parsers::plan_request wanted;
  wanted.everything = false;
  const auto count = std::min<std::size_t>(failures.size(), request.limit);
  wanted.wanted.assign(failures.begin(), failures.begin() + static_cast<std::ptrdiff_t>(count));
  if (count < failures.size())
    run_->notes.push_back(std::to_string(failures.size() - count) + " more failures of run " +
                          std::to_string(latest->id) + " were not rerun; pass a larger limit (at most " +
                          std::to_string(limits::maximum_rerun) + ") to rerun them");
  plan(std::move(wanted));
}

void run_state::plan(parsers::plan_request request) {
  if (language_ == nullptr)
    return refuse(fail(fault::plan_refused, "no language " + setup_.request.language));
  auto scratch = process::scratch::make();
  if (!scratch)
    return refuse(fail(fault::plan_refused, "no scratch folder in " + process::temp_directory() + ": " +
                                                scratch.error().message() +
                                                "; set TMPDIR to a folder that can be written to"));
  scratch_ = std::make_shared<process::scratch>(std::move(*scratch));
  run_->language = language_->language->name;
  request.root = setup_.request.root;
  request.scratch = scratch_->path();
  request.self = setup_.with.self;
  request.timeout = run_->timeout;
  request.coverage = setup_.request.coverage;
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
  std::error_code ec;
  for (const auto& folder : plan_->folders) std::filesystem::create_directories(folder, ec);
  parser_ = plan_->make_parser();
  phase_ = phase::running;
  launch_next();
}

// --- running ---

void run_state::launch_next() {
  const auto& command = plan_->commands[command_];
  run_->commands.push_back(command.argv);
  process::launch_request request{command.argv, command.cwd, command.set_env, scratch_->path()};
  request.set_env.emplace_back(process::run_marker, marker());
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
  (message.from == parsers::stream::out ? out_ : err_).append(*message.bytes);
  parser_->feed(message.from, *message.bytes);
  if (child_) child_->acknowledge(message.bytes->size());
  if (self_->clock().now() - told_ >= limits::progress_interval) tell_progress();
}

void run_state::on_process_ended(const process_ended& message) {
  child_.reset();
  const auto& ending = message.ending;
  run_->leaked += ending.leaked;
  run_->escaped += ending.escaped;
  if (ending.kind == ending_kind::not_started && command_ == 0) {
    const auto& command = plan_->commands.front();
    return refuse(fail(fault::could_not_start,
                       command.argv.front() + " in " + command.cwd + ": " + std::strerror(ending.value)));
  }
  // Of several commands the first that went wrong speaks for the run.
  const bool clean_so_far = command_ == 0 || (ending_.kind == ending_kind::exited && ending_.value == 0);
  if (clean_so_far) {
    ending_.kind = ending.kind;
    ending_.value = ending.value;
  }
  ++command_;
  if (command_ < plan_->commands.size() && !stopped() && ending.kind == ending_kind::exited)
    return launch_next();
  conclude();
}

void run_state::on_stop(std::chrono::milliseconds grace) {
  if (phase_ == phase::collecting || phase_ == phase::recording) return;
  ending_.cancelled = !ending_.timed_out;
  stop(grace);
}

void run_state::on_deadline() {
  if (phase_ != phase::planning && phase_ != phase::running) return;
  ending_.timed_out = true;
  stop(limits::timeout_grace);
}

void run_state::stop(std::chrono::milliseconds grace) {
  if (child_) {
    phase_ = phase::stopping;
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

// --- the end ---

void run_state::conclude() {
  phase_ = phase::collecting;
  auto& run = *run_;
  run.ended = self_->clock().now();
  run.duration = std::chrono::duration_cast<std::chrono::milliseconds>(run.ended - began_);
  if (parser_) run.results = parser_->finish(ending_);
  run.out = shown(out_);
  run.err = shown(err_);
  if (plan_ && gave_up_in_time(*plan_, run)) ending_.timed_out = true;
  run.ending = ending_;
  collect();
}

void run_state::collect() {
  if (!plan_ || !plan_->make_collector) return record(nullptr);
  auto reader = self_->spawn<caf::detached>(coverage_reader);
  self_->request(reader, within(limits::maximum_timeout), collect_coverage{plan_, run_})
      .then([this](const coverage_ptr& data) { record(data); },
            [this](const caf::error&) {
              run_->notes.emplace_back("the coverage of this run could not be read");
              record(nullptr);
            });
}

void run_state::record(coverage_ptr data) {
  phase_ = phase::recording;
  scratch_.reset();
  if (data) {
    run_->covered = parsers::totals(*data);
    run_->notes.insert(run_->notes.end(), data->notes.begin(), data->notes.end());
  }
  finished_run_ptr finished = std::move(run_);
  const record_coverage coverage{finished->id, finished->ended, data};
  // A cancelled run that measured nothing does not take the last answer away.
  const bool keep_old_coverage = !data && finished->ending.cancelled;
  self_->request(setup_.with.failures, within(limits::question), record_run{finished})
      .then(
          [this, finished, coverage, keep_old_coverage] {
            if (keep_old_coverage) return end(finished);
            self_->request(setup_.with.coverage, within(limits::question), coverage)
                .then([this, finished] { end(finished); },
                      [this, finished](const caf::error&) { end(finished); });
          },
          [this, finished](const caf::error&) { end(finished); });
}

void run_state::end(finished_run_ptr run) {
  self_->send(setup_.owner, run_ended{setup_.request.key, std::move(run), {}});
  self_->quit();
}

void run_state::refuse(caf::error error) {
  scratch_.reset();
  self_->send(setup_.owner, run_ended{setup_.request.key, nullptr, std::move(error)});
  self_->quit();
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

// How a run ends: its results are put together, its coverage is read, the stores take it in.
#include "actors/run_files.hpp"
#include "actors/detached.hpp"
#include "actors/recording.hpp"
#include "actors/run.hpp"
#include "parsers/model/unknown_selections.hpp"
#include "protocol/render/ending.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

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

void run_state::conclude() {
  phase_ = phase::collecting;
  auto& run = *run_;
  run.ended = self_->clock().now();
  run.duration = std::chrono::duration_cast<std::chrono::milliseconds>(run.ended - began_);
  if (parser_ && (tested_ || step_failures_.empty())) run.results = parser_->finish(ending_);
  if (plan_) step_failures_.insert(step_failures_.begin(), plan_->failures.begin(), plan_->failures.end());
  run.results.failures.insert(run.results.failures.begin(), step_failures_.begin(), step_failures_.end());
  run.results.totals.errors += step_failures_.size();
  run.out = shown(out_);
  run.err = shown(err_);
  if (plan_ && gave_up_in_time(*plan_, run)) ending_.timed_out = true;
  run.ending = ending_;
  if (plan_) {
    run.selected = parsers::find_selected(run.results, plan_->selected);
    const auto found = run.results.failures.size();
    if (run.scope == parsers::run_scope::selected && !ending_.cancelled)
      parsers::add_unrun_selections(run.results, setup_.request.selections, plan_->selected, run.selected);
    parsers::add_unknown_selections(run.results, setup_.request.unknown);
    run.unmet_requests = run.results.failures.size() - found;
  }
  collect();
}

void run_state::collect() {
  if (!plan_ || !plan_->make_collector) return record(nullptr);
  const auto reader = spawn_detached(self_->system(), coverage_reader);
  self_->request(reader, within(limits::maximum_timeout), collect_coverage{plan_, run_})
      .then([this](const coverage_ptr& data) { record(data); },
            [this, reader](const caf::error&) {
              run_->notes.push_back("the coverage of this run could not be read" +
                                    (reader ? std::string{} : ": " + std::string{no_thread}));
              record(nullptr);
            });
}

void run_state::record(coverage_ptr data) {
  phase_ = phase::recording;
  scratch_.reset();
  if (data) {
    run_->covered = parsers::totals(*data);
    run_->covered_part = parsers::counted_part(*data);
    const auto why = protocol::why_partial(*run_);
    for (const auto& note : data->notes)
      if (why.empty() || !note.starts_with(parsers::partial_coverage)) run_->notes.push_back(note);
    if (!why.empty())
      run_->notes.push_back("the coverage of this run is of a part of the tests only: " + why);
  }
  actors::record(self_, setup_.with, std::move(run_), std::move(data),
                 [this](const finished_run_ptr& finished) { end(finished); });
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

}  // namespace covey::actors

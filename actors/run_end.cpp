// The end of a run: collects its results, reads its coverage, records it in the stores.
#include "actors/run.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/events/found_places.hpp"
#include "parsers/model/count_results.hpp"
#include "parsers/model/known_failures.hpp"
#include "parsers/model/last_passes.hpp"
#include "parsers/model/run.hpp"
#include "parsers/model/run_target.hpp"
#include "protocol/render/ending.hpp"
#include <algorithm>
#include <vector>

namespace covey::actors {
namespace {

// Tests that a caller selected by their exact names, but that do not exist: each becomes an error of its own, while the existing ones run.
void add_unknown_selections(parsers::run_results& results, const std::vector<parsers::unknown_name>& names) {
  for (const auto& [name, advice] : names) {
    parsers::failure why;
    why.kind = parsers::failure_kind::error;
    why.id.group = parsers::shared_text{name};
    why.message = "nothing is listed under exactly this name" + (advice.empty() ? "" : "; " + advice);
    ++results.totals.errors;
    results.failures.push_back(std::move(why));
  }
}

parsers::captured_stream shown(const parsers::head_tail& from) {
  return {from.text(), from.total(), from.truncated()};
}

// The runner gets its own limit, a little below the run's, so that it can report which test hung. If it has
// reported one, the run has timed out, no matter who ended it.
bool gave_up_in_time(const parsers::run_plan& plan, const parsers::finished_run& run) {
  const auto& failures = run.results.failures;
  return plan.own_timeout.count() > 0 && run.duration >= plan.own_timeout &&
         std::any_of(failures.begin(), failures.end(),
                     [](const auto& f) { return f.kind == parsers::failure_kind::timeout; });
}

// The name says if the run is partial: its coverage would otherwise read like that of a much worse suite.
std::string name_of(const parsers::finished_run& run) {
  auto name = "run " + std::to_string(run.id);
  if (run.options) name += " with " + to_string(*run.options);
  if (run.ending.cancelled || run.ending.timed_out) return name + ", cut short";
  if (parsers::is_partial(run)) return name + ", of a part of the tests";
  if (run.scope == parsers::run_scope::selected) return name + ", of picked tests only";
  return run.scope == parsers::run_scope::failing ? name + ", of the tests that had failed only" : name;
}

// Null: none that the run's own answer may speak of.
coverage_ptr reported(const coverage_ptr& data) {
  return data && parsers::has_reported_files(*data) ? data : nullptr;
}

// `data` may be null.
record_coverage coverage_of(finished_run_ptr run, coverage_ptr data) {
  auto name = name_of(*run);
  auto partial = protocol::why_partial(*run);
  return {std::move(run), std::move(data), std::move(name), std::move(partial)};
}

}  // namespace

// Until now; once its results are known the time is that of its coverage.
void run_state::note_times() {
  const auto until = [this](auto when) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(when - began_);
  };
  auto& run = *run_;
  const auto judged = run.times.before + run.times.tests;
  run.ended = self_->clock().now();
  run.duration = until(run.ended);
  if (judged_) {
    run.times.coverage = run.duration - judged;
    return;
  }
  run.times.before = first_test_ ? until(*first_test_) : run.duration;
  run.times.tests = run.duration - run.times.before;
  run.times.built = run.times.built || (language_ != nullptr && language_->language->compiles);
}

// Its results are known: whatever comes now belongs to coverage.
void run_state::judge() {
  auto& run = *run_;
  note_times();
  judged_ = true;
  const auto so_far =
      parser_ && told_to_ > 0 ? parser_->failures_since(0, told_to_) : parsers::failures_so_far{};
  if (parser_ && (sequence_.ran_tests() || step_failures_.empty()))
    run.results = parser_->finish(sequence_.ending());
  parsers::set_found_places(run.results.failures, so_far);
  if (plan_) step_failures_.insert(step_failures_.begin(), plan_->failures.begin(), plan_->failures.end());
  run.results.failures.insert(run.results.failures.begin(), step_failures_.begin(), step_failures_.end());
  run.results.totals.errors += step_failures_.size();
  run.out = shown(out_);
  run.err = shown(err_);
  last_ = {.done = run.results.tests.size(),
           .failed = run.results.totals.failed,
           .found = run.results.failures.size()};
  if (plan_ && gave_up_in_time(*plan_, run)) sequence_.give_up_in_time();
  run.ending = sequence_.ending();
  if (!plan_) return;
  run.selected = parsers::find_selected(run.results, plan_->selected);
  if (run.scope != parsers::run_scope::whole)
    run.asked = std::make_shared<const std::vector<parsers::file_selection>>(selections_of(setup_.request.target));
  const auto found = run.results.failures.size();
  if (const auto* target = std::get_if<parsers::run_selected>(&setup_.request.target)) {
    for (const auto& one : target->selections)
      if (one.whole_file) run.whole_files.push_back(one.file);
    if (!run.ending.cancelled)
      parsers::add_unrun_selections(run.results, target->selections, plan_->selected, run.selected);
    add_unknown_selections(run.results, target->unknown);
  }
  run.unmet_requests = run.results.failures.size() - found;
}

void run_state::conclude() {
  sequence_.finish();
  get_fingerprint([this](const auto& now) {
    run_->fingerprints.after = now;
  });  // before the run's own files are read or removed
  if (!judged_) judge();
  run_->ending = sequence_.ending();
  collect();
}

void run_state::collect() {
  if (!plan_ || !plan_->make_collector) return compare(nullptr);
  self_->request(files_, within(limits::max_timeout), collect_coverage{plan_, run_})
      .then([this](const coverage_ptr& data) { compare(data); },
            [this](const caf::error&) {
              run_->notes.push_back("the coverage of this run could not be read");
              compare(nullptr);
            });
}

// With the run before it: in which of them did its failing tests pass?
void run_state::compare(const coverage_ptr& data) {
  if (!asked_.empty()) return once_told([this, data] { compare(data); });
  is_ending_ = true;
  if (told_) {
    if (last_run_) remember_passes(*last_run_, *run_);
    return explain(data, last_run_);
  }
  self_->request(setup_.with.failures, within(limits::question), latest_run{})
      .then(
          [this, data](const finished_run_ptr& last) {
            const bool is_of_these = last && last->root == run_->root;
            if (is_of_these) remember_passes(*last, *run_);
            explain(data, is_of_these ? last : nullptr);
          },
          [this, data](const caf::error&) { explain(data, nullptr); });
}

void run_state::explain(const coverage_ptr& data, const finished_run_ptr& last) {
  if (run_->results.failures.empty() || (!reported(data) && !last)) return record(data);
  compare_with_commit(last, [this, data, last] {
    self_->request(setup_.with.coverage, within(limits::question), get_latest_coverage{run_->root})
        .then([this, data, last](const latest_coverage& latest) { ask_for_causes(data, last, latest.runs); },
              [this, data, last](const caf::error&) { ask_for_causes(data, last, nullptr); });
  });
}

void run_state::ask_for_causes(const coverage_ptr& data, const finished_run_ptr& last,
                               const std::shared_ptr<const parsers::measured_runs>& known) {
  self_->request(files_, within(limits::max_timeout), explain_failures{run_, reported(data), last, known})
      .then(
          [this, data](const causes_ptr& causes) {
            if (causes) run_->causes = *causes;
            record(data);
          },
          [this, data](const caf::error&) { record(data); });
}

void run_state::record(coverage_ptr data) {
  note_times();
  if (reported(data)) {
    run_->lines = data->lines;
    run_->covered = parsers::totals(*data);
    run_->covered_part = parsers::counted_part(*data);
    const auto why = protocol::why_partial(*run_);
    for (const auto& note : data->notes)
      if (why.empty() || !note.starts_with(parsers::partial_coverage)) run_->notes.push_back(note);
    if (!why.empty())
      run_->notes.push_back("the coverage of this run is of a part of the tests only: " + why);
  }
  parsers::judge_thresholds(*run_);
  // Remove the folder before anyone learns that the run has ended.
  const auto proceed = [this, data] { once_fingerprinted([this, data] { keep(data); }); };
  self_->request(files_, within(limits::max_timeout), remove_scratch{})
      .then([proceed](const scratch_removed&) { proceed(); }, [proceed](const caf::error&) { proceed(); });
}

// In the stores, before the run is answered, so that the next question finds it there. It is answered even if a
// store is gone.
void run_state::keep(const coverage_ptr& data) {
  count_results(*run_);
  const auto run = std::exchange(run_, nullptr);
  self_->request(setup_.with.failures, within(limits::question), record_run{run})
      .then([this, data](const finished_run_ptr& completed) { keep_coverage(completed, data); },
            [this, data, run](const caf::error& error) {
              if (error == caf::sec::request_timeout) return lose();  // the store may still write into it
              run->notes.emplace_back(
                  "what earlier runs left failing could not be found out: only a run of all tests says that "
                  "nothing fails");
              keep_coverage(run, data);
            });
}

void run_state::keep_coverage(const finished_run_ptr& run, coverage_ptr data) {
  self_->request(setup_.with.coverage, within(limits::question), coverage_of(run, std::move(data)))
      .then([this, run] { end(run); }, [this, run](const caf::error&) { end(run); });
}

void run_state::end(finished_run_ptr run) {
  self_->send(setup_.owner, run_ended{setup_.request.key, std::move(run), {}});
  self_->quit();
}

void run_state::lose() {
  self_->send(setup_.owner, run_ended{setup_.request.key, nullptr,
                                      fail(fault::abandoned, "the store of results did not answer in time")});
  self_->quit();
}

void run_state::refuse(caf::error error) {
  const auto proceed = [this, error = std::move(error)] {
    self_->send(setup_.owner, run_ended{setup_.request.key, nullptr, error});
    self_->quit();
  };
  if (!files_) return proceed();
  self_->request(files_, within(limits::max_timeout), remove_scratch{})
      .then([proceed](const scratch_removed&) { proceed(); }, [proceed](const caf::error&) { proceed(); });
}

}  // namespace covey::actors

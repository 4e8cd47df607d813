// The end of a run.
#include "actors/git_reader.hpp"
#include "actors/run.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/failures/ended_run.hpp"
#include "parsers/failures/known_failures.hpp"
#include "parsers/model/test.hpp"
#include "parsers/model/selection.hpp"
#include "protocol/render/words.hpp"
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

record_history made_history(finished_run_ptr run, coverage_ptr data) {
  return {std::move(run), std::move(data)};
}

}  // namespace

task<> run_state::end_run() {
  sequence_.finish();
  const auto after = fingerprint_now();  // before the run's own files are read or removed
  if (stage_ == stage::running) judge();
  run_->ending = sequence_.ending();
  const auto data = co_await collect();
  const auto then = co_await before_;
  const auto now = co_await after;
  if (then) run_->fingerprints.before = *then;  // else answers say that they do not know
  if (now) run_->fingerprints.after = *now;
  const auto last = co_await compare();
  co_await explain(data, last);
  co_await judge_by_history();
  co_await record(data);
  co_await answer(data);
}

// Until now; once its results are known the time is that of its coverage.
void run_state::note_times() {
  const auto until = [this](auto when) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(when - times_.began);
  };
  auto& run = *run_;
  const auto judged = run.times.before + run.times.tests;
  run.ended = self_->clock().now();
  run.duration = until(run.ended);
  if (stage_ != stage::running) {
    run.times.coverage = run.duration - judged;
    return;
  }
  run.times.before = times_.first_test ? until(*times_.first_test) : run.duration;
  run.times.tests = run.duration - run.times.before;
  run.times.built = run.times.built || (language_ != nullptr && language_->language->compiles);
}

// Its results are known: whatever comes now belongs to coverage.
void run_state::judge() {
  auto& run = *run_;
  note_times();
  stage_ = stage::judged;
  const auto so_far =
      progress_.failures > 0 ? failures_since(0, progress_.failures) : parsers::failures_so_far{};
  if (parser_ && (sequence_.ran_tests() || step_failures_.empty()))
    run.results = parser_->finish(sequence_.ending());
  parsers::set_found_places(run.results.failures, so_far);
  if (plan_) step_failures_.insert(step_failures_.begin(), plan_->failures.begin(), plan_->failures.end());
  run.results.failures.insert(run.results.failures.begin(), step_failures_.begin(), step_failures_.end());
  run.results.totals.errors += step_failures_.size();
  run.out = shown(printed_.out);
  run.err = shown(printed_.err);
  progress_.last = {.done = run.results.tests.size(),
                    .failed = run.results.totals.failed,
                    .found = run.results.failures.size()};
  if (plan_ && gave_up_in_time(*plan_, run)) sequence_.give_up_in_time();
  run.ending = sequence_.ending();
  if (!plan_) return;
  run.selected = parsers::find_selected(run.results, plan_->selected);
  if (run.scope != parsers::run_scope::whole)
    run.asked =
        std::make_shared<const std::vector<parsers::file_selection>>(selections_of(setup_.request.target));
  const auto found = run.results.failures.size();
  if (const auto* target = std::get_if<parsers::run_selected>(&setup_.request.target)) {
    for (const auto& one : target->selections)
      if (one.whole_file) run.whole_files.push_back(one.file);
    if (!run.ending.cancelled)
      parsers::add_unrun_selections(run.results, target->selections, plan_->selected, run.selected);
    add_unknown_selections(run.results, target->unknown);
  }
  run.unmet_requests = run.results.failures.size() - found;
  note_first();
}

// Null: there is none.
task<coverage_ptr> run_state::collect() {
  if (!plan_ || !plan_->make_collector) co_return nullptr;
  const finished_run_ptr run = run_;
  const auto data =
      co_await on_a_thread(setup_.with.threads, limits::max_timeout, collect_coverage, plan_, run);
  if (!data) run_->notes.push_back("the coverage of this run could not be read");
  co_return data ? *data : nullptr;
}

// With the run before it in its tree, which it gives: in which of them did its failing tests pass?
task<finished_run_ptr> run_state::compare() {
  if (!told_.open.empty()) co_await told_.over;
  stage_ = stage::ending;
  auto last = told_.last;
  if (!told_.run) {
    const auto latest = co_await ask<latest_run>(setup_.with.failures, limits::question);
    last = latest && *latest && (*latest)->root == run_->root ? *latest : nullptr;
  }
  if (last) remember_passes(*last, *run_);
  co_return last;
}

task<> run_state::explain(coverage_ptr data, finished_run_ptr last) {
  if (run_->results.failures.empty() || (!reported(data) && !last)) co_return;
  co_await compare_with_commit(last);
  const auto latest = co_await ask<get_latest_coverage>(setup_.with.coverage, limits::question, run_->root);
  const auto known = latest ? latest->runs : nullptr;
  const finished_run_ptr run = run_;
  const auto causes = co_await on_a_thread(setup_.with.threads, limits::max_timeout, explain_failures, run,
                                           reported(data), last, known);
  if (causes && *causes) run_->causes = **causes;
}

// What was edited since git's last commit, where the session knows of no run in which its failing tests passed. Without git, a
// repository or an answer in time nothing is known.
task<> run_state::compare_with_commit(finished_run_ptr last) {
  const auto& root = setup_.request.root;
  if (!parsers::wants_commit(last.get(), *run_)) co_return;
  const owned_actor<git_reader_actor> reader{self_->spawn(git_reader, setup_.with.launcher)};
  const auto found =
      co_await ask<read_git>(*reader, limits::git * 5, root, "HEAD", scratch_->path(), limits::git);
  if (found && (*found)->problem.empty() && !(*found)->is_cut)
    parsers::remember_commit(*run_, (*found)->files);
}

// By what runs left on record; a run with flags of its call leaves nothing there, and is not compared with what others did.
task<> run_state::judge_by_history() {
  auto& failures = run_->results.failures;
  if (failures.empty() || !setup_.with.history || run_->options) co_return;
  std::vector<parsers::test_id> names;
  for (const auto& one : failures) names.push_back(one.id);
  const auto found =
      co_await ask<judge_failures>(setup_.with.history, limits::history_answer, run_->id, run_->root,
                                   run_->language, run_->fingerprints, std::move(names));
  if (!found || !*found) co_return;
  for (std::size_t i = 0; i < failures.size(); ++i) failures[i].history = (**found)[i];
}

task<> run_state::record(coverage_ptr data) {
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
  // The folder goes before anyone learns that the run has ended.
  co_await on_a_thread(setup_.with.threads, limits::max_timeout, remove_scratch, scratch_);
}

// Once it is in the stores, so that the next question finds it there. It is answered even if a store is gone.
task<> run_state::answer(coverage_ptr data) {
  count_results(*run_);
  const auto run = std::exchange(run_, nullptr);
  const auto completed = co_await ask<record_run>(setup_.with.failures, limits::question, run);
  if (!completed && completed.error() == caf::sec::request_timeout)  // the store may still write into it
    co_return end(nullptr, fail(fault::abandoned, "the store of results did not answer in time"));
  if (!completed)
    run->notes.emplace_back(
        "what earlier runs left failing could not be found out: only a run of all tests says that "
        "nothing fails");
  const finished_run_ptr whole = completed ? *completed : run;
  auto entry = coverage_of(whole, data);
  co_await ask<record_coverage>(setup_.with.coverage, limits::question, std::move(entry));
  // Before the answer is out: a question that follows it comes behind this.
  if (setup_.with.history) self_->send(setup_.with.history, made_history(whole, std::move(data)));
  end(whole, {});
}

task<> run_state::refuse(caf::error error) {
  if (scratch_) co_await on_a_thread(setup_.with.threads, limits::max_timeout, remove_scratch, scratch_);
  end(nullptr, std::move(error));
}

void run_state::end(finished_run_ptr run, caf::error error) {
  self_->send(setup_.owner, run_ended{setup_.request.key, std::move(run), std::move(error)});
  self_->quit();
}

}  // namespace covey::actors

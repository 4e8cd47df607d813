// What a run tells before its end: its progress, what it has found so far, and, once its tests are through, the run
// itself.
#include "actors/run.hpp"
#include "parsers/model/causes.hpp"
#include "parsers/model/count_results.hpp"
#include "parsers/model/last_passes.hpp"
#include <utility>

namespace covey::actors {
namespace {

using std::chrono::milliseconds;

}  // namespace

void run_state::tell_progress() {
  told_at_ = self_->clock().now();
  const auto now = parser_ && !judged_ ? parser_->now() : last_;
  if (std::exchange(running_test_, now.running) != now.running) since_ = told_at_;
  self_->send(setup_.owner, run_progress{.key = setup_.request.key,
                                         .run = setup_.run_id,
                                         .done = now.done,
                                         .failed = now.failed,
                                         .total = now.total,
                                         .current = now.current});
}

// What goes on beside the tests; empty while they run.
std::string run_state::doing() const {
  if (trying_) return "trying what failed without coverage";
  if (!plan_) return "asking the toolchain about the project";
  const auto* running = sequence_.current();
  if (running == nullptr) return parser_ ? "collecting the results" : "preparing the run";
  using parsers::command_role;
  if (running->role == command_role::tests) return "";
  return running->role == command_role::step ? "the step `" + running->runner + "`" : "reading the coverage";
}

std::shared_ptr<parsers::partial_run> run_state::partial_frame(std::size_t since) {
  auto out = std::make_shared<parsers::partial_run>();
  out->id = setup_.run_id;
  out->root = setup_.request.root;
  out->began = file_time_;
  out->language = language_ != nullptr ? std::string{language_->language->name} : setup_.request.language;
  out->scope = parsers::scope_of(setup_.request.target);
  out->elapsed = std::chrono::duration_cast<milliseconds>(self_->clock().now() - began_);
  out->from = out->next = since;
  out->fingerprint = begin_fingerprint_;
  out->is_ending = is_ending_;
  return out;
}

caf::result<partial_run_ptr> run_state::partial(std::size_t since) {
  auto out = partial_frame(since);
  if (is_ending_) return out;
  if (judged_ && !trying_) return judged_so_far(std::move(out));
  out->doing = doing();
  const auto now = trying_ ? last_ : parser_ ? parser_->now() : parsers::progress{};
  out->done = now.done;
  out->failed = now.failed;
  out->total = now.total;
  out->current = now.current;
  out->running = now.running;
  if (now.running == running_test_)
    out->running_for = std::chrono::duration_cast<milliseconds>(self_->clock().now() - since_);
  out->found = now.found + step_failures_.size();
  if (!parser_ || trying_) return out;
  auto found = parser_->failures_since(since, limits::partial_run_failures);
  out->failures = std::move(found.list);
  out->after = std::move(found.after);
  out->next = found.next;
  told_to_ = std::max(told_to_, found.next);
  return out;
}

// It is recorded first: what an answer tells, the next question finds.
caf::result<partial_run_ptr> run_state::judged_so_far(std::shared_ptr<parsers::partial_run> out) {
  if (told_) {
    out->judged = told_;
    return out;
  }
  auto promise = self_->make_response_promise<partial_run_ptr>();
  asked_.push_back({std::move(out), reply<partial_run_ptr>{promise}});
  if (asked_.size() == 1) tell_judged();
  return promise;
}

void run_state::tell_judged() {
  note_times();
  auto copy = std::make_shared<parsers::finished_run>(*run_);
  copy->coverage_follows = true;
  copy->causes = run_->causes = parsers::causes_of(run_->results);  // their ids stay what they are told as
  self_->send(setup_.owner, run_told{setup_.request.key});
  const auto go_on = [this, copy] {
    self_->request(setup_.with.failures, within(limits::question), latest_run{})
        .then([this, copy](const finished_run_ptr& last) { record_told(copy, last); },
              [this](const caf::error&) { on_told(nullptr); });
  };
  self_
      ->request(setup_.with.fingerprints, within(limits::fingerprint_of_run),
                actors::get_fingerprint{setup_.request.root})
      .then(
          [copy, go_on](const fingerprint_ptr& now) {
            copy->fingerprints.after = now;
            go_on();
          },
          [go_on](const caf::error&) { go_on(); });
}

void run_state::record_told(const std::shared_ptr<parsers::finished_run>& copy,
                            const finished_run_ptr& last) {
  if (last && last->root == copy->root) {
    last_run_ = last;
    remember_passes(*last, *copy);
  }
  count_results(*copy);
  self_->request(setup_.with.failures, within(limits::question), record_run{copy})
      .then([this](const finished_run_ptr& run) { on_told(run); },
            [this](const caf::error&) { on_told(nullptr); });
}

// Without it, the run's end is what is told.
void run_state::on_told(const finished_run_ptr& run) {
  told_ = run;
  for (auto& one : std::exchange(asked_, {})) {
    one.frame->judged = run;
    one.frame->is_ending = !run;
    one.answer.give(partial_run_ptr{one.frame});
  }
  if (then_) std::exchange(then_, nullptr)();
}

void run_state::once_told(std::function<void()> then) {
  if (asked_.empty()) return then();
  then_ = std::move(then);
}

}  // namespace covey::actors

// A second try of what may have failed by being measured: between the tests of a run and its coverage, before anybody is told.
#include "actors/run.hpp"
#include "parsers/model/unmeasured.hpp"
#include <utility>

namespace covey::actors {

bool run_state::tries_unmeasured() {
  if (!plan_ || !added_.coverage.value_or(true) || sequence_.ends_early()) return false;
  auto groups = parsers::affected_groups(run_->results, scratch_);
  if (groups.empty()) return false;
  trying_ = second_try{plan_, sequence_, std::move(groups)};
  try_again(false);
  return true;
}

void run_state::try_again(bool measured) {
  sequence_ = {};
  plan_ = nullptr;
  parser_.reset();
  ask_for_plan(scratch_ + (measured ? "/again" : "/plain"),
               parsers::run_failed{trying_->groups.size(), trying_->groups}, measured);
}

// Goes on where the run was. What stopped a try stops the run.
void run_state::end_try() {
  const auto ending = sequence_.ending();
  if (!sequence_.is_stopped() && parser_) {
    auto results = parser_->finish(ending);
    if (!trying_->plain) {
      trying_->plain = std::move(results);
      trying_->ended = ending;
      auto fewer = run_->results;  // if they come back
      if (!parsers::take_back(fewer, *trying_->plain, run_->results).empty()) return try_again(true);
    } else if (auto said = parsers::take_back(run_->results, *trying_->plain, results); !said.empty()) {
      run_->notes.push_back(std::move(said));
      if (run_->results.failures.empty()) trying_->sequence.take_ending(trying_->ended);
    }
  }
  const auto tried = *std::exchange(trying_, std::nullopt);
  plan_ = tried.plan;
  sequence_ = tried.sequence;
  if (ending.cancelled) sequence_.cancel();
  if (ending.timed_out) sequence_.deadline();
  go_on();
}

}  // namespace covey::actors

// Records a run that has ended in the stores, before the run is answered, so that the next question finds it
// there.
#pragma once

#include "actors/limits.hpp"
#include "actors/services.hpp"
#include "parsers/model/known_failures.hpp"

namespace covey::actors {

// The run's coverage with its display name and why it is partial. `data` may be null.
record_coverage coverage_of(const parsers::finished_run& run, coverage_ptr data);

// Carries over known failures of earlier runs, sends the run and its coverage to the stores, and calls `then`
// with the run, within a turn of `self`. The run is answered even if a store is gone.
template <class Self, class Then>
void record(Self self, const run_services& with, std::shared_ptr<parsers::finished_run> run,
            coverage_ptr data, Then then) {
  count_results(*run);
  const auto keep = [=](const finished_run_ptr& finished) {
    const auto coverage = coverage_of(*finished, data);
    const auto end = [=](const caf::error& = {}) { then(finished); };
    self->request(with.failures, within(limits::question), record_run{finished})
        .then(
            [=] {
              self->request(with.coverage, within(limits::question), coverage).then([=] { end(); }, end);
            },
            end);
  };
  self->request(with.failures, within(limits::question), latest_run{})
      .then(
          [=](const finished_run_ptr& latest) {
            if (latest && latest->root == run->root) {
              carry_over(*latest, *run);
              run->trees.written_before = written_during(latest->trees);
            }
            keep(run);
          },
          [=](const caf::error&) {
            run->notes.push_back(
                "what earlier runs left failing could not be found out: only a run of all tests says that "
                "nothing fails");
            keep(run);
          });
}

}  // namespace covey::actors

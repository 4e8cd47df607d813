// How a run that has ended reaches the stores: before it is answered, so that whoever asks next finds it
// there.
#pragma once

#include "actors/limits.hpp"
#include "actors/services.hpp"
#include "parsers/model/known_failures.hpp"

namespace covey::actors {

// What the run's coverage is called, and what it is not. `data` may be null.
record_coverage coverage_of(const parsers::finished_run& run, coverage_ptr data);

// Adds what is known to fail besides, hands the run and its coverage to the stores, and calls `then` with it
// on the actor's own turn. Should a store be gone, the run is answered all the same.
template <class Self, class Then>
void record(Self self, const run_services& with, std::shared_ptr<parsers::finished_run> run,
            coverage_ptr data, Then then) {
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
            if (latest && latest->root == run->root) carry_over(*latest, *run);
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

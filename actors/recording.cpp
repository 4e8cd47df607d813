#include "actors/recording.hpp"
#include "protocol/render/ending.hpp"

namespace covey::actors {
namespace {

// The name says if the run is partial: its coverage would otherwise read like that of a much worse suite.
std::string name_of(const parsers::finished_run& run) {
  const auto name = "run " + std::to_string(run.id);
  if (run.ending.cancelled || run.ending.timed_out) return name + ", cut short";
  if (parsers::is_partial(run)) return name + ", of a part of the tests";
  if (run.scope == parsers::run_scope::selected) return name + ", of picked tests only";
  return run.scope == parsers::run_scope::failing ? name + ", of the tests that had failed only" : name;
}

}  // namespace

record_coverage coverage_of(const parsers::finished_run& run, coverage_ptr data) {
  return {.run_id = run.id,
          .ended = run.ended,
          .data = std::move(data),
          .root = run.root,
          .name = name_of(run),
          .partial = protocol::why_partial(run),
          .trees = run.trees,
          .language = run.language};
}

}  // namespace covey::actors

#include "actors/coverage_index.hpp"

namespace covey::actors {

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self) {
  return {
      [self](const record_coverage& message) {
        state_of(self).latest = coverage_snapshot{message.run_id, message.ended, message.data};
      },
      [self](const latest_coverage&) { return state_of(self).latest; },
  };
}

}  // namespace covey::actors

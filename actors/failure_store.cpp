#include "actors/failure_store.hpp"

namespace covey::actors {

failure_store_actor::behavior_type failure_store(
    failure_store_actor::stateful_pointer<failure_store_state> self) {
  return {
      [self](const record_run& message) {
        auto& state = state_of(self);
        if (state.root.empty() || message.run->root == state.root) state.latest = message.run;
      },
      [self](const forget_runs& message) {
        state_of(self) = {message.root, nullptr};
      },
      [self](const latest_run&) { return state_of(self).latest; },
  };
}

}  // namespace covey::actors

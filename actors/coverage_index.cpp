#include "actors/coverage_index.hpp"
#include "parsers/coverage/file_index.hpp"

namespace covey::actors {

coverage_index_actor::behavior_type coverage_index(
    coverage_index_actor::stateful_pointer<coverage_index_state> self) {
  return {
      [self](const record_coverage& message) {
        const auto& root = state_of(self).root;
        if (!root.empty() && message.root != root) return;
        auto& latest = state_of(self).latest;
        if (!message.data) {  // keep the previous coverage; answers say that it is older
          latest.unmeasured_run = message.run_id;
          latest.unmeasured_why = message.partial;
          return;
        }
        latest = {.run_id = message.run_id,
                  .ended = message.ended,
                  .data = message.data,
                  .files = std::make_shared<parsers::file_index>(*message.data, message.root),
                  .name = message.name,
                  .partial = message.partial,
                  .unmeasured_run = 0,
                  .unmeasured_why = {},
                  .fingerprints = message.fingerprints,
                  .language = message.language};
      },
      [self](const forget_runs& message) { state_of(self) = {message.root, {}}; },
      [self](const get_latest_coverage&) { return state_of(self).latest; },
  };
}

}  // namespace covey::actors

// What run_status and cancel_run share: the argument that names a run, and the runs that have ended.
#pragma once

#include "actors/limits.hpp"
#include "actors/tool.hpp"
#include "protocol/schema.hpp"

namespace covey::actors {

protocol::argument run_argument();

// Why there is no such run, and which there are. `id` 0: none has run yet.
protocol::tool_answer no_such_run(std::string_view tool, std::uint64_t id,
                                  const std::vector<std::uint64_t>& known);

// Calls `then` with the run, 0 being the latest, or with null and the answer that says that there is none.
template <class Self, class Then>
void find_kept_run(Self self, const call_context& context, std::uint64_t id, std::string_view tool,
                   Then then) {
  self->request(context.with->failures, within(limits::question), find_run{id})
      .then([=](const found_run& found) { then(found.run, no_such_run(tool, id, found.known)); },
            [=](const caf::error& error) {
              then(finished_run_ptr{},
                   protocol::tool_error(std::string{tool} + ": the store of results " + why_silent(error)));
            });
}

}  // namespace covey::actors

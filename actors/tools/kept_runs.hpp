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

// What became of a run that has no results.
protocol::tool_answer answer_of(const lost_run& run);

// Calls `then` with the run, 0 being the latest, or with null and the answer that says that there is none.
template <class Self, class Then>
void find_kept_run(Self self, const call_context& context, std::uint64_t id, std::string_view tool,
                   Then then) {
  self->request(context.with->failures, within(limits::question), find_run{id})
      .then(
          [=](const found_run& found) {
            if (found.lost) return then(finished_run_ptr{}, answer_of(*found.lost));
            then(found.run, no_such_run(tool, id, found.known));
          },
          [=](const caf::error& error) {
            then(finished_run_ptr{},
                 protocol::tool_error(std::string{tool} + ": the store of results " + why_silent(error)));
          });
}

// Calls `then` with the id of the workspace's run that goes on; 0: none does.
template <class Self, class Then>
void with_going_on(Self self, const call_context& context, Then then) {
  self->request(context.with->supervisor, within(limits::question), runs_status{context.workspace})
      .then([=](const supervisor_status& now) { then(now.running); },
            [=](const caf::error&) { then(std::uint64_t{0}); });
}

// `run` goes on, or 0; the answer is about the one that ended last, or 0 if none has.
void add_going_on(protocol::tool_answer& to, std::uint64_t run, std::uint64_t latest);

}  // namespace covey::actors

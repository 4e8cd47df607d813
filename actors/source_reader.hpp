// Reads the lines of source files that an answer shows; answers once and ends. On a thread of its own: a file
// may lie on a network drive.
#pragma once

#include "actors/limits.hpp"
#include "actors/detached.hpp"
#include "actors/messages.hpp"
#include "parsers/model/finished_run.hpp"

namespace covey::actors {

source_reader_actor::behavior_type source_reader(source_reader_actor::pointer self);

// The places of all that is known to fail, as many as limits::source_places.
read_source_lines places_of(const parsers::finished_run& run);

// Calls `then` on the actor's own turn with what an answer about the run is rendered with. Lines that cannot
// be had in time are left out.
template <class Self, class Then>
void with_sources(Self self, const finished_run_ptr& run, std::size_t bytes, Then then) {
  const auto plain = [=] { then(protocol::answer_view{bytes, {}}); };
  auto places = run ? places_of(*run) : read_source_lines{};
  if (places.wanted.empty()) return plain();
  const auto reader = spawn_detached(self->system(), source_reader);
  if (!reader) return plain();
  self->request(reader, within(limits::source_answer), std::move(places))
      .then(
          [=](const source_lines_ptr& lines) {
            then(protocol::answer_view{bytes, *lines});
          },
          [=](const caf::error&) { plain(); });
}

}  // namespace covey::actors

// Reads the source lines that an answer displays; answers once and ends. It has its own thread, since a file
// may lie on a network drive.
#pragma once

#include "actors/limits.hpp"
#include "actors/detached.hpp"
#include "actors/messages.hpp"
#include "parsers/model/finished_run.hpp"

namespace covey::actors {

source_reader_actor::behavior_type source_reader(source_reader_actor::pointer self);

// The locations of all known failures, at most limits::source_places.
read_source_lines places_of(const parsers::finished_run& run);

// Calls `then` within a turn of `self`, with the view to render an answer about the run. Lines that are not
// read in time are left out.
template <class Self, class Then>
void with_sources(Self self, const finished_run_ptr& run, std::size_t bytes, Then then) {
  const auto plain = [=] { then(protocol::answer_view{bytes, {}, {}}); };
  auto places = run ? places_of(*run) : read_source_lines{};
  if (places.wanted.empty()) return plain();
  const auto reader = spawn_detached(self->system(), source_reader);
  if (!reader) return plain();
  self->request(reader, within(limits::source_answer), std::move(places))
      .then(
          [=](const source_lines_ptr& lines) {
            then(protocol::answer_view{bytes, *lines, {}});
          },
          [=](const caf::error&) { plain(); });
}

// The same for the failures of a run that goes on.
template <class Self, class Then>
void with_sources(Self self, const parsers::run_news& news, std::size_t bytes, Then then) {
  auto run = std::make_shared<parsers::finished_run>();
  run->root = news.root;
  run->began = news.began;
  run->results.failures = news.failures;
  with_sources(self, finished_run_ptr{std::move(run)}, bytes, std::move(then));
}

}  // namespace covey::actors

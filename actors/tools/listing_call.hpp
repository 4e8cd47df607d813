// The call of every tool that lists tests: finds the project, asks the lister, renders its answer.
#pragma once

#include "actors/tool.hpp"

namespace covey::actors {

struct listing_order {
  std::string_view tool;  // its name, for messages
  std::string language;   // the argument; may be empty
  std::string file_query;
  bool blocks = true;
  protocol::tool_answer (*render)(const parsers::test_listing& listing, std::size_t bytes) = nullptr;
};

// Why there is no listing: a sentence.
std::string no_listing(const caf::error& error);

call_actor start_listing_call(caf::actor_system& system, call_context context, listing_order order);

// How queries are written, for descriptions of arguments.
constexpr std::string_view query_syntax = "fzf syntax: fuzzy words, 'exact, ^begins, ends$, !not, a | b";

}  // namespace covey::actors

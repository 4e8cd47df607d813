// The call of every tool that starts a run: finds the project, starts the run, hands on its progress, renders
// its end.
#pragma once

#include "actors/tools/tool.hpp"
#include "protocol/tool.hpp"
#include <functional>

namespace covey::actors {

// What is to run, out of what there is.
struct run_choice {
  test_listing_ptr listing;
  std::vector<parsers::test_pick> picks;
  std::string unmatched = {};  // the query that nothing matched
  bool no_match = false;
  std::string refusal = {};  // a sentence
};

struct run_order {
  std::string_view tool;  // its name, for messages
  std::string language;   // the argument; may be empty
  parsers::run_scope scope = parsers::run_scope::whole;
  std::uint64_t limit = 0;
  std::chrono::milliseconds timeout{0};
  // Where tests are picked: which files are listed, and what is chosen of them. Empty: nothing is listed.
  std::string file_query = {};
  std::function<void(run_choice&)> choose = {};
  std::string_view list_member = {};  // what holds the picks in an answer: "files_run"
  std::function<protocol::tool_answer(const parsers::finished_run&, const run_choice&)> render;
};

call_actor start_run_call(caf::actor_system& system, call_context context, run_order order);

// A file as a pick of its own, with all that is known to be in it.
parsers::test_pick pick_file(const parsers::listed_file& file);

// The arguments that such tools share.
protocol::argument timeout_argument();
protocol::argument language_argument();
std::chrono::milliseconds timeout_of(const protocol::arguments& arguments);

}  // namespace covey::actors

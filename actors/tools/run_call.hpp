// The call of every tool that starts a run: finds the project, starts the run, hands on its progress, renders
// its end.
#pragma once

#include "actors/tools/tool.hpp"
#include "protocol/render/run.hpp"

namespace covey::actors {

struct run_order {
  std::string_view tool;  // its name, for messages
  std::string language;   // the argument; may be empty
  bool only_failing = false;
  std::uint64_t limit = 0;
  std::chrono::milliseconds timeout{0};
  protocol::run_output output = protocol::run_output::raw;
};

call_actor start_run_call(caf::actor_system& system, call_context context, run_order order);

// The arguments that such tools share.
protocol::argument timeout_argument();
protocol::argument language_argument();
std::chrono::milliseconds timeout_of(const protocol::arguments& arguments);

}  // namespace covey::actors

// A tool: what the client is told of it, and the function that starts the actor of one call.
#pragma once

#include "actors/services.hpp"
#include "protocol/arguments.hpp"
#include "protocol/tool.hpp"
#include <caf/actor_system.hpp>
#include <memory>
#include <string>

namespace covey::actors {

struct call_context {
  call_key key = 0;
  std::string workspace;
  dispatcher_actor dispatcher;
  services_ptr with;      // as they were when it began
  std::size_t bytes = 0;  // that each half of its answer may have
};

struct tool {
  protocol::tool_description description;
  // Null: there is no thread for it.
  call_actor (*start)(caf::actor_system& system, call_context context, const protocol::arguments& arguments);
  bool starts_run = false;       // such calls are ended with the session; short ones may still be answered
  bool moves_workspace = false;  // calls that come after such a one begin when it has been answered
};

// The last thing a call does. The text is encoded here, not in the dispatcher, which has others waiting.
template <class Self>
void answer(Self self, const call_context& context, protocol::tool_answer given) {
  auto body =
      std::make_shared<const std::string>(protocol::answer_body(std::move(given), context.with->filter));
  self->send(context.dispatcher, call_answered{context.key, std::move(body)});
  self->quit();
}

}  // namespace covey::actors

// A tool: its description for the client, and the function that starts the actor of one call.
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
  services_ptr with;                               // as they were when the call began
  std::size_t bytes = 0;                           // limit for each half of its answer
  bool detail = false;                             // of its answer, as in answer_view
  protocol::halves sent = protocol::halves::both;  // of its answer
  std::chrono::seconds patience{0};                // then it is answered, even if its run goes on
};

struct tool {
  protocol::tool_description description;
  // Returns null if no thread could be started for the call.
  call_actor (*start)(caf::actor_system& system, call_context context, const protocol::arguments& arguments);
  bool starts_run = false;       // true: cancelled when the session ends; other calls may still be answered
  bool moves_workspace = false;  // later calls begin only after such a call is answered
};

// The last thing a call does. The text is encoded here and not in the dispatcher, which would delay others.
template <class Self>
void answer(Self self, const call_context& context, protocol::tool_answer given) {
  auto encoded = std::make_shared<const protocol::encoded_answer>(
      protocol::encode_answer(std::move(given), context.with->filter, context.sent));
  self->send(context.dispatcher, call_answered{context.key, std::move(encoded)});
  self->quit();
}

}  // namespace covey::actors

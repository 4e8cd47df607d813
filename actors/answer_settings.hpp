// Defaults for answers; a call may override them.
#pragma once

#include "protocol/clients.hpp"
#include "protocol/render/view.hpp"
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace covey::actors {

struct answer_settings {
  std::size_t tokens = protocol::default_answer_tokens;  // of each half
  std::string output = {};                               // of tools that run tests; empty: the tool's default
  std::chrono::seconds reply_within{0};  // of tools that run tests; 0: protocol::patience_of() the client
  std::optional<protocol::halves> sent = {};  // empty: the client decides
};

}  // namespace covey::actors

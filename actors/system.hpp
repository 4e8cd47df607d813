// The server: all actors, started in order and ended in reverse.
#pragma once

#include "protocol/clients.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tools/tool.hpp"
#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace covey::actors {

// Defaults for answers; a call may override them.
struct answer_settings {
  std::size_t tokens = protocol::default_answer_tokens;  // of each half
  std::string output = {};                               // of tools that run tests; empty: the tool's default
  std::chrono::seconds reply_within{0};  // of tools that run tests; 0: protocol::patience_of() the client
  std::optional<protocol::halves> sent = {};  // empty: the client decides
};

struct server_options {
  int in = 0;             // the client's lines
  int out = 1;            // our lines; only the writer touches it
  std::string workspace;  // absolute, exists
  bool coverage = true;
  bool show_secrets = false;
  answer_settings answers = {};
  std::vector<const protocol::tool*> tools = {};  // offered to the client
  bool handle_signals = true;  // SIGTERM, SIGINT, SIGHUP end the server; a second one, at once
};

// Serves until the input ends, the output is closed or a signal arrives. Returns the exit code.
int serve(const server_options& options);

}  // namespace covey::actors

// The server: all actors, started in order and ended in reverse.
#pragma once

#include "actors/answer_settings.hpp"
#include "protocol/tools/tool.hpp"
#include <string>
#include <vector>

namespace covey::actors {

struct server_options {
  int in = 0;             // the client's lines
  int out = 1;            // our lines; only the writer touches it
  std::string workspace;  // absolute, exists
  bool coverage = true;
  bool history = true;  // what runs say of their tests is kept on disk
  bool inputs = true;   // runs record what their tests read beside the code
  bool show_secrets = false;
  std::string config = {};  // the file with the workspace's settings, absolute; empty: its covey.toml
  answer_settings answers = {};
  std::vector<const protocol::tool*> tools = {};  // offered to the client
  bool handle_signals = true;  // SIGTERM, SIGINT, SIGHUP end the server; a second one, at once
  bool client_waits = true;    // for its end, and not for long: what is not written by then is lost
};

// Serves until the input ends, the output is closed or a signal arrives. Returns the exit code.
int serve(const server_options& options);

}  // namespace covey::actors

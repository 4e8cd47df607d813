// A tool is a value: what clients are told of it, what it asks, and what it answers. Nothing here waits or reads.
// Design: docs/design/19-tools.md
#pragma once

#include "protocol/arguments.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include "protocol/tools/question.hpp"
#include "protocol/tools/reply.hpp"

namespace covey::protocol {

struct tool_call {
  arguments given;
  std::string workspace;             // absolute
  std::string output = {};           // of tools that run tests, as the server was told; empty: the tool's own
  std::chrono::seconds patience{0};  // of its client
  bool coverage = true;              // runs measure it
  answer_filter filter = {};
};

struct tool {
  tool_description description;
  question (*ask)(const tool_call& call) = nullptr;
  tool_answer (*answer)(const tool_call& call, const reply& found, const answer_view& view) = nullptr;
  // Of tools that run a selection of what is listed; `found`: what the question names before the listing.
  run_selection (*select)(const tool_call& call, const parsers::test_listing& listing, const reply& found) = nullptr;
  bool starts_run = false;         // cancelled when the session ends; other calls may still be answered
  bool moves_workspace = false;    // later calls begin only after such a call is answered
  bool says_what_goes_on = false;  // its answer is about a run that ended, while another may go on
  bool core = false;               // an agent needs it every day
};

}  // namespace covey::protocol

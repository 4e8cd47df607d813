// Decides what each line from the client asks for. Requests that need no tool are answered here.
#pragma once

#include "protocol/era.hpp"
#include "protocol/rpc.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace covey::protocol {

struct respond {
  std::string line;
};

struct call_tool {
  request_id id;
  era in = era::legacy;
  std::size_t tool = 0;    // index in the list of tools
  json::object arguments;  // not checked yet
  std::optional<json::value> progress_token;
};

struct listen {  // subscriptions/listen: stays open; covey never sends a notification on it
  request_id id;
  std::string acknowledgement;
};

struct cancel {
  request_id id;
};

struct nothing {};

using decision = std::variant<respond, call_tool, listen, cancel, nothing>;

class session {
 public:
  // The descriptions are only read here; the session keeps their names and JSON.
  session(server_info server, std::span<const tool_description* const> tools);

  decision decide(const incoming& message);

 private:
  decision decide_modern(const request& message) const;
  decision decide_legacy(const request& message);

  decision discover(const request& message) const;
  decision initialize(const request& message);
  decision list_tools(const request& message, era in) const;
  decision begin_call(const request& message, era in) const;
  decision begin_listening(const request& message) const;
  rpc_error unknown_tool(std::string_view name) const;

  server_info server_;
  std::vector<std::string> names_;
  std::string legacy_list_;  // results of tools/list
  std::string modern_list_;
  bool initialized_ = false;  // whether an `initialize` was answered
};

}  // namespace covey::protocol

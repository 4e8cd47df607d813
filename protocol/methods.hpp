// Decides what each line from the client asks for. Requests that need no tool are answered here.
#pragma once

#include "protocol/clients.hpp"
#include "protocol/rpc.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <cstdint>
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
  bool takes_tasks = false;      // its answer may be a task
  bool asks_for_task = false;    // at once
  const client* from = nullptr;  // never null once decided
  halves sent = halves::both;    // of its answer
};

struct listen {  // subscriptions/listen: stays open; the only notifications on it are those of tasks
  request_id id;
  std::string acknowledgement;
  std::vector<std::string> tasks = {};  // their ids
};

enum class task_question : std::uint8_t { state, cancel, update };

struct ask_task {
  request_id id;
  task_question what = task_question::state;
  std::string task;
};

struct cancel {
  request_id id;
  bool time_was_over = false;  // the client says that it would have waited no longer
};

struct nothing {};

using decision = std::variant<respond, call_tool, listen, ask_task, cancel, nothing>;

class session {
 public:
  // The descriptions are only read here; the session keeps their names and JSON. Without `sent` the client decides
  // which halves of an answer it gets.
  session(server_info server, std::span<const tool_description* const> tools,
          std::optional<halves> sent = std::nullopt);

  decision decide(const incoming& message);

 private:
  decision decide_modern(const request& message);
  decision decide_legacy(const request& message);

  decision discover(const request& message) const;
  decision initialize(const request& message);
  decision list_tools(const request& message, era in) const;
  decision begin_call(const request& message, era in) const;
  decision ask_about_task(const request& message, task_question what) const;
  decision begin_listening(const request& message) const;
  rpc_error unknown_tool(std::string_view name) const;
  void remember_client(const json::value* info);
  halves sent() const { return sent_.value_or(client_->sent); }

  server_info server_;
  std::vector<std::string> names_;
  struct tool_list {  // results of tools/list
    std::string legacy, modern;
  };
  tool_list with_schemas_, without_schemas_;  // of the structured halves
  std::optional<halves> sent_;                // to every client
  const client* client_;                      // who spoke last and said who it is
  bool initialized_ = false;                  // whether an `initialize` was answered
};

}  // namespace covey::protocol

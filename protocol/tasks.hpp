// The tasks extension of MCP 2026-07-28 (io.modelcontextprotocol/tasks, SEP-2663): a tools/call of a client
// that declares it may be answered with a task, whose result the client then polls for.
// Design: docs/design/04-given-up-calls.md
#pragma once

#include "protocol/json.hpp"
#include "protocol/rpc.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

inline constexpr std::string_view tasks_extension = "io.modelcontextprotocol/tasks";
inline constexpr int missing_capability = -32021;

// Whether this modern request declares the extension.
bool declares_tasks(const json::object& params);
rpc_error tasks_not_declared();

enum class task_status : std::uint8_t { working, completed, failed, cancelled };

struct task {
  std::string id;  // unguessable
  task_status status = task_status::working;
  std::string message = {};                           // for people: the run's progress
  std::int64_t created = 0;                           // ms since the epoch
  std::int64_t updated = 0;                           // likewise
  std::shared_ptr<const encoded_answer> answer = {};  // once it is completed
};

// Objects in JSON text. A completed task holds the whole result, a failed one an error.
std::string task_created(const task& of, const server_info& server);  // answers tools/call
std::string task_state(const task& of, const server_info& server);    // answers tasks/get
std::string task_acknowledged(const server_info& server);             // answers tasks/cancel and tasks/update
std::string task_notification(const task& of, const request_id& subscription);  // a whole line

// The tasks of a session. Those that have ended are forgotten an hour after their creation, or earlier, the
// oldest first, if there are more than max_kept.
class task_table {
 public:
  static constexpr std::size_t max_kept = 64;

  void add(task one);
  task* find(std::string_view id);
  // Ends it, unless it has ended already; returns whether it did.
  bool end(std::string_view id, task_status how, std::shared_ptr<const encoded_answer> answer,
           std::int64_t now);
  void forget_old(std::int64_t now);

 private:
  std::map<std::string, task, std::less<>> tasks_;
};

}  // namespace covey::protocol

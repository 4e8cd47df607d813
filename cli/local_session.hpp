// A server in this process, and a client of it over two pipes.
#pragma once

#include "cli/options.hpp"
#include "process/bounded_file.hpp"
#include "protocol/json.hpp"
#include <functional>
#include <future>
#include <optional>
#include <string>
#include <string_view>

namespace covey::cli {

// A client for `covey call`, over two pipes to a server in the same process.
class client {
 public:
  using on_progress = std::function<void(std::string_view message)>;

  // Takes ownership of both descriptors.
  client(int from_server, int to_server) : in_(from_server), out_(to_server) {}

  // The response to a tools/call of revision 2026-07-28: an object with "result" or "error"; empty if the
  // server has ended.
  protocol::json::object call(std::string_view tool, const protocol::json::object& arguments,
                              const on_progress& progress);

  void close() { out_.close(); }  // ends the session

 private:
  bool receive(std::string& line);

  process::descriptor in_;
  process::descriptor out_;
  std::int64_t last_id_ = 0;
  std::string pending_;
};

// Of the result of a call; without a text its structured half.
std::string text_of(const protocol::json::object& result);

class local_session {
 public:
  explicit local_session(const options& given);
  ~local_session();

  // The session ends, and its runs with it. Gives `status`; past limits::local_shutdown this process ends with it.
  int end(int status);

  // Null: there are no pipes to be had.
  client* operator->() { return client_ ? &*client_ : nullptr; }
  client* get() { return operator->(); }

 private:
  process::descriptor to_server_;  // the server's end
  std::optional<client> client_;
  std::future<void> server_;
};

}  // namespace covey::cli

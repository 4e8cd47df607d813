// A client for `covey call`, over two pipes to a server in the same process.
#pragma once

#include "protocol/json.hpp"
#include <functional>
#include <string>
#include <string_view>

namespace covey::cli {

class client {
 public:
  using on_progress = std::function<void(std::string_view message)>;

  // Takes ownership of both descriptors.
  client(int from_server, int to_server) : in_(from_server), out_(to_server) {}
  ~client();
  client(const client&) = delete;
  client& operator=(const client&) = delete;

  // The response to a tools/call of revision 2026-07-28: an object with "result" or "error"; empty if the
  // server has ended.
  protocol::json::object call(std::string_view tool, const protocol::json::object& arguments,
                              const on_progress& progress);

  void close();  // ends the session

 private:
  bool send(const protocol::json::object& message);
  bool receive(std::string& line);

  int in_;
  int out_;
  std::int64_t last_id_ = 0;
  std::string pending_;
};

}  // namespace covey::cli

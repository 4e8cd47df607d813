// A server in this process, and a client of it over two pipes.
#pragma once

#include "cli/client.hpp"
#include "cli/options.hpp"
#include <optional>
#include <thread>

namespace covey::cli {

class local_session {
 public:
  explicit local_session(const options& given);
  ~local_session();  // the session ends, and its runs with it
  local_session(const local_session&) = delete;
  local_session& operator=(const local_session&) = delete;

  // Null: there are no pipes to be had.
  client* operator->() { return client_ ? &*client_ : nullptr; }
  client* get() { return operator->(); }

 private:
  int to_server_ = -1;  // the server's end
  std::optional<client> client_;
  std::thread server_;
};

}  // namespace covey::cli

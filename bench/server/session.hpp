// A client's session with the server, over its standard streams: newline-delimited JSON-RPC, as MCP has it.
#pragma once

#include "bench/server/child.hpp"
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace covey::bench {

using clock = std::chrono::steady_clock;
using milliseconds = std::chrono::duration<double, std::milli>;
using seconds = std::chrono::duration<double>;

class session {
 public:
  explicit session(const child_options& server) : began_(clock::now()), server_(server) {}

  void open();  // the handshake

  // The request's id. `parameters` is JSON text.
  std::int64_t request(std::string_view method, std::string_view parameters);
  std::int64_t call(std::string_view tool, std::string_view arguments);

  // The next answer's id; its line is `line()`. What else comes, such as progress, is left out.
  std::int64_t next_answer();
  // The answer to this request; answers to others that come before are dropped.
  const std::string& answer(std::int64_t id);
  // Whether an answer may be there: next_answer() might wait all the same, for the rest of it.
  bool has_more() const { return end_of_line() != std::string::npos || server_.is_readable(); }
  const std::string& line() const { return line_; }

  void close();  // ends the input, waits for the server's end; throws unless that is 0

  clock::time_point began() const { return began_; }
  pid_t pid() const { return server_.pid(); }
  void send(std::string_view line) { server_.write(line); }  // with its end

 private:
  std::size_t end_of_line() const { return buffer_.find('\n', start_); }
  void read_line();

  clock::time_point began_;
  child server_;
  std::int64_t last_id_ = 0;
  std::string buffer_;
  std::size_t start_ = 0;  // of what is not taken yet
  std::string line_;
};

// The line of a tools/call, with its end.
std::string call_line(std::int64_t id, std::string_view tool, std::string_view arguments);

}  // namespace covey::bench

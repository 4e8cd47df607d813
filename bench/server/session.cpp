#include "bench/server/session.hpp"
#include <cstdlib>
#include <stdexcept>

namespace covey::bench {
namespace {

std::string request_line(std::int64_t id, std::string_view method, std::string_view parameters) {
  std::string out = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")";
  out += method;
  out += R"(","params":)";
  out += parameters;
  return out + "}\n";
}

// Every result and no notification begins so.
constexpr std::string_view result_begins = R"({"jsonrpc":"2.0","id":)";

}  // namespace

std::string call_line(std::int64_t id, std::string_view tool, std::string_view arguments) {
  std::string parameters = R"({"name":")";
  parameters += tool;
  parameters += R"(","arguments":)";
  parameters += arguments;
  return request_line(id, "tools/call", parameters + "}");
}

void session::open() {
  answer(request(
      "initialize",
      R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}})"));
  send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
}

std::int64_t session::request(std::string_view method, std::string_view parameters) {
  send(request_line(++last_id_, method, parameters));
  return last_id_;
}

std::int64_t session::call(std::string_view tool, std::string_view arguments) {
  send(call_line(++last_id_, tool, arguments));
  return last_id_;
}

void session::read_line() {
  auto end = end_of_line();
  while (end == std::string::npos) {
    buffer_.erase(0, start_);
    start_ = 0;
    const auto had = buffer_.size();
    buffer_.resize(had + 64 * 1024);
    const auto n = server_.read(buffer_.data() + had, 64 * 1024);
    buffer_.resize(had + n);
    if (n == 0) throw std::runtime_error{"the server has ended"};
    end = buffer_.find('\n', had);
  }
  line_.assign(buffer_, start_, end - start_);
  start_ = end + 1;
}

std::int64_t session::next_answer() {
  for (;;) {
    read_line();
    if (!line_.starts_with(result_begins)) {
      if (line_.find(R"("error":)") != std::string::npos) throw std::runtime_error{line_};
      continue;
    }
    if (line_.find(R"("isError":true)") != std::string::npos) throw std::runtime_error{line_.substr(0, 500)};
    return std::strtoll(line_.c_str() + result_begins.size(), nullptr, 10);
  }
}

const std::string& session::answer(std::int64_t id) {
  while (next_answer() != id) {
  }
  return line_;
}

void session::close() {
  server_.close_input();
  if (const int code = server_.wait(); code != 0)
    throw std::runtime_error{"the server ended with " + std::to_string(code)};
}

}  // namespace covey::bench

#include "cli/local_session.hpp"
#include "actors/limits.hpp"
#include "actors/system.hpp"
#include "parsers/text/documents.hpp"
#include "protocol/rpc.hpp"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace covey::cli {

namespace json = protocol::json;

bool client::receive(std::string& line) {
  char block[64 * 1024];
  for (;;) {
    if (const auto end = pending_.find('\n'); end != std::string::npos) {
      line = pending_.substr(0, end);
      pending_.erase(0, end + 1);
      return true;
    }
    const ssize_t n = ::read(in_.get(), block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    pending_.append(block, static_cast<std::size_t>(n));
  }
}

json::object client::call(std::string_view tool, const json::object& arguments, const on_progress& progress) {
  const auto id = ++last_id_;
  json::object meta{{protocol::meta_protocol_version, protocol::modern_version},
                    {protocol::meta_client_capabilities, json::object{}},
                    {"progressToken", id}};
  json::object params{{"name", tool}, {"arguments", arguments}, {"_meta", std::move(meta)}};
  const json::object request{
      {"jsonrpc", "2.0"}, {"id", id}, {"method", "tools/call"}, {"params", std::move(params)}};
  if (process::write_fully(out_.get(), protocol::to_text(request) + "\n") != 0) return {};
  std::string line;
  while (receive(line)) {
    auto parsed = protocol::parse_json(line);
    if (!parsed.ok() || !parsed.value.is_object()) continue;
    auto& message = parsed.value.get_object();
    if (message.contains("id")) return std::move(message);
    const auto said = parsers::text_at(parsers::object_at(message, "params"), "message");
    if (!said.empty()) progress(said);
  }
  return {};
}

local_session::local_session(const options& given) {
  int to_server[2], from_server[2];
  if (::pipe2(to_server, O_CLOEXEC) != 0) return;
  to_server_ = process::descriptor{to_server[0]};
  process::descriptor to{to_server[1]};
  if (::pipe2(from_server, O_CLOEXEC) != 0) return;
  client_.emplace(from_server[0], to.release());
  auto served = server_of(given, to_server[0], from_server[1]);
  served.client_waits = false;
  server_ = std::async(std::launch::async, [served = std::move(served), out = from_server[1]] {
    actors::serve(served);
    ::close(out);  // a client that still waits must see the end
  });
}

local_session::~local_session() {
  end(EXIT_FAILURE);
}

int local_session::end(int status) {
  if (!client_) return status;
  client_->close();
  if (server_.wait_for(actors::limits::local_shutdown) == std::future_status::timeout) ::_exit(status);
  client_.reset();
  return status;
}

std::string text_of(const protocol::json::object& result) {
  std::string out;
  for (const auto& item : parsers::list_at(result, "content"))
    if (item.is_object()) out += parsers::text_at(item.get_object(), "text");
  const auto* structured = result.if_contains("structuredContent");  // with --answers structured
  return out.empty() && structured != nullptr ? protocol::to_text(*structured) : out;
}

}  // namespace covey::cli

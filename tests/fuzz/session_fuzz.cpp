// A client's lines into protocol's pure door: each request is decided once and by its own id, every answer is
// one line of JSON-RPC, and nothing else is answered with an id.
#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include "protocol/methods.hpp"
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>

namespace {

using namespace covey::protocol;

void require(bool holds, const char* what, std::string_view line) {
  if (holds) return;
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(line.size()), line.data());
  std::abort();
}

// The id of a line that is a request, told from its document.
std::optional<request_id> asked_by(std::string_view line) {
  const auto read = parse_json(line);
  if (!read.ok() || !read.value.is_object()) return std::nullopt;
  const auto& message = read.value.get_object();
  const auto* id = message.if_contains("id");
  const auto* method = message.if_contains("method");
  if (id == nullptr || method == nullptr || !method->is_string()) return std::nullopt;
  return read_id(*id);
}

// The id that an answer bears.
std::optional<request_id> answered(const std::string& line) {
  require(line.ends_with('\n') && line.find('\n') == line.size() - 1, "not one line", line);
  require(covey::parsers::is_utf8(line), "no UTF-8", line);
  const auto read = parse_json(std::string_view{line}.substr(0, line.size() - 1));
  require(read.ok() && read.value.is_object(), "no JSON object", line);
  const auto& answer = read.value.get_object();
  const auto* version = answer.if_contains("jsonrpc");
  require(version != nullptr && *version == "2.0", "no JSON-RPC", line);
  require(answer.contains("result") != answer.contains("error"), "neither result nor error, or both", line);
  const auto* id = answer.if_contains("id");
  return id == nullptr ? std::nullopt : read_id(*id);
}

// The id of the request that was decided; nothing for what needs no id.
std::optional<request_id> decided(const decision& made) {
  return std::visit(
      [](const auto& one) -> std::optional<request_id> {
        using kind = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<kind, respond>) return answered(one.line);
        if constexpr (std::is_same_v<kind, call_tool> || std::is_same_v<kind, listen>) return one.id;
        return std::nullopt;
      },
      made);
}

const std::array<tool_description, 2> tools{
    tool_description{"run_tests", "Run tests", "Runs tests.", {}, R"({"type":"object"})", {}},
    tool_description{"count", "Count", "Counts.", {}, R"({"type":"object"})", {}}};

void decide(session& door, std::string_view line) {
  const auto message = read_message(line);
  const auto made = door.decide(message);
  const auto wanted = asked_by(line);
  // An answer to what is no request may bear the id of it, so that the client can tell what was wrong.
  if (wanted) require(decided(made) == wanted, "not decided by its id", line);
  if (std::holds_alternative<notification>(message) || std::holds_alternative<ignored>(message))
    require(!std::holds_alternative<respond>(made), "answered, and nobody asked", line);
  if (const auto* call = std::get_if<call_tool>(&made))
    require(call->tool < tools.size(), "no such tool", line);
  decided(made);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::array<const tool_description*, 2> known{&tools[0], &tools[1]};
  session door{{"covey", "1.2.3", "Run the tests."}, known};
  covey::parsers::line_splitter lines{std::size_t{1} << 20};
  const auto on_line = [&](std::string_view line, bool) { decide(door, line); };
  lines.feed({reinterpret_cast<const char*>(data), size}, on_line);
  lines.finish(on_line);
  return 0;
}

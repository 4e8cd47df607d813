// The description of a tool, and its answer.
#pragma once

#include "protocol/answer_filter.hpp"
#include "protocol/arguments.hpp"
#include "protocol/clients.hpp"
#include "protocol/rpc.hpp"
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// The four hints of MCP's tool annotations; hosts use them to decide what may run in parallel or unasked.
struct tool_hints {
  bool read_only = false;
  bool destructive = false;
  bool idempotent = false;
  bool open_world = false;
};

// JSON Schema of a structured half that has a status, whatever else it has; clients put it into each conversation.
constexpr std::string_view status_schema =
    R"({"type":"object","required":["status"],"properties":{"status":{"type":"string"}}})";

struct tool_description {
  std::string_view name;
  std::string_view title;
  std::string_view description;  // clients cut it at 2,048 characters
  std::vector<argument> arguments;
  std::string_view output_schema;  // JSON text, root type object; permissive, since clients validate answers
  tool_hints hints;
  std::string_view error_prefix = {};  // begins its errors; empty: its name
  bool always_loaded = false;          // hosts that load tools on demand are asked to load it at the start

  std::string errors_begin_with() const {
    return std::string{error_prefix.empty() ? name : error_prefix} + ": ";
  }
};

// The tool's entry in tools/list. Clients that are not sent the structured half are not told of its schema: they
// refuse answers that lack what a schema promises.
json::object describe(const tool_description& tool, halves sent = halves::both);

// The table of docs/tools.md, one line per tool.
std::string describe_markdown(std::span<const tool_description* const> tools);

// Hosts display either the text or the structured half, so each must be complete, and neither long: the structured
// one has at most 1.3 times the text's length. Strings may hold any bytes.
struct tool_answer {
  std::string text;  // if is_json, only for clients that are sent nothing else; may be empty then
  json::object structured;
  bool is_error = false;  // the tool could not do its work; failed tests are no error
  bool is_json = false;   // the text is the structured half, where `text` is not sent in its place
};

tool_answer tool_error(std::string text);

// An answer whose halves are the same.
tool_answer json_answer(json::object members, bool is_error = false);

// Whether it has words of its own.
inline bool has_text(const tool_answer& answer) {
  return !answer.is_json || !answer.text.empty();
}

// The text as clients that are sent both halves get it, before the filter.
std::string text_of(const tool_answer& answer);

// An answer as JSON texts, ready for either era's envelope. What takes long is done when it is made, in the
// call's own actor.
struct encoded_answer {
  std::string text;           // a string; empty: this half is not sent
  std::string structured;     // an object; empty: not sent, or there is none
  bool text_is_json = false;  // the text is the structured half
  bool is_error = false;
};

// All output of tests leaves through this function. The text of an error is sent whichever half the client gets.
encoded_answer encode_answer(tool_answer answer, const answer_filter& filter = {},
                             halves sent = halves::both);

// The same behind a line that is news to the caller: the text begins with it; objects have it as `given_up`.
encoded_answer with_notice(encoded_answer of, std::string_view line);

// The result object of a tools/call, for result_line().
std::string tool_result(era in, const encoded_answer& answer, const server_info& server);

}  // namespace covey::protocol

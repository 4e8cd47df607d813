// The description of a tool, and its answer.
#pragma once

#include "protocol/answer_filter.hpp"
#include "protocol/era.hpp"
#include "protocol/schema.hpp"
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

struct tool_description {
  std::string_view name;
  std::string_view title;
  std::string_view description;  // clients cut it at 2,048 characters
  std::vector<argument> arguments;
  std::string_view output_schema;  // JSON text, root type object; permissive, since clients validate answers
  tool_hints hints;
  std::string_view error_prefix = {};  // begins its errors; empty: its name

  std::string errors_begin_with() const {
    return std::string{error_prefix.empty() ? name : error_prefix} + ": ";
  }
};

// The tool's entry in tools/list.
json::object describe(const tool_description& tool);

// The table of the README, one line per tool.
std::string describe_markdown(std::span<const tool_description* const> tools);

// Hosts display either the text or the structured half, so each must be complete. Strings may hold any bytes.
struct tool_answer {
  std::string text;
  json::object structured;
  bool is_error = false;  // the tool could not do its work; failed tests are no error
};

tool_answer tool_error(std::string text);

// The members `content`, `structuredContent` and `isError` of a result, without its braces: the part of an
// answer that is the same in both eras. All output of tests leaves through this function.
std::string answer_body(tool_answer answer, const answer_filter& filter = {});

// The result object of a tools/call with such a body, for result_line().
std::string tool_result(era in, std::string_view body, const server_info& server);

}  // namespace covey::protocol

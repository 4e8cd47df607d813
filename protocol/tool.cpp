#include "protocol/tool.hpp"

namespace covey::protocol {
namespace {

// Escapes bars, which would end the cell.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string arguments_cell(const std::vector<argument>& arguments) {
  std::string out;
  for (const auto& entry : arguments) {
    out += (out.empty() ? "`" : ", `") + std::string{entry.name} + "`";
    if (entry.required) out += " (required)";
    if (entry.default_value) out += " (" + to_text(number_value(*entry.default_value)) + ")";
    if (!entry.default_text.empty()) out += " (" + std::string{entry.default_text} + ")";
  }
  return out.empty() ? "none" : out;
}

}  // namespace

json::object describe(const tool_description& tool) {
  const auto& hints = tool.hints;
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.description},
          {"inputSchema", input_schema(tool.arguments)},
          {"outputSchema", parse_json(tool.output_schema).value},
          {"annotations",
           {{"readOnlyHint", hints.read_only},
            {"destructiveHint", hints.destructive},
            {"idempotentHint", hints.idempotent},
            {"openWorldHint", hints.open_world}}}};
}

std::string describe_markdown(std::span<const tool_description* const> tools) {
  std::string out = "| tool | arguments (default) | what it does |\n| --- | --- | --- |\n";
  for (const auto* tool : tools)
    out += "| `" + std::string{tool->name} + "` | " + cell(arguments_cell(tool->arguments)) + " | " +
           cell(tool->description) + " |\n";
  return out;
}

tool_answer tool_error(std::string text) {
  return {std::move(text), {}, true};
}

std::string answer_body(tool_answer answer, const answer_filter& filter) {
  auto structured = to_text(answer.structured);
  // If both halves are the same JSON, they stay the same.
  const bool is_json = answer.text == structured;
  if (filter.clean(answer.structured)) structured = to_text(answer.structured);
  const auto text = is_json ? structured : filter.text(std::move(answer.text));
  std::string out = R"("content":[{"type":"text","text":)" + quoted(text) + "}]";
  if (!answer.is_error || !answer.structured.empty()) {
    out += R"(,"structuredContent":)";
    out += structured;
  }
  out += answer.is_error ? R"(,"isError":true)" : R"(,"isError":false)";
  return out;
}

std::string tool_result(era in, std::string_view body, const server_info& server) {
  std::string out = in == era::modern ? R"({"resultType":"complete",)" : "{";
  const std::string meta = in == era::modern ? R"(,"_meta":)" + to_text(result_meta(server)) : "";
  out.reserve(out.size() + body.size() + meta.size() + 1);
  out += body;
  out += meta;
  out += '}';
  return out;
}

}  // namespace covey::protocol

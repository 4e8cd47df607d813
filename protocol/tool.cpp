#include "protocol/tool.hpp"
#include <boost/algorithm/string/replace.hpp>

namespace covey::protocol {
namespace {

// Claude Code loads tools on demand, but for those that say this.
constexpr std::string_view meta_always_load = "anthropic/alwaysLoad";

// Bars would end the cell.
std::string cell(std::string_view text) {
  return boost::algorithm::replace_all_copy(std::string{text}, "|", "\\|");
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

json::object describe(const tool_description& tool, halves sent) {
  const auto& hints = tool.hints;
  json::object out{{"name", tool.name},
                   {"title", tool.title},
                   {"description", tool.description},
                   {"inputSchema", input_schema(tool.arguments)}};
  if (sent != halves::text) out["outputSchema"] = parse_json(tool.output_schema).value;
  json::object annotations{{"readOnlyHint", hints.read_only}, {"openWorldHint", hints.open_world}};
  if (!hints.read_only) {  // of others MCP gives these no meaning
    annotations["destructiveHint"] = hints.destructive;
    annotations["idempotentHint"] = hints.idempotent;
  }
  out["annotations"] = std::move(annotations);
  if (tool.always_loaded) out["_meta"] = {{meta_always_load, true}};
  return out;
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

tool_answer json_answer(json::object members, bool is_error) {
  return {.text = {}, .structured = std::move(members), .is_error = is_error, .is_json = true};
}

std::string text_of(const tool_answer& answer) {
  return answer.is_json ? to_text(answer.structured) : answer.text;
}

encoded_answer encode_answer(tool_answer answer, const answer_filter& filter, halves sent) {
  encoded_answer out;
  out.is_error = answer.is_error;
  out.text_is_json = answer.is_json && (sent != halves::text || answer.text.empty());
  filter.clean(answer.structured);
  auto structured = to_text(answer.structured);
  if (sent != halves::structured || answer.is_error)
    out.text = quoted(out.text_is_json ? structured : filter.text(std::move(answer.text)));
  const bool has_structured = !answer.is_error || !answer.structured.empty();
  if (sent != halves::text && has_structured) out.structured = std::move(structured);
  return out;
}

namespace {

// "\"given_up\":\"…\"," as the first member of an object in JSON text.
std::string as_member(std::string_view line, bool is_only) {
  return R"("given_up":)" + quoted(line) + (is_only ? "" : ",");
}

std::string without_quotes(const std::string& json_string) {
  return json_string.substr(1, json_string.size() - 2);
}

}  // namespace

encoded_answer with_notice(encoded_answer of, std::string_view line) {
  const bool is_empty = of.structured == "{}";
  if (!of.structured.empty()) of.structured.insert(1, as_member(line, is_empty));
  if (of.text.empty()) return of;
  if (of.text_is_json)
    of.text.insert(2, without_quotes(quoted(as_member(line, of.text == R"("{}")"))));
  else
    of.text.insert(1, without_quotes(quoted(std::string{line} + "\n")));
  return of;
}

std::string tool_result(era in, const encoded_answer& answer, const server_info& server) {
  const std::string meta = in == era::modern ? R"(,"_meta":)" + to_text(result_meta(server)) : "";
  std::string out = in == era::modern ? R"({"resultType":"complete",)" : "{";
  constexpr std::size_t frame = 96;
  out.reserve(out.size() + answer.text.size() + answer.structured.size() + meta.size() + frame);
  out += R"("content":[)";
  if (!answer.text.empty()) out.append(R"({"type":"text","text":)").append(answer.text).append("}");
  out += "]";
  if (!answer.structured.empty()) out.append(R"(,"structuredContent":)").append(answer.structured);
  out += answer.is_error ? R"(,"isError":true)" : R"(,"isError":false)";
  out.append(meta).append("}");
  return out;
}

}  // namespace covey::protocol

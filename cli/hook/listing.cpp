#include "cli/hook/listing.hpp"
#include "parsers/text/json_members.hpp"

namespace covey::cli {
namespace {

namespace json = protocol::json;

constexpr std::size_t max_tokens = 250'000;  // of an answer

options served(const std::string& project) {
  options out;
  out.workspace = project;
  out.workspace_given = true;
  out.answer_tokens = max_tokens;
  out.sent = protocol::halves::structured;
  return out;
}

// The list, if it is whole.
const json::array* whole_list(const json::object& answer, std::string_view member) {
  const auto* list = answer.if_contains(member);
  const auto* count = answer.if_contains("count");
  if (list == nullptr || !list->is_array() || count == nullptr || !count->is_number()) return nullptr;
  return count->to_number<std::uint64_t>() == list->get_array().size() ? &list->get_array() : nullptr;
}

std::uint64_t number_at(const json::object& in, std::string_view member) {
  const auto* value = in.if_contains(member);
  return value != nullptr && value->is_number() ? value->to_number<std::uint64_t>() : 0;
}

}  // namespace

listing::listing(const std::string& project, std::string_view language)
    : language_(language), session_(served(project)) {}

json::object listing::ask(std::string_view tool, const char* argument, std::string_view query) {
  if (session_.get() == nullptr) return {};
  json::object arguments{{"language", language_}};
  if (!query.empty()) arguments[argument] = query;
  const auto response = session_->call(tool, arguments, [](std::string_view) {});
  const auto* result = response.if_contains("result");
  if (result == nullptr || !result->is_object()) return {};
  const auto* answer = result->get_object().if_contains("structuredContent");
  if (answer == nullptr || !answer->is_object()) return {};
  folder_ = parsers::text_at(answer->get_object(), "test_dir");
  return answer->get_object();
}

std::optional<std::vector<std::string>> listing::files(std::string_view query) {
  const auto answer = ask("list_testfiles", "query", query);
  const auto* list = whole_list(answer, "files");
  if (list == nullptr) return std::nullopt;
  std::vector<std::string> out;
  for (const auto& one : *list)
    if (one.is_string()) out.emplace_back(one.get_string());
  return out;
}

std::optional<std::vector<listed_block>> listing::blocks(std::string_view file_query) {
  const auto answer = ask("list_testblocks", "file_query", file_query);
  const auto* list = whole_list(answer, "testblocks");
  if (list == nullptr) return std::nullopt;
  std::vector<listed_block> out;
  for (const auto& one : *list)
    if (const auto* block = one.if_object())
      out.push_back({parsers::text_at(*block, "label"), parsers::text_at(*block, "file"),
                     number_at(*block, "line_start"), number_at(*block, "line_end")});
  return out;
}

}  // namespace covey::cli

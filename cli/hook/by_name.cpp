#include "cli/hook/by_name.hpp"
#include "parsers/text/json_members.hpp"
#include "process/read_paths.hpp"
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>

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

constexpr std::size_t max_files = 2000;

std::string lower(std::string_view text) {
  std::string out{text};
  for (auto& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// The words of a query that a label may have: "'total !slow" has "total".
struct wanted_words {
  std::vector<std::string> words;
  bool any = false;  // else all of them
};

wanted_words words_of(std::string_view query) {
  wanted_words out;
  std::string term;
  const auto take = [&] {
    if (term == "|") out.any = true;
    std::string_view word = term;
    if (word.starts_with('\'') || word.starts_with('^')) word.remove_prefix(1);
    if (word.ends_with('$')) word.remove_suffix(1);
    if (!word.empty() && word != "|" && !word.starts_with('!')) out.words.emplace_back(word);
    term.clear();
  };
  for (std::size_t i = 0; i < query.size(); ++i) {
    if (query[i] == ' ')
      take();
    else
      term += query[i] == '\\' && i + 1 < query.size() && query[i + 1] == ' ' ? query[++i] : query[i];
  }
  take();
  return out;
}

bool holds(const std::string& text, const wanted_words& wanted) {
  const auto has = [&](const auto& word) { return text.find(word) != std::string::npos; };
  return wanted.any ? std::any_of(wanted.words.begin(), wanted.words.end(), has)
                    : std::all_of(wanted.words.begin(), wanted.words.end(), has);
}

// The lines that have one of the words, from 1.
std::vector<std::uint64_t> lines_with(const std::string& text, const wanted_words& wanted) {
  std::vector<std::uint64_t> out;
  std::uint64_t line = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    const auto one = std::string_view{text}.substr(at, end - at);
    ++line;
    if (std::any_of(wanted.words.begin(), wanted.words.end(),
                    [&](const auto& word) { return one.find(word) != one.npos; }))
      out.push_back(line);
    at = end + 1;
  }
  return out;
}

bool is_in_one(const std::vector<listed_block>& blocks, const std::string& file, std::uint64_t line) {
  return std::any_of(blocks.begin(), blocks.end(), [&](const auto& block) {
    return block.file == file && block.first_line <= line && line <= block.last_line;
  });
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

bool is_found_by_labels(listing& tests, const std::string& query, const std::string& file_query) {
  const auto files = tests.files(file_query);
  auto blocks = tests.blocks(file_query);
  if (!files || !blocks || files->size() > max_files) return false;
  const auto typed = words_of(query);
  auto wanted = typed;
  for (auto& word : wanted.words) word = lower(word);
  std::erase_if(*blocks, [&](const auto& block) { return !holds(lower(block.label), wanted); });
  // Some runners know case, some do not.
  if (!std::ranges::all_of(*blocks, [&](const auto& block) { return holds(block.label, typed); }))
    return false;
  return !blocks->empty() && std::ranges::all_of(*files, [&](const auto& file) {
    const auto path = lower(file);
    const auto text = lower(process::read_path(tests.folder() + "/" + file).text);
    if (!holds(path + "\n" + text, wanted)) return true;
    return lines_with(path, wanted).empty() && std::ranges::all_of(lines_with(text, wanted), [&](auto line) {
             return is_in_one(*blocks, file, line);
           });
  });
}

}  // namespace covey::cli

#include "cli/hook/by_name.hpp"
#include "process/read_paths.hpp"
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string_view>

namespace covey::cli {
namespace {

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

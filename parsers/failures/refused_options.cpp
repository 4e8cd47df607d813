#include "parsers/failures/refused_options.hpp"
#include <algorithm>
#include <string_view>

namespace covey::parsers {
namespace {

// What runners say of a flag stands at the beginning.
constexpr std::size_t max_read = 400;

bool is_word(char c) {
  return c == '-' || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool has_word(std::string_view text, std::string_view word) {
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) return true;
  }
  return false;
}

}  // namespace

bool refuses_options(const finished_run& run, const failure& why) {
  const bool may_be =
      run.options && run.results.totals.tests() == 0 && why.id.name.empty() && why.where.line == 0;
  if (!may_be) return false;
  const auto said = std::string_view{why.message}.substr(0, max_read);
  const auto& args = run.options->args;
  return std::any_of(args.begin(), args.end(), [&](const std::string& word) {
    return word.size() > 1 && word.front() == '-' && has_word(said, word.substr(0, word.find('=')));
  });
}

bool has_refused_options(const finished_run& run) {
  const auto& all = run.results.failures;
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [&](const auto& one) { return refuses_options(run, one); });
}

}  // namespace covey::parsers

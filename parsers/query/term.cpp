#include "parsers/query/term.hpp"

#include "parsers/query/letters.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <cstddef>
#include <utility>

namespace covey::parsers {
namespace {

// Stands for an escaped space while words are split; as in fzf, a tab that was typed is taken for one, too.
constexpr char32_t kept_space = U'\t';

std::u32string with_kept_spaces(std::u32string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text.substr(i).starts_with(U"\\ ")) {
      out += kept_space;
      ++i;
    } else {
      out += text[i];
    }
  return out;
}

std::u32string_view next_word(std::u32string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of(U' '), rest.size()));
  const auto word = rest.substr(0, rest.find(U' '));
  rest.remove_prefix(word.size());
  return word;
}

template <char32_t (*Change)(char32_t)>
std::u32string changed(std::u32string text) {
  std::transform(text.begin(), text.end(), text.begin(), Change);
  return text;
}

bool take_first(std::u32string& text, char32_t sign) {
  if (!text.starts_with(sign)) return false;
  text.erase(0, 1);
  return true;
}

bool take_last(std::u32string& text, char32_t sign) {
  if (!text.ends_with(sign)) return false;
  text.pop_back();
  return true;
}

// Takes the signs around the text. Inverse terms are exact, and ' makes them fuzzy again, even before a $.
void take_signs(query_term& term) {
  auto& text = term.text;
  term.inverse = take_first(text, U'!');
  if (term.inverse) term.form = term_form::exact;
  const bool at_end = text != U"$" && take_last(text, U'$');
  if (at_end) term.form = term_form::suffix;
  if (take_first(text, U'\''))
    term.form = term.inverse ? term_form::fuzzy : term_form::exact;
  else if (take_first(text, U'^'))
    term.form = at_end ? term_form::equal : term_form::prefix;
}

std::vector<std::uint32_t> borders_of(std::u32string_view text) {
  std::vector<std::uint32_t> borders(text.size());
  std::uint32_t length = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    while (length > 0 && text[i] != text[length]) length = borders[length - 1];
    if (text[i] == text[length]) ++length;
    borders[i] = length;
  }
  return borders;
}

query_term term_of(std::u32string_view word) {
  query_term term;
  term.text = word;
  std::replace(term.text.begin(), term.text.end(), kept_space, U' ');
  auto small = changed<lower_case>(term.text);
  term.any_case = small == term.text;
  term.any_accent = changed<without_accent>(small) == small;
  take_signs(term);
  if (term.any_accent) term.text = changed<without_accent>(std::move(term.text));
  if (term.form == term_form::exact) term.borders = borders_of(term.text);
  return term;
}

}  // namespace

query_term literally(query_term term) {
  term.form = term_form::exact;
  term.borders = borders_of(term.text);
  return term;
}

std::vector<query_group> parse_query(std::string_view text) {
  std::u32string characters;
  decode_utf8(text, characters);
  const auto kept = with_kept_spaces(characters);
  std::u32string_view rest = kept;
  std::vector<query_group> groups;
  bool after_bar = false;  // directly after a bar
  bool joins = false;      // the next term belongs to the last group
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (word == U"|" && !groups.empty() && !after_bar) {
      after_bar = joins = true;
      continue;
    }
    after_bar = false;
    auto term = term_of(word);
    if (term.text.empty()) continue;
    if (!joins) groups.emplace_back();
    groups.back().push_back(std::move(term));
    joins = false;
  }
  return groups;
}

}  // namespace covey::parsers

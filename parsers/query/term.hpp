// The syntax of a query: fzf's extended search.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

enum class term_form : std::uint8_t {
  fuzzy,   // abc: its characters in this order
  exact,   // 'abc, and !abc
  prefix,  // ^abc
  suffix,  // abc$
  equal    // ^abc$
};

struct query_term {
  term_form form = term_form::fuzzy;
  bool inverse = false;
  bool any_case = true;      // it was written without capitals; then `text` is in lower case
  bool any_accent = true;    // it was written without accents
  std::u32string text = {};  // never empty

  // For exact terms: per character, how many characters up to it are also a beginning of `text` (Knuth,
  // Morris, Pratt).
  std::vector<std::uint32_t> borders = {};
};

// One of them has to match.
using query_group = std::vector<query_term>;

// The same term as it stands: 'abc for abc.
query_term literally(query_term term);

// All of the groups have to match. Invalid UTF-8 stands for U+FFFD.
std::vector<query_group> parse_query(std::string_view text);

}  // namespace covey::parsers

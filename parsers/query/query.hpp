// Fuzzy queries in the syntax and the order of `fzf --filter` (0.38 to 0.46, default options), as pure
// functions. Source: fzf(1), "EXTENDED SEARCH MODE", and what fzf does.
//   abc      its characters in this order, with anything between them
//   'abc     abc as it stands
//   ^abc     abc at the beginning
//   abc$     abc at the end
//   ^abc$    abc and nothing else
//   !abc     not 'abc; !^abc and !abc$ are not ^abc and abc$, !'abc is not the fuzzy abc
//   a b      both
//   a | b    one of them; a bar binds tighter than a space
//   a\ b     one term with a space in it
// A term without capitals finds both cases, a term without accents finds Latin letters with any. Each byte of
// invalid UTF-8 counts as U+FFFD.
// What it must know of single characters (word boundaries, capitals, accents) is of Unicode: general categories, simple lower case,
// and the letters that fzf takes accented ones for (letter_tables.py).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// From the characters that belong least to a word to those that belong most; up to `delimiter` they end one.
enum class letter_kind : std::uint8_t {
  white,
  other,
  delimiter,  // one of /,:;|
  lower,
  upper,
  letter,  // of a script without capitals
  number
};

namespace beyond_ascii {
letter_kind kind_of(char32_t character);
char32_t lower_case(char32_t character);
char32_t without_accent(char32_t character);
}  // namespace beyond_ascii

constexpr char32_t ascii_end = 0x80;

constexpr letter_kind ascii_kind(char32_t character) {
  if (character >= 'a' && character <= 'z') return letter_kind::lower;
  if (character >= 'A' && character <= 'Z') return letter_kind::upper;
  if (character >= '0' && character <= '9') return letter_kind::number;
  if (character == ' ' || (character >= '\t' && character <= '\r')) return letter_kind::white;
  return std::u32string_view{U"/,:;|"}.find(character) == std::u32string_view::npos ? letter_kind::other
                                                                                    : letter_kind::delimiter;
}

constexpr auto ascii_kinds = [] {
  std::array<letter_kind, ascii_end> table{};
  for (char32_t i = 0; i < ascii_end; ++i) table[i] = ascii_kind(i);
  return table;
}();

inline letter_kind kind_of(char32_t character) {
  return character < ascii_end ? ascii_kinds[character] : beyond_ascii::kind_of(character);
}

// Maps one character to one: U+00DF stays.
inline char32_t lower_case(char32_t character) {
  if (character >= ascii_end) return beyond_ascii::lower_case(character);
  return character >= 'A' && character <= 'Z' ? character + ('a' - 'A') : character;
}

// U+00E9 -> e, U+00F8 -> o, U+1EE8 -> U; all else stays.
inline char32_t without_accent(char32_t character) {
  return character < ascii_end ? character : beyond_ascii::without_accent(character);
}

inline bool is_blank(char32_t character) {
  return kind_of(character) == letter_kind::white;
}

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

// All of the groups have to match. Invalid UTF-8 stands for U+FFFD.
std::vector<query_group> parse_query(std::string_view text);

// One candidate as the terms of a query see it. Costly values are computed on first use.
enum class lowering : std::uint8_t {
  none,
  capitals,  // all but title case (U+01C5), numerals (U+2160) and the like
  all
};

class query_candidate {
 public:
  // `bytes` must stay where they are. Reuse one object for all candidates, to keep its memory.
  void assign(std::string_view bytes);

  std::string_view bytes() const { return bytes_; }
  bool ascii() const { return ascii_; }

  const std::u32string& characters();

  // The characters as seen by a term that ignores case, or accents.
  const std::u32string& seen(lowering lower, bool without_accents);

  // What a match of each character adds to the value of any match: most at the beginning of a word.
  const std::vector<std::uint8_t>& bonuses();

  // How many blanks the text begins and ends with; both are its length if all is blank.
  std::size_t leading_blanks();
  std::size_t trailing_blanks();

  // Without blanks around it, in characters.
  std::size_t trimmed_length();

 private:
  std::string_view bytes_;
  bool ascii_ = true;
  std::u32string characters_;
  std::array<std::u32string, 6> seen_;  // by what is changed
  std::vector<std::uint8_t> bonuses_;
  bool has_characters_ = false;
  bool has_bonuses_ = false;
  std::array<bool, 6> has_seen_{};
};

constexpr std::uint8_t boundary_bonus = 8;  // this much or more: a word begins here

// Fuzzy terms: the characters of the term in its order, with anything between them.
class fuzzy_matcher {
 public:
  // Cells of the tables that may be filled for one candidate, all terms together.
  static constexpr std::size_t max_cells = 512 * 1024;

  void begin_candidate() { cells_ = max_cells; }

  // The score of the best of all alignments, by a table of the term's characters and the candidate's. If the
  // table would have more than 102,400 cells, fzf takes a good alignment found in linear time; so does this,
  // also once `max_cells` are used up.
  std::optional<int> score(const query_term& term, query_candidate& candidate);

 private:
  bool find_places(const query_term& term);
  int best_of_one(char32_t wanted) const;
  void fill_first_row(char32_t wanted);
  void fill_row(std::size_t row, char32_t wanted);
  std::optional<int> greedy_score(const query_term& term, query_candidate& candidate);

  std::size_t cells_ = max_cells;

  std::u32string_view text_;               // the candidate as the term sees it
  const std::uint8_t* bonuses_ = nullptr;  // of the candidate

  // Memory that is used again.
  std::vector<std::size_t> first_;  // of each of the term's characters: the first place after the one before
  std::size_t last_ = 0;            // place of the term's last character
  std::vector<int> best_;           // by place: the best score of an alignment that ends here, or before
  std::vector<std::size_t> run_;    // by place: length of the run of matches that ends here
};

class query {
 public:
  // Limits that fzf does not have: with them any candidate takes a millisecond or two at most, whatever
  // the query.
  static constexpr std::size_t max_bytes = 16 * 1024;           // of the query
  static constexpr std::size_t max_terms = 256;                 // past either limit, it is `too_long`
  static constexpr std::size_t max_candidate_bytes = 4 * 1024;  // the rest of a candidate is ignored

  static query parse(std::string_view text);

  // The same, but a fuzzy word that some candidate holds as it stands means itself; letters only if none does.
  query words_first(const std::vector<std::string>& candidates) const;

  // It has no term: everything matches, with a score of 0.
  bool empty() const { return groups_.empty() && !too_long_; }

  // It is over a limit: nothing matches.
  bool too_long() const { return too_long_; }

  // Whether matches are ordered by score: false if the query is empty, or has only inverse terms.
  bool ranks() const { return ranks_; }

 private:
  friend class query_filter;
  std::vector<query_group> groups_;
  bool ranks_ = false;
  bool too_long_ = false;
};

// Takes candidates one by one, and gives those that match in order. Keeps its memory from one to the next.
class query_filter {
 public:
  // The query must outlive it.
  explicit query_filter(const query& asked) : query_(asked) {}
  explicit query_filter(query&&) = delete;

  // The score of the candidate, 0 to 65535, if it matches: the sum of those of its terms. Up to 2^32
  // candidates.
  std::optional<int> offer(std::string_view candidate);

  // The matches, each as the number of candidates offered before it: by score, then the shorter one (without
  // the blanks around it, in characters), then the one offered first.
  std::vector<std::size_t> best_first();

 private:
  std::optional<int> score(const query_term& term);
  std::optional<int> score(const query_group& group);

  const query& query_;
  query_candidate candidate_;
  fuzzy_matcher fuzzy_;
  std::vector<std::uint64_t> found_;  // least is best: 16 bits less the score, 16 bits length, 32 bits number
  std::uint64_t offered_ = 0;
};

// Indices of those candidates that match, best first. `text` makes a std::string_view, or a string, of each.
template <class Candidates, class Projection = std::identity>
std::vector<std::size_t> filter(const query& asked, const Candidates& candidates, Projection text = {}) {
  query_filter matching{asked};
  for (const auto& candidate : candidates) matching.offer(std::invoke(text, candidate));
  return matching.best_first();
}

}  // namespace covey::parsers

// Fuzzy terms: the characters of the term in its order, with anything between them.
#pragma once

#include "parsers/query/candidate.hpp"
#include "parsers/query/term.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace covey::parsers {

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

}  // namespace covey::parsers

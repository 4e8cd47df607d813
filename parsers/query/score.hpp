// Shared by all forms of terms: how a candidate looks to a term, and what its matches are worth. The values
// are fzf's (default scheme).
#pragma once

#include "parsers/query/candidate.hpp"
#include "parsers/query/term.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers {

namespace score_of {
constexpr int match = 16;
constexpr int first_skipped = -3;     // of a run of characters that do not match
constexpr int next_skipped = -1;      // each of the others of the run
constexpr int consecutive = 4;        // at least, for a match right after a match
constexpr int first_bonus_times = 2;  // the bonus of the term's first character counts twice
}  // namespace score_of

inline const std::u32string& seen_by(const query_term& term, query_candidate& candidate) {
  return candidate.seen(term.any_case ? lowering::all : lowering::none, term.any_accent);
}

// Adds up one alignment, character by character.
class alignment_score {
 public:
  void hit(int bonus) {
    if (!in_run_) {
      run_bonus_ = bonus;
    } else {
      if (bonus >= boundary_bonus) run_bonus_ = std::max(run_bonus_, bonus);
      bonus = std::max({bonus, run_bonus_, score_of::consecutive});
    }
    total_ += score_of::match + (first_ ? bonus * score_of::first_bonus_times : bonus);
    first_ = in_gap_ = false;
    in_run_ = true;
  }

  void miss() {
    total_ += in_gap_ ? score_of::next_skipped : score_of::first_skipped;
    in_gap_ = true;
    in_run_ = false;
  }

  int total() const { return total_; }

 private:
  int total_ = 0;
  int run_bonus_ = 0;  // of the run's beginning, or of a better boundary within it
  bool first_ = true;
  bool in_run_ = false;
  bool in_gap_ = false;
};

}  // namespace covey::parsers

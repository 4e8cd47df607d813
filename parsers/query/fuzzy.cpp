#include "parsers/query/fuzzy.hpp"

#include "parsers/query/score.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

constexpr std::size_t largest_table = 100 * 1024;

}  // namespace

std::optional<int> fuzzy_matcher::score(const query_term& term, query_candidate& candidate) {
  const auto& characters = candidate.characters();
  if (term.text.size() > characters.size()) return {};
  const auto cells = term.text.size() * characters.size();
  if (cells > std::min(largest_table, cells_)) return greedy_score(term, candidate);

  // In its table fzf lowers only capitals.
  text_ = candidate.seen(term.any_case ? lowering::capitals : lowering::none, term.any_accent);
  if (!find_places(term)) return {};
  bonuses_ = candidate.bonuses().data();
  if (term.text.size() == 1) return best_of_one(term.text.front());
  cells_ -= cells;
  best_.resize(characters.size());
  run_.resize(characters.size());
  fill_first_row(term.text.front());
  for (std::size_t row = 1; row < term.text.size(); ++row) fill_row(row, term.text[row]);
  const auto* const best = best_.data();
  return std::max(0, *std::max_element(best + first_.back(), best + last_ + 1));
}

bool fuzzy_matcher::find_places(const query_term& term) {
  first_.clear();
  std::size_t from = 0;
  for (const auto wanted : term.text) {
    const auto found = text_.find(wanted, from);
    if (found == std::u32string_view::npos) return false;
    first_.push_back(found);
    from = found + 1;
  }
  last_ = text_.rfind(term.text.back());
  return true;
}

// Stops at the first boundary, although a better one may follow.
int fuzzy_matcher::best_of_one(char32_t wanted) const {
  int best = 0;
  for (auto place = first_.front(); place <= last_ && best < boundary_bonus; ++place)
    if (text_[place] == wanted) best = std::max<int>(best, bonuses_[place]);
  return score_of::match + best * score_of::first_bonus_times;
}

void fuzzy_matcher::fill_first_row(char32_t wanted) {
  int left = 0;
  bool in_gap = false;
  for (auto place = first_.front(); place <= last_; ++place) {
    const bool hit = text_[place] == wanted;
    if (hit)
      left = score_of::match + bonuses_[place] * score_of::first_bonus_times;
    else
      left = std::max(0, left + (in_gap ? score_of::next_skipped : score_of::first_skipped));
    best_[place] = left;
    run_[place] = hit ? 1 : 0;
    in_gap = !hit;
  }
}

// Overwrites the row before it; that row's cell diagonally before the present one is carried along.
void fuzzy_matcher::fill_row(std::size_t row, char32_t wanted) {
  const auto first = first_[row];
  const auto* const text = text_.data();
  auto* const best = best_.data();
  auto* const run = run_.data();
  int left = 0;
  bool in_gap = false;
  int diagonal = best[first - 1];
  std::size_t diagonal_run = run[first - 1];
  for (auto place = first; place <= last_; ++place) {
    const int skipped = left + (in_gap ? score_of::next_skipped : score_of::first_skipped);
    int taken = 0;
    std::size_t length = 0;
    if (text[place] == wanted) {
      const int own_bonus = bonuses_[place];
      int bonus = own_bonus;
      length = diagonal_run + 1;
      if (length > 1) {
        const int run_bonus = bonuses_[place + 1 - length];
        if (bonus >= boundary_bonus && bonus > run_bonus)
          length = 1;  // a better beginning of a run than that of this one
        else
          bonus = std::max({bonus, run_bonus, score_of::consecutive});
      }
      taken = diagonal + score_of::match + bonus;
      if (taken < skipped) {
        taken += own_bonus - bonus;
        length = 0;
      }
    }
    diagonal = best[place];
    diagonal_run = run[place];
    in_gap = taken < skipped;
    left = std::max({taken, skipped, 0});
    best[place] = left;
    run[place] = length;
  }
}

// The alignment that ends first, and of those the one that begins last. fzf searches its beginning with the
// accents on; if it finds none, the alignment begins at the first place of the term's first character.
std::optional<int> fuzzy_matcher::greedy_score(const query_term& term, query_candidate& candidate) {
  text_ = seen_by(term, candidate);
  if (!find_places(term)) return {};
  const auto end = first_.back() + 1;
  auto begin = first_.front();
  auto left = term.text.size();
  const auto& accented = candidate.seen(term.any_case ? lowering::all : lowering::none, false);
  for (auto place = end; place > first_.front() && left > 0; --place) {
    if (accented[place - 1] != term.text[left - 1]) continue;
    if (--left == 0) begin = place - 1;
  }

  const auto& bonuses = candidate.bonuses();
  alignment_score sum;
  std::size_t next = 0;
  for (auto place = begin; place < end; ++place)
    if (text_[place] == term.text[next]) {
      sum.hit(bonuses[place]);
      ++next;
    } else {
      sum.miss();
    }
  return sum.total();
}

}  // namespace covey::parsers

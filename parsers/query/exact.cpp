#include "parsers/query/exact.hpp"

#include "parsers/query/letters.hpp"
#include "parsers/query/score.hpp"
#include <cstddef>
#include <string>

namespace covey::parsers {
namespace {

bool stands_at(const query_term& term, query_candidate& candidate, std::size_t place) {
  return seen_by(term, candidate).compare(place, term.text.size(), term.text) == 0;
}

int score_at(const query_term& term, query_candidate& candidate, std::size_t place) {
  const auto& bonuses = candidate.bonuses();
  alignment_score sum;
  for (std::size_t i = 0; i < term.text.size(); ++i) sum.hit(bonuses[place + i]);
  return sum.total();
}

std::size_t blanks_before(const query_term& term, query_candidate& candidate) {
  return is_blank(term.text.front()) ? 0 : candidate.leading_blanks();
}

std::size_t blanks_after(const query_term& term, query_candidate& candidate) {
  return is_blank(term.text.back()) ? 0 : candidate.trailing_blanks();
}

}  // namespace

std::optional<int> exact_score(const query_term& term, query_candidate& candidate) {
  const auto& text = seen_by(term, candidate);
  const auto length = term.text.size();
  std::optional<std::size_t> best;
  std::size_t matched = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    while (matched > 0 && (matched == length || text[i] != term.text[matched]))
      matched = term.borders[matched - 1];
    if (text[i] == term.text[matched]) ++matched;
    if (matched < length) continue;
    const auto place = i + 1 - length;
    const auto& bonuses = candidate.bonuses();
    if (!best || bonuses[place] > bonuses[*best]) best = place;
    if (bonuses[place] >= boundary_bonus) break;
  }
  if (!best) return {};
  return score_at(term, candidate, *best);
}

std::optional<int> prefix_score(const query_term& term, query_candidate& candidate) {
  const auto place = blanks_before(term, candidate);
  if (candidate.characters().size() < place + term.text.size()) return {};
  if (!stands_at(term, candidate, place)) return {};
  return score_at(term, candidate, place);
}

std::optional<int> suffix_score(const query_term& term, query_candidate& candidate) {
  const auto end = candidate.characters().size() - blanks_after(term, candidate);
  if (end < term.text.size() || !stands_at(term, candidate, end - term.text.size())) return {};
  return score_at(term, candidate, end - term.text.size());
}

// Every character counts as though a word began with it.
std::optional<int> equal_score(const query_term& term, query_candidate& candidate) {
  const auto place = blanks_before(term, candidate);
  const auto length = static_cast<int>(term.text.size());
  if (place + term.text.size() + blanks_after(term, candidate) != candidate.characters().size()) return {};
  if (!stands_at(term, candidate, place)) return {};
  constexpr int bonus = boundary_bonus + 2;
  return (score_of::match + bonus) * length + bonus;
}

}  // namespace covey::parsers

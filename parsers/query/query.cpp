#include "parsers/query/query.hpp"
#include "parsers/query/letters.hpp"
#include "parsers/query/score.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <string>

namespace covey::parsers {
namespace {

// --- Terms whose characters stand together: 'exact, ^prefix, suffix$, ^equal$ ---

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

// The score of the place with the best start: the first one at a boundary, else the one with the highest
// bonus.
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

// Blanks at the anchored ends of the candidate are skipped, unless the term has one there itself.
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

constexpr int worst = 0;
constexpr int best = 0xFFFF;

// Whether the term's characters come in this order: every form needs at least that. Only for ASCII
// candidates, where one byte is one character and there are no accents.
bool may_match(const query_term& term, std::string_view ascii) {
  auto wanted = term.text.begin();
  for (const char byte : ascii) {
    auto character = static_cast<char32_t>(static_cast<unsigned char>(byte));
    if (term.any_case && byte >= 'A' && byte <= 'Z') character += 'a' - 'A';
    if (character == *wanted && ++wanted == term.text.end()) return true;
  }
  return false;
}

}  // namespace

query query::parse(std::string_view text) {
  query out;
  out.too_long_ = text.size() > max_bytes;
  if (out.too_long_) return out;
  out.groups_ = parse_query(text);
  std::size_t terms = 0;
  for (const auto& group : out.groups_) {
    terms += group.size();
    for (const auto& term : group) out.ranks_ = out.ranks_ || !term.inverse;
  }
  out.too_long_ = terms > max_terms;
  return out;
}

std::optional<int> query_filter::score(const query_term& term) {
  if (candidate_.ascii() && !may_match(term, candidate_.bytes())) return {};
  switch (term.form) {
    case term_form::fuzzy:
      return fuzzy_.score(term, candidate_);
    case term_form::exact:
      return exact_score(term, candidate_);
    case term_form::prefix:
      return prefix_score(term, candidate_);
    case term_form::suffix:
      return suffix_score(term, candidate_);
    case term_form::equal:
      return equal_score(term, candidate_);
  }
  return {};
}

// The score of the first term that is found; it goes before a satisfied inverse term, whatever their order.
std::optional<int> query_filter::score(const query_group& group) {
  std::optional<int> out;
  for (const auto& term : group) {
    const auto found = score(term);
    if (found && !term.inverse) return found;
    if (!found && term.inverse) out = 0;
  }
  return out;
}

std::optional<int> query_filter::offer(std::string_view candidate) {
  const auto number = offered_++;
  if (query_.too_long()) return {};
  int sum = 0;
  candidate_.assign(first_bytes(candidate, query::max_candidate_bytes));
  fuzzy_.begin_candidate();
  for (const auto& group : query_.groups_) {
    const auto found = score(group);
    if (!found) return {};
    sum += *found;
  }
  sum = std::clamp(sum, worst, best);
  std::uint64_t rank = 0;
  if (query_.ranks()) {
    const auto length = std::min<std::size_t>(candidate_.trimmed_length(), 0xFFFF);
    rank = static_cast<std::uint64_t>(best - sum) << 16U | length;
  }
  found_.push_back(rank << 32U | number);
  return sum;
}

std::vector<std::size_t> query_filter::best_first() {
  if (query_.ranks()) std::sort(found_.begin(), found_.end());
  std::vector<std::size_t> out(found_.size());
  std::transform(found_.begin(), found_.end(), out.begin(),
                 [](std::uint64_t entry) { return static_cast<std::size_t>(entry & 0xFFFFFFFF); });
  return out;
}

}  // namespace covey::parsers

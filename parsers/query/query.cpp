#include "parsers/query/query.hpp"

#include "parsers/query/exact.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

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

// Terms whose characters stand together: 'exact, ^prefix, suffix$, ^equal$.
#pragma once

#include "parsers/query/candidate.hpp"
#include "parsers/query/term.hpp"
#include <optional>

namespace covey::parsers {

// The score of the place with the best start: the first one at a boundary, else the one with the highest
// bonus.
std::optional<int> exact_score(const query_term& term, query_candidate& candidate);

// Blanks at the anchored ends of the candidate are skipped, unless the term has one there itself.
std::optional<int> prefix_score(const query_term& term, query_candidate& candidate);
std::optional<int> suffix_score(const query_term& term, query_candidate& candidate);
std::optional<int> equal_score(const query_term& term, query_candidate& candidate);

}  // namespace covey::parsers

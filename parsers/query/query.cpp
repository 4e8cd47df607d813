#include "parsers/query/query.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers {
namespace {

namespace tables {

enum range_kind : std::uint8_t { white, lower, upper, letter, number, cased };

struct kind_range {
  char32_t first;
  char32_t last;
  range_kind kind;  // cased: capitals and their small letters alternate, a capital first
};

struct case_range {
  char32_t first;
  char32_t last;
  char32_t every;  // 2: every other character, from the first on
  std::int32_t to_lower;
};

struct accent_range {
  char32_t first;
  char32_t last;
  char letter;
};

#include "parsers/query/letter_tables.inc"

}  // namespace tables

// The range that holds the character, or nullptr.
template <class Ranges>
const typename Ranges::value_type* range_of(const Ranges& ranges, char32_t character) {
  const auto found = std::lower_bound(ranges.begin(), ranges.end(), character,
                                      [](const auto& range, char32_t sought) { return range.last < sought; });
  return found == ranges.end() || character < found->first ? nullptr : &*found;
}

letter_kind kind_in(const tables::kind_range& range, char32_t character) {
  using enum tables::range_kind;
  switch (range.kind) {
    case white:
      return letter_kind::white;
    case lower:
      return letter_kind::lower;
    case upper:
      return letter_kind::upper;
    case letter:
      return letter_kind::letter;
    case number:
      return letter_kind::number;
    case cased:
      return (character - range.first) % 2 == 0 ? letter_kind::upper : letter_kind::lower;
  }
  return letter_kind::other;
}

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

// The same term as it stands: 'abc for abc.
query_term literally(query_term term) {
  term.form = term_form::exact;
  term.borders = borders_of(term.text);
  return term;
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

constexpr std::size_t kinds = static_cast<std::size_t>(letter_kind::number) + 1;

constexpr std::uint8_t bonus_between(letter_kind before, letter_kind here) {
  constexpr std::uint8_t after_blank = boundary_bonus + 2;
  if (here > letter_kind::other) {
    if (before == letter_kind::white) return after_blank;
    if (before == letter_kind::delimiter) return boundary_bonus + 1;
    if (before == letter_kind::other) return boundary_bonus;
  }
  const bool hump = before == letter_kind::lower && here == letter_kind::upper;
  const bool first_digit = before != letter_kind::number && here == letter_kind::number;
  if (hump || first_digit) return boundary_bonus - 1;
  if (here == letter_kind::other) return boundary_bonus;
  return here == letter_kind::white ? after_blank : 0;
}

constexpr auto bonus_table = [] {
  std::array<std::array<std::uint8_t, kinds>, kinds> table{};
  for (std::size_t before = 0; before < kinds; ++before)
    for (std::size_t here = 0; here < kinds; ++here)
      table[before][here] = bonus_between(static_cast<letter_kind>(before), static_cast<letter_kind>(here));
  return table;
}();

char32_t lowered(char32_t character, lowering lower) {
  const bool apply =
      lower == lowering::all || (lower == lowering::capitals && kind_of(character) == letter_kind::upper);
  return apply ? lower_case(character) : character;
}

// Shared by all forms of terms: how a candidate looks to a term, and what its matches are worth. The values
// are fzf's (default scheme).
namespace score_of {
constexpr int match = 16;
constexpr int first_skipped = -3;     // of a run of characters that do not match
constexpr int next_skipped = -1;      // each of the others of the run
constexpr int consecutive = 4;        // at least, for a match right after a match
constexpr int first_bonus_times = 2;  // the bonus of the term's first character counts twice
}  // namespace score_of

const std::u32string& seen_by(const query_term& term, query_candidate& candidate) {
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

constexpr std::size_t largest_table = 100 * 1024;

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

namespace beyond_ascii {

letter_kind kind_of(char32_t character) {
  const auto* range = range_of(tables::kinds, character);
  return range == nullptr ? letter_kind::other : kind_in(*range, character);
}

char32_t lower_case(char32_t character) {
  const auto* range = range_of(tables::cases, character);
  if (range == nullptr || (character - range->first) % range->every != 0) return character;
  return static_cast<char32_t>(static_cast<std::int32_t>(character) + range->to_lower);
}

char32_t without_accent(char32_t character) {
  if (character > tables::accents.back().last) return character;
  const auto* range = range_of(tables::accents, character);
  return range == nullptr ? character : static_cast<char32_t>(range->letter);
}

}  // namespace beyond_ascii

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

void query_candidate::assign(std::string_view bytes) {
  bytes_ = bytes;
  ascii_ = is_ascii(bytes);
  has_characters_ = has_bonuses_ = false;
  has_seen_.fill(false);
}

const std::u32string& query_candidate::characters() {
  if (has_characters_) return characters_;
  if (ascii_) {
    characters_.assign(bytes_.begin(), bytes_.end());
  } else {
    characters_.clear();
    decode_utf8(bytes_, characters_);
  }
  has_characters_ = true;
  return characters_;
}

const std::u32string& query_candidate::seen(lowering lower, bool without_accents) {
  without_accents = without_accents && !ascii_;
  if (ascii_ && lower == lowering::capitals) lower = lowering::all;
  if (lower == lowering::none && !without_accents) return characters();
  const auto which = static_cast<std::size_t>(lower) * 2 + (without_accents ? 1 : 0);
  auto& text = seen_[which];
  if (has_seen_[which]) return text;
  text = characters();
  for (auto& character : text) {
    character = lowered(character, lower);
    if (without_accents) character = without_accent(character);
  }
  has_seen_[which] = true;
  return text;
}

const std::vector<std::uint8_t>& query_candidate::bonuses() {
  if (has_bonuses_) return bonuses_;
  bonuses_.resize(characters().size());
  auto before = letter_kind::white;
  std::transform(characters_.begin(), characters_.end(), bonuses_.begin(), [&](char32_t character) {
    const auto here = kind_of(character);
    const auto bonus = bonus_table[static_cast<std::size_t>(before)][static_cast<std::size_t>(here)];
    before = here;
    return bonus;
  });
  has_bonuses_ = true;
  return bonuses_;
}

std::size_t query_candidate::leading_blanks() {
  const auto& text = characters();
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_blank) - text.begin());
}

std::size_t query_candidate::trailing_blanks() {
  const auto& text = characters();
  return static_cast<std::size_t>(std::find_if_not(text.rbegin(), text.rend(), is_blank) - text.rbegin());
}

std::size_t query_candidate::trimmed_length() {
  const auto length = characters().size();
  const auto leading = leading_blanks();
  return leading == length ? 0 : length - leading - trailing_blanks();
}

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

query query::words_first(const std::vector<std::string>& candidates) const {
  auto out = *this;
  for (auto& group : out.groups_)
    for (auto& term : group) {
      if (term.form != term_form::fuzzy || term.inverse) continue;
      query alone;
      alone.groups_ = {{literally(term)}};
      query_filter holding{alone};
      if (std::ranges::any_of(candidates, [&](const auto& one) { return holding.offer(one).has_value(); }))
        term = std::move(alone.groups_.front().front());
    }
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
  if (query_.ranks()) std::ranges::sort(found_);
  std::vector<std::size_t> out(found_.size());
  std::transform(found_.begin(), found_.end(), out.begin(),
                 [](std::uint64_t entry) { return static_cast<std::size_t>(entry & 0xFFFFFFFF); });
  return out;
}

}  // namespace covey::parsers

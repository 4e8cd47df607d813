#include "parsers/text/near.hpp"
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t max_length = 200;
constexpr std::size_t max_searched = 20'000;

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool is_separator(char c) {
  return c == ' ' || c == '/' || c == ':' || c == '>' || c == '.';
}

bool ends_with_part(std::string_view whole, std::string_view part) {
  return whole.size() > part.size() && !part.empty() && whole.ends_with(part) &&
         is_separator(whole[whole.size() - part.size() - 1]);
}

// Levenshtein's distance without regard to case; nullopt above `limit`.
std::optional<std::size_t> edits(std::string_view a, std::string_view b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return std::nullopt;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i + 1);
    auto least = row[0];
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
      least = std::min(least, row[j + 1]);
    }
    if (least > limit) return std::nullopt;
  }
  return row.back() <= limit ? std::optional{row.back()} : std::nullopt;
}

// The less, the nearer; nullopt: not near. `searched`: whether edits are looked for.
std::optional<std::size_t> distance(std::string_view wanted, std::string_view known, bool searched) {
  constexpr std::size_t same = 0, part = 1, edited = 1;
  if (std::equal(wanted.begin(), wanted.end(), known.begin(), known.end(),
                 [](char a, char b) { return lower(a) == lower(b); }))
    return same;
  if (ends_with_part(wanted, known) || ends_with_part(known, wanted)) return part;
  if (!searched || std::max(wanted.size(), known.size()) > max_length) return std::nullopt;
  const auto limit = std::max<std::size_t>(1, std::min(wanted.size(), known.size()) / 4);
  const auto count = edits(wanted, known, limit);
  return count ? std::optional{edited + *count} : std::nullopt;
}

}  // namespace

std::vector<std::string> names_near(std::string_view wanted, const std::vector<std::string>& known,
                                    std::size_t max) {
  std::vector<std::pair<std::size_t, std::size_t>> found;  // distance, index
  for (std::size_t i = 0; i < known.size(); ++i)
    if (const auto far = distance(wanted, known[i], i < max_searched)) found.emplace_back(*far, i);
  std::sort(found.begin(), found.end());
  std::vector<std::string> out;
  for (const auto& [far, i] : found) {
    if (out.size() == max) break;
    if (std::find(out.begin(), out.end(), known[i]) == out.end()) out.push_back(known[i]);
  }
  return out;
}

}  // namespace covey::parsers

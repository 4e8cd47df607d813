#include "parsers/languages/go/output/gomega.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace covey::parsers::languages::go {
namespace {

using lines = std::vector<std::string_view>;

constexpr std::string_view indent = "    ";

// The lines from `at` on that are a value's; where they end.
std::size_t end_of_value(const lines& all, std::size_t at) {
  while (at < all.size() && all[at].starts_with(indent)) ++at;
  return at;
}

std::string joined(const lines& all, std::size_t from, std::size_t to, std::size_t cut) {
  std::string out;
  for (auto i = from; i < to; ++i) out.append(i > from ? "\n" : "").append(all[i].substr(cut));
  return out;
}

// "<int>: 4" -> "<int>: "; empty if the value is not written so.
std::string_view type_of(std::string_view value) {
  constexpr std::string_view end = ">: ";
  const auto at = value.starts_with('<') ? value.find(end) : std::string_view::npos;
  return at == std::string_view::npos ? std::string_view{} : value.substr(0, at + end.size());
}

// A type is said only where it may be the difference.
void drop_equal_types(std::string& a, std::string& b) {
  const std::string type{type_of(a)};
  if (type.empty() || type_of(b) != type) return;
  a.erase(0, type.size());
  b.erase(0, type.size());
}

// "to equal               |": of long strings a mark points to the first difference.
std::string_view without_mark(std::string_view relation) {
  relation = trimmed(relation);
  if (relation.ends_with('|')) relation.remove_suffix(1);
  return trimmed(relation);
}

}  // namespace

bool read_gomega(const lines& all, compared_text& into) {
  const auto head =
      static_cast<std::size_t>(std::ranges::find(all, std::string_view{"Expected"}) - all.begin());
  if (head == all.size()) return false;
  const auto relation = end_of_value(all, head + 1);
  if (relation == head + 1 || relation == all.size() || !all[relation].starts_with("to ")) return false;
  const auto end = end_of_value(all, relation + 1);
  if (end == relation + 1) return false;
  auto actual = joined(all, head + 1, relation, indent.size());
  auto expected = joined(all, relation + 1, end, indent.size());
  drop_equal_types(actual, expected);
  into.message = joined(all, 0, head, 0);
  if (!into.message.empty()) into.message += '\n';
  into.message.append("Expected … ").append(without_mark(all[relation])).append(" …");
  if (end < all.size()) into.message += "\n" + joined(all, end, all.size(), 0);
  into.actual = std::move(actual);
  into.expected = std::move(expected);
  return true;
}

}  // namespace covey::parsers::languages::go

#include "parsers/events/failure_text.hpp"
#include <algorithm>
#include "parsers/text/head_tail.hpp"
#include "parsers/text/utf8.hpp"

namespace covey::parsers {

std::string bounded_text(std::string_view text, std::size_t limit) {
  auto plain = plain_text(text);
  plain.resize(plain.find_last_not_of(" \t\n") + 1);
  if (plain.size() <= limit) return plain;
  head_tail kept(limit);
  kept.append(plain);
  return kept.text();
}

namespace {

std::string value_text(std::string_view value) {
  std::string out;
  for (const char c : repair_utf8(value)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 ? byte != 0x7f : c == '\n' || c == '\t') {
      out += c;
    } else if (c == '\r') {
      out += "\\r";
    } else {
      constexpr std::string_view digits = "0123456789abcdef";
      out.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
  }
  return out;
}

// Length of what both have before the first difference, up to the beginning of its line.
std::size_t equal_part(std::string_view a, std::string_view b) {
  constexpr std::size_t max_line = 400;
  const auto same =
      static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const auto line = a.substr(0, same).rfind('\n') + 1;  // npos + 1 is 0
  return same - line <= max_line ? line : same - max_line / 2;
}

std::string from_difference(const std::string& value, std::size_t equal) {
  constexpr std::size_t context = 200;
  const auto begin = equal > context ? equal - context : 0;
  const auto kept = repair_utf8(first_bytes(std::string_view{value}.substr(begin), max_failure_message));
  const auto after = value.size() - std::min(value.size(), begin + kept.size());
  std::string out = begin > 0 ? "[" + std::to_string(begin) + " equal bytes left out]\n" : "";
  out += kept;
  return after > 0 ? out + "\n[" + std::to_string(after) + " bytes left out]" : out;
}

}  // namespace

void keep_values(failure& into, std::optional<std::string> actual, std::optional<std::string> expected) {
  if (actual) into.actual = value_text(*actual);
  if (expected) into.expected = value_text(*expected);
  if (!actual || !expected) {
    for (auto* one : {&into.actual, &into.expected})
      if (*one) *one = bounded_text(**one, max_failure_message);
    return;
  }
  if (std::max(into.actual->size(), into.expected->size()) <= max_failure_message) return;
  const auto equal = equal_part(*into.actual, *into.expected);
  into.actual = from_difference(*into.actual, equal);
  into.expected = from_difference(*into.expected, equal);
}

void failure_budget::charge(failure& made) {
  const auto size = made.message.size() + made.diff.size() + made.output.size() +
                    (made.expected ? made.expected->size() : 0) + (made.actual ? made.actual->size() : 0);
  if (size <= left_) {
    left_ -= size;
    return;
  }
  constexpr std::size_t short_message = 512;
  made.message = bounded_text(made.message, short_message);
  made.expected.reset();
  made.actual.reset();
  made.diff.clear();
  made.output.clear();
}

}  // namespace covey::parsers

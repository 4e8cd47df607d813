#include "parsers/events/failure_text.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include "parsers/failures/difference.hpp"
#include <algorithm>
#include <utility>
#include <map>

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

failure joined(std::vector<failure>& several) {
  if (several.empty()) {
    failure out;
    out.message = "failed without a message";
    return out;
  }
  constexpr std::size_t max_difference = 1500;  // of each but the first
  auto out = std::move(several.front());
  if (several.size() == 1) return out;
  for (std::size_t i = 1; i < several.size(); ++i) {
    const auto& more = several[i];
    out.message += "\n\n";
    if (more.where.line > 0) out.message += more.where.file + ":" + std::to_string(more.where.line) + ": ";
    const auto differs = difference_of(more, max_difference);
    out.message += message_beside(more, differs);
    if (!differs.legend.empty()) out.message += "\n(" + differs.legend + ")";
    if (!differs.text.empty()) out.message += "\n" + differs.text;
  }
  out.message = bounded_text(out.message, max_failure_message);
  return out;
}

std::string how_it_ended(const run_ending& ending) {
  const bool signalled = ending.kind == run_ending::kind_type::signalled;
  return (signalled ? "signal " : "exit code ") + std::to_string(ending.value);
}

failure runner_failure(const std::string& runner, const run_ending& ending, bool complete,
                       std::string_view printed) {
  failure out;
  out.message =
      runner + " ended with " + how_it_ended(ending) + (complete ? "" : " before its report was complete");
  const auto said = bounded_text(printed, max_explanation);
  if (!said.empty()) out.message += ":\n" + said;
  return out;
}

void set_found_places(std::vector<failure>& failures, const failures_so_far& so_far) {
  std::multimap<std::pair<std::string, std::string_view>, std::size_t> places;
  for (std::size_t i = 0; i < so_far.list.size(); ++i)
    places.emplace(std::pair{full_name(so_far.list[i].id), std::string_view{so_far.list[i].key}},
                   so_far.after[i]);
  for (auto& one : failures) {
    const auto found = places.find(std::pair{full_name(one.id), std::string_view{one.key}});
    if (found == places.end()) continue;
    one.found_at = found->second;
    places.erase(found);
  }
}

}  // namespace covey::parsers

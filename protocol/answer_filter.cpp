#include "protocol/answer_filter.hpp"
#include "protocol/text.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/algorithm/string/predicate.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <utility>

namespace covey::protocol {
namespace {

constexpr std::size_t least_different = 4;
constexpr std::size_t max_places = 16;  // of one gram: a value that repeats itself has thousands

std::uint64_t gram_at(std::string_view text, std::size_t place) {
  static_assert(secret_parts::shortest == sizeof(std::uint64_t));
  std::uint64_t out = 0;
  std::memcpy(&out, text.data() + place, sizeof out);
  return out;
}

std::size_t hash_of(std::uint64_t gram) {
  return gram * 0x9e3779b97f4a7c15u >> 48u;
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_of_a_word(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') || c == '_';
}

// In any of the forms of secret_mask: JSON may have a backslash before each slash.
bool is_absolute_path(std::string value) {
  std::erase(value, '\\');
  const auto second = value.starts_with("/") ? value.find('/', 1) : std::string::npos;
  return second != std::string::npos && second > 1 &&
         std::all_of(value.begin() + 1, value.begin() + static_cast<std::ptrdiff_t>(second), is_letter);
}

std::size_t different_bytes(std::string_view text) {
  std::bitset<256> seen;
  for (const char c : text) seen.set(static_cast<unsigned char>(c));
  return seen.count();
}

std::string_view without_marks_at_the_end(std::string_view text) {
  while (!text.empty() && !is_of_a_word(text.back())) text.remove_suffix(1);
  return text;
}

// Rejoins test output that a runner's JSON lines hold in pieces: `go test -json` emits one event per write,
// so one line may be spread over several events. A text that is split this way is found only in the rejoined
// line.

struct joined_output {
  struct piece {
    std::size_t in_line;  // where it begins in `line`
    std::size_t in_text;  // where it begins in the text of the events
    std::size_t size;
  };
  std::string line;  // as in the events, with escapes
  std::vector<piece> literals;
};

constexpr std::string_view member = "\"Output\":\"";
constexpr std::size_t max_open = 1000;  // incomplete lines: one per test that prints at the same time

// The position of the closing quote, or npos.
std::size_t end_of_string(std::string_view line, std::size_t from) {
  for (auto at = from; at < line.size(); ++at) {
    if (line[at] == '"') return at;
    if (line[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

// Identifies package and test: the line up to its output, without the time.
std::string_view owner_in(std::string_view line) {
  const auto action = line.find("\"Action\"");
  return action == std::string_view::npos ? line : line.substr(action);
}

// The lines that consist of several pieces. Pieces of tests that print concurrently are kept apart.
std::vector<joined_output> split_output(std::string_view text) {
  std::vector<joined_output> out;
  std::map<std::string_view, joined_output> open;
  const auto close = [&](auto it) {
    if (it->second.literals.size() > 1) out.push_back(std::move(it->second));
    open.erase(it);
  };
  for (auto at = text.find(member); at != std::string_view::npos; at = text.find(member, at + 1)) {
    const auto line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const auto begin = at + member.size();
    const auto line = text.substr(0, text.find('\n', at));
    const auto end = end_of_string(line, begin);
    if (end == std::string_view::npos || text[line_begin] != '{') continue;
    const auto said = text.substr(begin, end - begin);
    const auto it = open.try_emplace(owner_in(text.substr(line_begin, at - line_begin))).first;
    auto& joined = it->second;
    joined.literals.push_back({joined.line.size(), begin, said.size()});
    joined.line += said;
    if (said.ends_with("\\n") || open.size() > max_open) close(it);
  }
  while (!open.empty()) close(open.begin());
  return out;
}

constexpr std::size_t shortest_value = 8;
// Least size of a secret line in a multi-line value, e.g. a private key: shorter lines are padding or braces.
constexpr std::size_t shortest_line = 16;
// Least size of a masked part of a value that was cut: fewer bytes reveal nothing, and would match too often.
constexpr std::size_t shortest_part = 4;
constexpr std::array<std::string_view, 7> words{"TOKEN",      "SECRET",  "PASSWORD", "PASSWD",
                                                "CREDENTIAL", "PRIVATE", "API_KEY"};
// Marks of a cut: the text before it ends in front of the mark, the text after it starts on the next line.
constexpr std::array<std::string_view, 5> cut_marks{"… [", "…[", "…\n", "…\"", "[TRUNCATED]"};

bool is_secret(std::string_view name) {
  return std::any_of(words.begin(), words.end(),
                     [&](auto word) { return boost::algorithm::icontains(name, word); });
}

std::string without_quotes(const std::string& json_text) {
  return json_text.substr(1, json_text.size() - 2);
}

// As Go's encoder writes JSON: it escapes characters that are special in HTML.
std::string html_escaped(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
  return out;
}

std::string slash_escaped(const std::string& text) {
  return boost::algorithm::replace_all_copy(text, "/", "\\/");
}

// As Python's encoder writes JSON: ASCII only, other characters as UTF-16 escapes.
std::string ascii_escaped(std::string_view text) {
  std::string out;
  const auto add = [&](char32_t unit) {
    std::array<char, 16> digits{};
    std::snprintf(digits.data(), digits.size(), "\\u%04x", static_cast<unsigned>(unit));
    out += digits.data();
  };
  while (!text.empty()) {
    const auto character = parsers::take_character(text);
    if (character < 0x80) {
      out += static_cast<char>(character);
    } else if (character < 0x10000) {
      add(character);
    } else {
      add(0xd800 + ((character - 0x10000) >> 10u));
      add(0xdc00 + ((character - 0x10000) & 0x3ffu));
    }
  }
  return out;
}

std::size_t pair_of(std::string_view two) {
  return static_cast<std::size_t>(static_cast<unsigned char>(two[0])) << 8u |
         static_cast<unsigned char>(two[1]);
}

}  // namespace

void secret_parts::add(std::string value) {
  if (is_absolute_path(value)) value.clear();
  const auto index = static_cast<std::uint32_t>(values_.size());
  for (std::size_t at = 0; at + shortest <= value.size(); ++at) {
    if (different_bytes(std::string_view{value}.substr(at, shortest)) < least_different) continue;
    const auto gram = gram_at(value, at);
    auto& places = grams_[gram];
    if (places.size() >= max_places) continue;
    places.push_back({index, static_cast<std::uint32_t>(at)});
    seen_.set(hash_of(gram));
  }
  values_.push_back(std::move(value));
}

bool secret_parts::is_public(std::size_t value, std::size_t at, std::size_t size) const {
  const std::string_view whole = values_[value];
  const auto shared = whole.substr(at, size);
  const bool begins = at == 0 || !is_of_a_word(whole[at - 1]);
  const bool ends = at + size == whole.size() || !is_of_a_word(whole[at + size]);
  if (begins && ends && size < whole.size() && std::all_of(shared.begin(), shared.end(), is_letter))
    return true;
  const auto named = without_marks_at_the_end(shared);
  return !named.empty() && public_.find(named) != std::string::npos;
}

// Empty: there is none.
secret_parts::part secret_parts::max_at(std::string_view text, std::size_t begin) const {
  part best{begin, begin, 0};
  const auto gram = gram_at(text, begin);
  if (!seen_.test(hash_of(gram))) return best;
  const auto found = grams_.find(gram);
  if (found == grams_.end()) return best;
  for (const auto [value, at] : found->second) {
    const auto rest = std::string_view{values_[value]}.substr(at);
    const auto here = text.substr(begin);
    const auto end = std::mismatch(rest.begin(), rest.end(), here.begin(), here.end()).first;
    const auto size = static_cast<std::size_t>(end - rest.begin());
    if (size > best.end - best.begin && !is_public(value, at, size)) best = {begin, begin + size, value};
  }
  return best;
}

std::vector<secret_parts::part> secret_parts::in(std::string_view text) const {
  std::vector<part> out;
  if (grams_.empty()) return out;
  for (std::size_t i = 0; i + shortest <= text.size();) {
    const auto found = max_at(text, i);
    if (found.end > found.begin) out.push_back(found);
    i = std::max(found.end, i + 1);
  }
  return out;
}

secret_mask::secret_mask(const environment& variables) {
  std::string others;
  for (const auto& [name, value] : variables)
    if (value.size() >= shortest_value && is_secret(name))
      add_forms(name, value);
    else
      others.append(value).append("\n");
  std::stable_sort(needles_.begin(), needles_.end(),
                   [](const auto& a, const auto& b) { return a.text.size() > b.text.size(); });
  for (std::size_t i = 0; i < needles_.size(); ++i) {
    const std::string_view text = needles_[i].text;
    by_first_[static_cast<unsigned char>(text.front())].push_back(static_cast<std::uint32_t>(i));
    begins_.set(pair_of(text));
    // "-----BEGIN PRIVATE KEY-----" is no secret; each line of such a value is a needle of its own.
    const bool has_lines = text.find('\n') != text.npos || text.find("-----") != text.npos;
    parts_.add(has_lines ? std::string{} : needles_[i].text);
    for (auto place = others.find(text); place != others.npos; place = others.find(text, place))
      others.erase(place, text.size());
  }
  parts_.publish(std::move(others));
}

void secret_mask::add(const std::string& name, std::string text) {
  const auto known =
      std::any_of(needles_.begin(), needles_.end(), [&](const auto& one) { return one.text == text; });
  if (!known) needles_.push_back({std::move(text), name});
}

void secret_mask::add_forms(const std::string& name, const std::string& value) {
  const auto forms = [&](const std::string& plain) {
    add(name, plain);
    const auto escaped = without_quotes(quoted(plain));
    for (const auto& form : {escaped, html_escaped(escaped), slash_escaped(escaped), ascii_escaped(escaped)})
      add(name, form);
    // Escaped by the test, and again by a runner that writes JSON.
    const auto twice = without_quotes(quoted(escaped));
    for (const auto& form : {twice, html_escaped(twice)}) add(name, form);
  };
  forms(value);
  std::string_view rest = value;
  if (rest.find('\n') == std::string_view::npos) return;
  for (std::string_view line; parsers::next_line(rest, line);) {
    line = parsers::trimmed(line, " \t\r\v\f");
    // "-----BEGIN PRIVATE KEY-----" is no secret.
    if (line.size() >= shortest_line && !line.starts_with("-----")) forms(std::string{line});
  }
}

// The longest value that begins at `place`.
const secret_mask::needle* secret_mask::at(std::string_view text, std::size_t place) const {
  for (const auto index : by_first_[static_cast<unsigned char>(text[place])])
    if (text.substr(place).starts_with(needles_[index].text)) return &needles_[index];
  return nullptr;
}

std::vector<secret_mask::hit> secret_mask::hits(std::string_view text) const {
  std::vector<hit> out;
  if (needles_.empty()) return out;
  for (std::size_t i = 0; i + shortest_value <= text.size(); ++i) {
    if (!begins_.test(pair_of(text.substr(i, 2)))) continue;
    if (const auto* found = at(text, i)) out.push_back({i, i + found->text.size(), &found->name});
  }
  for (const auto& part : parts_.in(text)) out.push_back({part.begin, part.end, &needles_[part.value].name});
  // If a runner splits a line over several events, each piece of a value is masked.
  for (const auto& joined : split_output(text))
    for (const auto& one : hits(joined.line))
      for (const auto& piece : joined.literals) {
        const auto begin = std::max(one.begin, piece.in_line);
        const auto end = std::min(one.end, piece.in_line + piece.size);
        if (begin >= end) continue;
        const auto offset = piece.in_text - piece.in_line;
        out.push_back({begin + offset, end + offset, one.name});
      }
  add_cut_edges(out, text);
  return out;
}

void secret_mask::add_cut_edges(std::vector<hit>& out, std::string_view text) const {
  for (const auto mark : cut_marks) {
    for (auto place = text.find(mark); place != std::string_view::npos;
         place = text.find(mark, place + mark.size())) {
      auto end = place;
      while (end > 0 && text[end - 1] == '\n') --end;
      add_cut_end(out, text, end);
      const auto line_end = text.find('\n', place);
      if (line_end != std::string_view::npos) add_cut_start(out, text, line_end + 1);
    }
  }
  if (text.ends_with("…")) add_cut_end(out, text, text.size() - std::string_view{"…"}.size());
}

// Finds the longest first part of a value that ends at `to`.
void secret_mask::add_cut_end(std::vector<hit>& out, std::string_view text, std::size_t to) const {
  hit best{to, to, nullptr};
  for (const auto& one : needles_) {
    const std::string_view value = one.text;
    for (auto size = std::min(value.size() - 1, to); size >= shortest_part && size > best.end - best.begin;
         --size)
      if (value[size - 1] == text[to - 1] && text.substr(to - size, size) == value.substr(0, size))
        best = {to - size, to, &one.name};
  }
  if (best.name != nullptr) out.push_back(best);
}

// Finds the longest last part of a value that begins at `from`.
void secret_mask::add_cut_start(std::vector<hit>& out, std::string_view text, std::size_t from) const {
  hit best{from, from, nullptr};
  for (const auto& one : needles_) {
    const std::string_view value = one.text;
    const auto room = text.size() - from;
    for (auto size = std::min(value.size() - 1, room); size >= shortest_part && size > best.end - best.begin;
         --size)
      if (text.substr(from, size) == value.substr(value.size() - size)) best = {from, from + size, &one.name};
  }
  if (best.name != nullptr) out.push_back(best);
}

bool secret_mask::finds_in(std::string_view text) const {
  return !hits(text).empty();
}

std::string secret_mask::apply(std::string_view text) const {
  auto found = hits(text);
  std::stable_sort(found.begin(), found.end(), [](const hit& a, const hit& b) { return a.begin < b.begin; });
  std::string out;
  std::size_t kept = 0;
  const std::string* last = nullptr;
  for (const auto& one : found) {
    if (one.end <= kept) continue;
    const bool goes_on = one.begin < kept;
    out.append(text.substr(kept, goes_on ? 0 : one.begin - kept));
    if (!goes_on || last != one.name) out += "‹" + *one.name + "›";
    kept = std::max(kept, one.end);
    last = one.name;
  }
  return out.append(text.substr(kept));
}

answer_filter::answer_filter() {
  static const auto none = std::make_shared<const secret_mask>();
  secrets_ = none;
}

bool answer_filter::is_clean(std::string_view from) const {
  return is_visible(from) && !secrets_->finds_in(from);
}

// Secrets first: they may contain characters that would become escapes.
std::string answer_filter::text(std::string from) const {
  if (secrets_->finds_in(from)) from = secrets_->apply(from);
  if (!is_visible(from)) from = visible(from);
  return from;
}

bool answer_filter::clean(json::value& value) const {
  if (auto* members = value.if_object()) return clean(*members);
  bool changed = false;
  if (auto* items = value.if_array())
    for (auto& item : *items) changed = clean(item) || changed;
  if (auto* string = value.if_string(); string != nullptr && !is_clean(*string)) {
    value = text(std::string{*string});
    changed = true;
  }
  return changed;
}

bool answer_filter::clean(json::object& members) const {
  bool changed = false;
  for (auto& member : members) changed = clean(member.value()) || changed;
  const bool clean_names =
      std::all_of(members.begin(), members.end(), [&](const auto& member) { return is_clean(member.key()); });
  if (clean_names) return changed;
  json::object renamed;
  for (auto& member : members) renamed[text(std::string{member.key()})] = std::move(member.value());
  members = std::move(renamed);
  return true;
}

}  // namespace covey::protocol

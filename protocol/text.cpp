#include "protocol/text.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <cstdio>

namespace covey::protocol {
namespace {

bool continues_a_sequence(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t limit) {
  constexpr std::size_t mark = 20;  // what hides less than it says hides nothing
  if (text.size() <= limit || (limit > mark && text.size() <= limit + mark)) return std::string{text};
  std::size_t end = limit;
  while (end > 0 && continues_a_sequence(text[end])) --end;
  return std::string{text.substr(0, end)} + "… [" + std::to_string(text.size() - end) + " bytes more]";
}

std::string text_budget::take(std::string_view text) {
  auto out = clipped(text, left_);
  left_ -= std::min(left_, text.size() + 1);
  return out;
}

std::vector<std::string> bounded_list(const std::vector<std::string>& texts, text_budget& budget) {
  std::vector<std::string> out;
  for (const auto& text : texts) {
    if (budget.left() == 0) {
      out.push_back("… [" + std::to_string(texts.size() - out.size()) + " more]");
      break;
    }
    out.push_back(budget.take(text));
  }
  return out;
}

// --- characters that are invisible, or that change how their neighbours are displayed, become escapes

namespace {

struct range {
  char32_t first, last;
};

// Sorted. Line feed and tab are left to the caller.
constexpr std::array<range, 18> unseen{{
    {0x00, 0x1f},
    {0x7f, 0x9f},
    {0xad, 0xad},
    {0x34f, 0x34f},
    {0x61c, 0x61c},
    {0x115f, 0x1160},
    {0x17b4, 0x17b5},
    {0x180b, 0x180f},
    {0x200b, 0x200f},
    {0x2028, 0x202e},
    {0x2060, 0x206f},
    {0x3164, 0x3164},
    {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},
    {0xfff9, 0xfffb},
    {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
}};

bool is_unseen(char32_t character) {
  return std::any_of(unseen.begin(), unseen.end(),
                     [&](const range& one) { return one.first <= character && character <= one.last; });
}

// Bytes that an unseen character can begin with; nearly all text has none of them.
constexpr std::array<bool, 256> make_leads() {
  std::array<bool, 256> out{};
  for (std::size_t byte = 0; byte < 0x20; ++byte) out[byte] = true;
  out['\t'] = out['\n'] = false;
  for (const auto lead : {0x7f, 0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xe3, 0xef, 0xf0, 0xf3})
    out[static_cast<std::size_t>(lead)] = true;
  return out;
}
constexpr auto leads = make_leads();

// Whether sixteen bytes are plain ASCII; written so that the compiler can vectorize it.
constexpr std::size_t block = 16;
bool is_plain_block(const char* bytes) {
  unsigned strange = 0;
  for (std::size_t i = 0; i < block; ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const unsigned control = (byte < 0x20 ? 1u : 0u) & (byte != '\t' ? 1u : 0u) & (byte != '\n' ? 1u : 0u);
    strange |= control | (byte >= 0x7f ? 1u : 0u);
  }
  return strange == 0;
}

// Whether all of a text is plain ASCII; nearly all text of an answer is, in strings of a few dozen bytes.
bool is_plain(std::string_view text) {
  if (text.size() < block) return false;  // the caller checks byte by byte
  for (std::size_t at = 0; at + block <= text.size(); at += block)
    if (!is_plain_block(text.data() + at)) return false;
  return is_plain_block(text.data() + text.size() - block);
}

std::string escape(char32_t character) {
  if (character == '\r') return "\\r";
  std::array<char, 16> out{};
  const char* format = character < 0x80 ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x";
  const auto size = std::snprintf(out.data(), out.size(), format, static_cast<unsigned>(character));
  return {out.data(), static_cast<std::size_t>(size)};
}

// The position of the next character to escape, from `at` on; the text's size if there is none.
std::size_t next_unseen(std::string_view text, std::size_t at, char32_t& which) {
  for (; at < text.size(); ++at) {
    if (!leads[static_cast<unsigned char>(text[at])]) continue;
    auto rest = text.substr(at, 4);
    if (parsers::valid_sequence(rest) == 0) continue;
    which = parsers::take_character(rest);
    if (is_unseen(which)) return at;
  }
  return text.size();
}

std::size_t bytes_of(char32_t character) {
  return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
}

}  // namespace

bool is_visible(std::string_view text) {
  if (is_plain(text)) return true;
  char32_t which = 0;
  return next_unseen(text, 0, which) == text.size();
}

std::string visible(std::string_view text) {
  if (is_plain(text)) return std::string{text};
  std::string out;
  std::size_t kept = 0;
  char32_t which = 0;
  for (auto at = next_unseen(text, 0, which); at < text.size(); at = next_unseen(text, kept, which)) {
    out.append(text.substr(kept, at - kept));
    kept = at + bytes_of(which);
    const bool ends_a_line = which == '\r' && text.substr(kept).starts_with('\n');
    if (!ends_a_line) out += escape(which);
  }
  return out.append(text.substr(kept));
}

std::string one_line(std::string_view text) {
  std::string out;
  for (auto rest = text; !rest.empty();) {
    const auto end = std::min(rest.find_first_of("\r\n\t"), rest.size());
    out += visible(rest.substr(0, end));
    if (end < rest.size()) out += rest[end] == '\n' ? "\\n" : rest[end] == '\t' ? "\\t" : "\\r";
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return out;
}

}  // namespace covey::protocol

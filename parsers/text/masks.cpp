#include "parsers/text/masks.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/regex.hpp>
#include <cctype>

namespace covey::parsers {
namespace {

constexpr std::size_t shape_bytes = 400;

const boost::regex& volatile_parts() {
  static const boost::regex parts{
      "(0x[0-9a-fA-F]{5,16}\\b)"
      "|(\\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\\b)"
      "|(\\b\\d{4}[-/]\\d\\d[-/]\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z|[-+]\\d\\d:?\\d\\d)?"
      "|\\b\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?\\b)"
      "|(\\(len=\\d+ cap=)\\d+\\b"};
  return parts;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The first byte after a quoted text or a bracket's closing that begins at `at`; npos if it does not end.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  for (auto i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return std::string_view::npos;
}

std::size_t end_of_bracket(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (auto i = at; i < text.size(); ++i) {
    if (std::string_view{"([{"}.find(text[i]) != std::string_view::npos) ++depth;
    if (std::string_view{")]}"}.find(text[i]) != std::string_view::npos && --depth == 0) return i + 1;
  }
  return text.size();  // it goes on in the next line
}

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_word(text[at]) || text[at] == '.')) ++at;
  return text[at - 1] == '.' ? at - 1 : at;
}

// The first byte after "-x" or "--long-name" at `at`; `at` if there is none.
std::size_t end_of_option(std::string_view text, std::size_t at) {
  auto end = text.find_first_not_of('-', at);
  if (end == std::string_view::npos || end > at + 2 || !is_word(text[end]) || is_digit(text[end])) return at;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-')) ++end;
  return end;
}

// Without "cart_test.go:12: " or "lib/cart.c:3:7: " before it.
std::string_view without_place(std::string_view line) {
  constexpr std::size_t longest = 200;
  while (true) {
    const auto end = line.substr(0, longest).find(": ");
    const auto place = line.substr(0, std::min(end, line.size()));
    const auto colon = place.find(':');
    if (end == std::string_view::npos && !(line.size() < longest && line.ends_with(':'))) return line;
    const bool is_place = colon != std::string_view::npos &&
                          place.substr(0, colon).find('.') != std::string_view::npos &&
                          place.find_first_of(" \t'\"(") == std::string_view::npos &&
                          place.find_first_not_of("0123456789:", colon) == std::string_view::npos;
    if (!is_place) return line;
    line = end == std::string_view::npos ? std::string_view{} : trimmed(line.substr(end + 2));
  }
}

}  // namespace

std::string without_volatile(std::string_view text) {
  // Nearly every text has nothing to mask.
  if (text.find("0x") == std::string_view::npos && text.find_first_of(":-=") == std::string_view::npos)
    return std::string{text};
  std::string out;
  const auto mask = [](const auto& match) -> std::string {
    if (match[4].matched) return match[4].str() + "…";
    return match[1].matched ? "0x…" : match[2].matched ? "‹uuid›" : "‹time›";
  };
  boost::regex_replace(std::back_inserter(out), text.begin(), text.end(), volatile_parts(), mask);
  return out;
}

std::string without_temporary(std::string_view text) {
  static const boost::regex paths{
      R"re((?<![\w.-])(?:/private)?/(?:tmp|var/tmp|var/folders/[^/\s]+/[^/\s]+/T)/[^\s"'`:,;()\[\]{}<>]+)re"};
  if (text.find("tmp/") == std::string_view::npos && text.find("/T/") == std::string_view::npos)
    return std::string{text};
  return boost::regex_replace(std::string{text}, paths, "‹temporary›");
}

std::string message_shape(std::string_view message) {
  constexpr std::size_t label_bytes = 20;
  std::string_view line, said;
  const auto is_label = [&] { return said.size() < label_bytes && (said.empty() || said.ends_with(':')); };
  while (is_label() && next_line(message, line))
    if (const auto words = without_place(trimmed(line)); !words.empty()) said = words;
  const auto kept = without_temporary(without_volatile(first_bytes(said, shape_bytes)));
  const std::string_view text{kept};
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool in_word = at > 0 && is_word(text[at - 1]);
    const bool quote = c == '"' || c == '`' || (c == '\'' && !in_word);  // "doesn't" quotes nothing
    const auto end = quote ? end_of_quoted(text, at) : std::string_view::npos;
    if (end != std::string_view::npos) {
      out += "'…'";
      at = end;
    } else if (c == '(' || c == '[' || c == '{') {
      out += c;
      out += "…";
      at = end_of_bracket(text, at);
    } else if (c == '-' && !in_word && end_of_option(text, at) > at) {
      out += "-…";
      at = end_of_option(text, at);
    } else if ((c == '+' || c == '-') && !in_word && at + 1 < text.size() && is_digit(text[at + 1])) {
      ++at;  // a sign
    } else if (is_digit(c) && !in_word) {
      out += '#';
      at = end_of_number(text, at);
    } else {
      out += c;
      ++at;
    }
  }
  return out;
}

}  // namespace covey::parsers

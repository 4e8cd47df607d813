#include "parsers/coverage/formats/xml/head.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

using namespace std::string_view_literals;

constexpr auto white_space = " \t\r\n"sv;

// UTF-16 has a mark, or '<' with a zero beside it.
bool is_wide(std::string_view head) {
  for (const auto begin : {"\xff\xfe"sv, "\xfe\xff"sv, "<\0"sv, "\0<"sv})
    if (head.starts_with(begin)) return true;
  return false;
}

std::string narrow(std::string_view head) {
  std::string out;
  for (const char byte : head)
    if (byte != '\0' && byte != '\xff' && byte != '\xfe') out += byte;
  return out;
}

// The length of what begins with '<', its end included; 0 if that is not in the text.
std::size_t length_of(std::string_view text) {
  const auto past = [&](std::string_view end, std::size_t from) {
    const auto at = text.find(end, from);
    return at == std::string_view::npos ? 0 : at + end.size();
  };
  if (text.starts_with("<!--")) return past("-->", 4);
  if (text.starts_with("<?")) return past("?>", 2);
  char quote = 0;
  int brackets = 0;  // of a DOCTYPE's own declarations
  for (std::size_t i = 1; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (brackets > 0 && text.substr(i).starts_with("<!--")) {
      const auto end = past("-->", i + 4);
      if (end == 0) return 0;
      i = end - 1;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[' || c == ']') {
      brackets += c == '[' ? 1 : -1;
    } else if (c == '>' && brackets <= 0) {
      return i + 1;
    }
  }
  return 0;
}

std::string_view name_in(std::string_view tag) {
  tag.remove_prefix(1);
  return tag.substr(0, tag.find_first_of(" \t\r\n/>"));
}

}  // namespace

xml_head::xml_head(std::string_view head) {
  const auto narrowed = is_wide(head) ? narrow(head) : std::string{};
  std::string_view rest = narrowed.empty() ? head : narrowed;
  while (child.empty()) {
    rest.remove_prefix(std::min(rest.find('<'), rest.size()));
    constexpr auto kind = "<!DOCTYPE"sv;
    if (rest.starts_with(kind)) {
      const auto text = rest.substr(kind.size(), rest.find_first_of("[>") - kind.size());
      doctype = text.substr(std::min(text.find_first_not_of(white_space), text.size()));
    }
    const auto length = length_of(rest);
    if (length == 0) return;
    const auto tag = rest.substr(0, length);
    rest.remove_prefix(length);
    if (tag.starts_with("<!") || tag.starts_with("<?")) continue;
    if (tag.starts_with("</")) return;
    if (!root.empty()) {
      child = name_in(tag);
      return;
    }
    root = name_in(tag);
    root_tag_ = tag;
    if (root.empty()) return;
  }
}

bool xml_head::root_has(std::string_view attribute) const {
  char quote = 0;
  for (std::size_t i = 0; i < root_tag_.size(); ++i) {
    const char c = root_tag_[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'') quote = c;
    if (white_space.find(c) == std::string_view::npos) continue;
    const auto rest = std::string_view{root_tag_}.substr(i + 1);
    if (!rest.starts_with(attribute)) continue;
    const auto after = rest.find_first_not_of(white_space, attribute.size());
    if (after != std::string_view::npos && rest[after] == '=') return true;
  }
  return false;
}

}  // namespace covey::parsers

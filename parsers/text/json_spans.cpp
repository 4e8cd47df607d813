#include "parsers/text/json_spans.hpp"
#include "parsers/text/json_scanner.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t max_levels = 64;

class span_reader {
 public:
  explicit span_reader(std::string_view text) : text_(text) {}

  std::optional<json_span> read() {
    json_span out;
    at_ = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    if (!value(out, 0) || !blanks() || at_ != text_.size()) return std::nullopt;
    return out;
  }

 private:
  bool blanks() {
    at_ = skip_json_blanks(text_, at_);
    return at_ != npos;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool value(json_span& into, std::size_t level) {
    if (level > max_levels || !blanks()) return false;
    into.begin = at_;
    into.kind = peek();
    const bool read = into.kind == '{'   ? parts(into, '}', level)
                      : into.kind == '[' ? parts(into, ']', level)
                      : into.kind == '"' ? string()
                                         : word();
    into.end = at_;
    return read;
  }

  bool string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    return at_ < text_.size() && ++at_ > 0;
  }

  bool word() {
    const auto from = at_;
    at_ = std::min(text_.find_first_of(",:]}{[\"/ \t\r\n", at_), text_.size());
    return at_ > from;
  }

  bool parts(json_span& into, char close, std::size_t level) {
    for (++at_; blanks();) {
      if (peek() == close) return ++at_ > 0;
      json_span part;
      const auto from = at_;
      if (close == '}' && !key(part)) return false;
      if (!value(part, level + 1) || !blanks()) return false;
      part.key_begin = close == '}' ? from : part.begin;
      into.parts.push_back(std::move(part));
      if (peek() == ',')
        ++at_;
      else if (peek() != close)
        return false;
    }
    return false;
  }

  bool key(json_span& into) {
    const auto from = at_;
    if (peek() != '"' || !string()) return false;
    const auto raw = text_.substr(from + 1, at_ - from - 2);
    into.key = json_text({json_kind::string, raw.find('\\') != npos, raw});
    return blanks() && peek() == ':' && ++at_ > 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::size_t skip_json_blanks(std::string_view text, std::size_t at) {
  for (;;) {
    at = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const auto rest = text.substr(at);
    if (rest.starts_with("//")) {
      at = std::min(text.find('\n', at), text.size());
    } else if (rest.starts_with("/*")) {
      const auto end = text.find("*/", at + 2);
      if (end == npos) return npos;
      at = end + 2;
    } else {
      return at;
    }
  }
}

std::optional<json_span> json_spans(std::string_view text) {
  return span_reader{text}.read();
}

}  // namespace covey::parsers

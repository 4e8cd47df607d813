#include "parsers/languages/node/discovery/expressions.hpp"
#include "parsers/text/utf8.hpp"

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;

void append_code(std::string& out, char32_t code) {
  const bool is_character = code <= 0x10FFFF && (code < 0xD800 || code >= 0xE000);
  append_utf8(out, is_character ? code : U'\uFFFD');
}

class escape_reader {
 public:
  explicit escape_reader(std::string_view raw) : raw_(raw) {}

  std::string read() {
    while (at_ < raw_.size()) {
      const char c = raw_[at_++];
      if (c == '\\' && at_ < raw_.size()) {
        escape();
      } else if (c == '\r') {  // in a template: a line ends with "\n", however the file's lines end
        out_ += '\n';
        if (at_ < raw_.size() && raw_[at_] == '\n') ++at_;
      } else {
        out_ += c;
      }
    }
    return is_utf8(out_) ? std::move(out_) : repair_utf8(out_);
  }

 private:
  void escape() {
    const char c = raw_[at_++];
    constexpr std::string_view from = "ntrbfv0", to{"\n\t\r\b\f\v\0", 7};
    if (const auto simple = from.find(c); simple != npos) {
      out_ += to[simple];
    } else if (c == 'x') {
      append_code(out_, hex(2));
    } else if (c == 'u') {
      unicode();
    } else if (c == '\r' || c == '\n') {  // a continued line
      if (c == '\r' && at_ < raw_.size() && raw_[at_] == '\n') ++at_;
    } else {
      out_ += c;
    }
  }

  void unicode() {
    auto code = unit();
    if (code >= 0xD800 && code < 0xDC00 && raw_.substr(at_).starts_with("\\u")) {
      const auto before = at_;
      at_ += 2;
      const auto low = unit();
      if (low >= 0xDC00 && low < 0xE000)
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      else
        at_ = before;
    }
    append_code(out_, code);
  }

  // Behind "\u": "{1F600}" or four digits.
  char32_t unit() {
    if (at_ >= raw_.size() || raw_[at_] != '{') return hex(4);
    ++at_;
    const auto out = hex(8);
    if (at_ < raw_.size() && raw_[at_] == '}') ++at_;
    return out;
  }

  char32_t hex(int max) {
    char32_t out = 0;
    for (int i = 0; i < max && at_ < raw_.size(); ++i, ++at_) {
      const char c = raw_[at_];
      if (c >= '0' && c <= '9')
        out = out * 16 + static_cast<char32_t>(c - '0');
      else if (c >= 'a' && c <= 'f')
        out = out * 16 + static_cast<char32_t>(c - 'a' + 10);
      else if (c >= 'A' && c <= 'F')
        out = out * 16 + static_cast<char32_t>(c - 'A' + 10);
      else
        break;
    }
    return out;
  }

  std::string_view raw_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string unescaped(std::string_view raw) {
  return escape_reader{raw}.read();
}

}  // namespace covey::parsers::languages::node

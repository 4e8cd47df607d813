#include "parsers/languages/go/discovery/names.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <boost/algorithm/string/predicate.hpp>
#include <charconv>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

namespace {

struct range {
  char32_t first, last;
};

bool is_in(std::span<const range> ranges, char32_t c) {
  return std::ranges::any_of(ranges, [c](const auto& one) { return one.first <= c && c <= one.last; });
}

// Covers the alphabets with upper and lower case that identifiers are written in.
bool is_lower(char32_t c) {
  constexpr std::array<range, 10> lower{{{'a', 'z'},
                                         {0xDF, 0xF6},
                                         {0xF8, 0xFF},
                                         {0x3AC, 0x3CE},
                                         {0x430, 0x45F},
                                         {0x560, 0x588},
                                         {0x10D0, 0x10FA},
                                         {0x250, 0x2AF},
                                         {0x1F00, 0x1F07},
                                         {0x17F, 0x17F}}};
  if (is_in(lower, c)) return true;
  // In these ranges capital and small letters alternate: the capitals are the even or the odd code points.
  constexpr std::array<range, 6> even{
      {{0x100, 0x137}, {0x14A, 0x177}, {0x1DE, 0x1EF}, {0x1F8, 0x21F}, {0x460, 0x481}, {0x1E00, 0x1E95}}};
  constexpr std::array<range, 3> odd{{{0x139, 0x148}, {0x179, 0x17E}, {0x1CD, 0x1DC}}};
  if (is_in(even, c) || (0x48A <= c && c <= 0x4BF) || (0x4D0 <= c && c <= 0x52F) ||
      (0x1EA0 <= c && c <= 0x1EFF))
    return c % 2 == 1;
  return is_in(odd, c) && c % 2 == 0;
}

bool is_space(char32_t c) {
  constexpr std::array<range, 9> spaces{{{0x9, 0xD},
                                         {' ', ' '},
                                         {0x85, 0x85},
                                         {0xA0, 0xA0},
                                         {0x1680, 0x1680},
                                         {0x2000, 0x200A},
                                         {0x2028, 0x2029},
                                         {0x202F, 0x202F},
                                         {0x205F, 0x205F}}};
  return is_in(spaces, c) || c == 0x3000;
}

// False for controls, formatting characters, private use and noncharacters; which characters are assigned at
// all depends on the version of Go.
bool is_printed(char32_t c) {
  constexpr std::array<range, 17> hidden{{{0, 0x1F},
                                          {0x7F, 0x9F},
                                          {0xAD, 0xAD},
                                          {0x600, 0x605},
                                          {0x61C, 0x61C},
                                          {0x6DD, 0x6DD},
                                          {0x70F, 0x70F},
                                          {0x180E, 0x180E},
                                          {0x200B, 0x200F},
                                          {0x202A, 0x202E},
                                          {0x2060, 0x206F},
                                          {0xD800, 0xF8FF},
                                          {0xFEFF, 0xFEFF},
                                          {0xFFF0, 0xFFFB},
                                          {0xFFFE, 0xFFFF},
                                          {0x1D173, 0x1D17A},
                                          {0xE0000, 0xE00FF}}};
  return !is_in(hidden, c) && c < 0xF0000;
}

void append_escape(std::string& out, char32_t c) {
  if (c == '\a' || c == '\b') {
    out += c == '\a' ? "\\a" : "\\b";
    return;
  }
  constexpr std::string_view digits = "0123456789abcdef";
  const int width = c < ' ' || c == 0x7F ? 2 : c < 0x10000 ? 4 : 8;
  out += width == 2 ? "\\x" : width == 4 ? "\\u" : "\\U";
  for (int i = width - 1; i >= 0; --i) out += digits[(c >> (4U * static_cast<unsigned>(i))) & 0xFU];
}

// Appends what the escape after the backslash of "\x41" stands for; moves past it.
bool append_escaped(std::string& out, std::string_view& rest) {
  if (rest.empty()) return false;
  const char kind = rest.front();
  constexpr std::string_view simple = "abfnrtv\\\"'";
  constexpr std::string_view meaning = "\a\b\f\n\r\t\v\\\"'";
  if (const auto at = simple.find(kind); at != std::string_view::npos) {
    out += meaning[at];
    rest.remove_prefix(1);
    return true;
  }
  const bool octal = kind >= '0' && kind <= '7';
  const std::size_t length = octal ? 3 : kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
  if (!octal) rest.remove_prefix(1);
  if (length == 0 || rest.size() < length) return false;
  std::uint32_t value = 0;
  const auto* end = rest.data() + length;
  if (std::from_chars(rest.data(), end, value, octal ? 8 : 16).ptr != end) return false;
  rest.remove_prefix(length);
  if (kind == 'u' || kind == 'U') {
    if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return false;
    append_utf8(out, value);
  } else {
    if (value > 0xFF) return false;
    out += static_cast<char>(static_cast<unsigned char>(value));
  }
  return true;
}

}  // namespace

bool is_test_name(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  if (name.empty()) return true;
  return !is_utf8(name) || !is_lower(take_character(name));
}

std::string_view comment_text(std::string_view comment) {
  const bool closed = comment.starts_with("/*") && comment.size() >= 4 && comment.ends_with("*/");
  comment.remove_prefix(std::min<std::size_t>(2, comment.size()));
  if (closed) comment.remove_suffix(2);
  return trimmed(comment, " \t\r\n\v\f");
}

bool announces_output(std::string_view said) {
  constexpr std::string_view unordered = "unordered ";
  if (boost::istarts_with(said, unordered)) said.remove_prefix(unordered.size());
  return boost::istarts_with(said, "output:");
}

std::optional<std::string> unquoted(std::string_view literal) {
  if (literal.size() < 2 || literal.front() != literal.back()) return std::nullopt;
  const bool raw = literal.front() == '`';
  if (!raw && literal.front() != '"') return std::nullopt;
  literal = literal.substr(1, literal.size() - 2);
  std::string out;
  while (!literal.empty()) {
    const char c = literal.front();
    literal.remove_prefix(1);
    if (!raw && c == '\\') {
      if (!append_escaped(out, literal)) return std::nullopt;
    } else if (!raw || c != '\r') {  // Go drops carriage returns in raw strings
      out += c;
    }
  }
  return out;
}

std::string rewritten(std::string_view piece) {
  std::string out;
  while (!piece.empty()) {
    const auto c = take_character(piece);
    if (is_space(c))
      out += '_';
    else if (!is_printed(c))
      append_escape(out, c);
    else
      append_utf8(out, c);
  }
  return out;
}

std::string subtest_name(std::string_view name) {
  return name.empty() ? "#00" : rewritten(name);
}

namespace {

constexpr std::string_view own_system =
#ifdef __APPLE__
    "darwin";
#else
    "linux";
#endif

constexpr std::string_view own_machine =
#ifdef __aarch64__
    "arm64";
#elif defined __riscv
    "riscv64";
#elif defined __powerpc64__
        "ppc64le";
#elif defined __s390x__
        "s390x";
#else
        "amd64";
#endif

constexpr std::array<std::string_view, 19> systems{
    "aix",    "android", "darwin", "dragonfly", "freebsd", "hurd",    "illumos", "ios",     "js",  "linux",
    "netbsd", "openbsd", "plan9",  "solaris",   "wasip1",  "windows", "zos",     "fuchsia", "nacl"};
constexpr std::array<std::string_view, 18> machines{
    "386",       "amd64", "arm",     "arm64",   "loong64", "mips",  "mips64",  "mips64le", "mipsle",
    "mips64p32", "ppc64", "ppc64le", "riscv64", "riscv",   "s390x", "sparc64", "wasm",     "armbe"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& all, std::string_view word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool is_set(std::string_view tag) {
  return tag == own_system || tag == own_machine || tag == "unix" || tag == "gc" || tag == "cgo" ||
         tag.starts_with("go1.");
}

// a && (b || !c)
class expression {
 public:
  explicit expression(std::string_view text) : rest_(text) {}

  // Also true for what cannot be read: then there is no note.
  bool holds() {
    const bool value = any(0);
    skip_spaces();
    return value || !good_ || !rest_.empty();
  }

 private:
  static constexpr int max_depth = 100;

  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size())); }

  bool take(std::string_view sign) {
    skip_spaces();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  bool any(int depth) {
    bool value = all(depth);
    while (good_ && take("||")) value = all(depth) || value;
    return value;
  }

  bool all(int depth) {
    bool value = term(depth);
    while (good_ && take("&&")) value = term(depth) && value;
    return value;
  }

  bool term(int depth) {
    bool negated = false;
    while (take("!")) negated = !negated;
    bool value = false;
    if (take("(")) {
      good_ = good_ && depth < max_depth;
      if (good_) value = any(depth + 1);
      good_ = take(")") && good_;
    } else {
      skip_spaces();
      const auto end = std::min(rest_.find_first_of(" \t\r()!&|"), rest_.size());
      good_ = good_ && end > 0;
      value = is_set(rest_.substr(0, end));
      rest_.remove_prefix(end);
    }
    return value != negated;
  }

  std::string_view rest_;
  bool good_ = true;
};

// The constraint stands before the package clause, among comments and empty lines.
std::string_view build_line(std::string_view text) {
  constexpr std::string_view mark = "//go:build ";
  text = without_byte_order_mark(text);
  bool in_comment = false;
  for (std::string_view line; next_line(text, line);) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (in_comment || line.starts_with("/*")) {
      in_comment = line.find("*/") == std::string_view::npos;
      continue;
    }
    if (line.starts_with(mark)) return line.substr(mark.size());
    if (!line.empty() && !line.starts_with("//")) break;
  }
  return {};
}

// The part of a file's name that names a system, a machine or both: "windows", "linux_arm64".
std::vector<std::string_view> targets_of(std::string_view path) {
  auto name = base_name(path);
  name = name.substr(0, name.find('.'));
  constexpr std::string_view test = "_test";
  if (name.ends_with(test)) name.remove_suffix(test.size());
  std::vector<std::string_view> words;  // after the first "_"
  for (auto at = name.find('_'); at != std::string_view::npos; at = name.find('_', at + 1))
    words.push_back(name.substr(at + 1, name.find('_', at + 1) - at - 1));
  if (words.empty()) return {};
  const auto last = words.back();
  if (is_one_of(systems, last)) return {last};
  if (!is_one_of(machines, last)) return {};
  if (words.size() > 1 && is_one_of(systems, words[words.size() - 2])) return {words[words.size() - 2], last};
  return {last};
}

}  // namespace

std::string build_note(std::string_view path, std::string_view text) {
  std::string wanted;
  bool fits = true;
  for (const auto target : targets_of(path)) {
    wanted += (wanted.empty() ? "" : "/") + std::string{target};
    fits = fits && is_set(target);
  }
  if (!fits) return "by its name it is only built for " + wanted;
  const auto constraint = build_line(text);
  if (constraint.empty() || expression{constraint}.holds()) return {};
  return "a usual build leaves it out: `//go:build " + std::string{constraint.substr(0, 200)} +
         "` (-tags=… in `args` sets tags)";
}

}  // namespace covey::parsers::languages::go

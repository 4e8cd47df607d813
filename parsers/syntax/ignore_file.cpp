#include "parsers/syntax/ignore_file.hpp"
#include "parsers/text/slices.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers {
namespace {

// [:alpha:] and its like, of ASCII; nothing: there is no such class.
std::optional<bool> is_of_class(std::string_view name, unsigned char c) {
  const bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
  const bool graph = c > ' ' && c < 0x7f;
  if (name == "alpha") return upper || lower;
  if (name == "upper") return upper;
  if (name == "lower") return lower;
  if (name == "digit") return digit;
  if (name == "alnum") return upper || lower || digit;
  if (name == "xdigit") return digit || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
  if (name == "punct") return graph && !upper && !lower && !digit;
  if (name == "graph") return graph;
  if (name == "print") return graph || c == ' ';
  if (name == "blank") return c == ' ' || c == '\t';
  if (name == "space") return c == ' ' || (c >= '\t' && c <= '\r');
  if (name == "cntrl") return c < ' ' || c == 0x7f;
  return std::nullopt;
}

// A bracket expression, step by step as git has it.
class bracket {
 public:
  bracket(std::string_view pattern, char c) : pattern_(pattern), c_(static_cast<unsigned char>(c)) {}

  // The expression's length; 0: it does not fit, or is invalid (then nothing fits the pattern).
  std::size_t fit() {
    const bool inverse = at() == '!' || at() == '^';
    if (inverse) ++at_;
    do {
      if (!take()) return 0;
    } while (at() != ']');
    return found_ != inverse ? at_ + 1 : 0;
  }

 private:
  char at(std::size_t ahead = 0) const {
    return at_ + ahead < pattern_.size() ? pattern_[at_ + ahead] : '\0';
  }

  // One character, the second half of a range, or a class.
  bool take() {
    if (at() == '[' && at(1) == ':' && take_class()) return is_valid_;
    const bool range = at() == '-' && before_ && at(1) != '\0' && at(1) != ']';
    if (range) ++at_;
    if (at() == '\\') ++at_;
    if (at() == '\0') return false;
    const auto to = static_cast<unsigned char>(at());
    const auto from = range ? *before_ : to;
    found_ = found_ || (from <= c_ && c_ <= to);
    before_ = range ? std::nullopt : std::optional{to};
    ++at_;
    return true;
  }

  bool take_class() {
    const auto end = pattern_.find(']', at_ + 2);
    if (end == std::string_view::npos) {
      is_valid_ = false;
      return true;
    }
    if (end < at_ + 3 || pattern_[end - 1] != ':') return false;
    const auto fits = is_of_class(pattern_.substr(at_ + 2, end - at_ - 3), c_);
    is_valid_ = fits.has_value();
    found_ = found_ || fits.value_or(false);
    before_.reset();
    at_ = end + 1;
    return true;
  }

  std::string_view pattern_;
  unsigned char c_;
  std::size_t at_ = 1;
  std::optional<unsigned char> before_;  // what a range may begin with
  bool found_ = false;
  bool is_valid_ = true;
};

// Matches one character of the name with the pattern's beginning: returns how much of the pattern that took;
// 0: it does not fit.
std::size_t fit_one(std::string_view pattern, char c) {
  switch (pattern.front()) {
    case '?':
      return 1;
    case '[':
      return bracket{pattern, c}.fit();
    case '\\':
      return pattern.size() > 1 && pattern[1] == c ? 2 : 0;
    default:
      return pattern.front() == c ? 1 : 0;
  }
}

// As fits_wildcards, one level up: "**" takes the place of "*".
bool fits_parts(const std::vector<std::string>& pattern, const std::vector<std::string_view>& path) {
  std::size_t p = 0, n = 0;
  std::optional<std::pair<std::size_t, std::size_t>> retry;
  while (n < path.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      retry = {++p, n};
      if (p == pattern.size()) return true;  // "a/**": something is below it
    } else if (p < pattern.size() && fits_name(pattern[p], path[n])) {
      ++p;
      ++n;
    } else if (retry) {
      p = retry->first;
      n = ++retry->second;
    } else {
      return false;
    }
  }
  return p == pattern.size();
}

// Blanks at the end count only behind a backslash.
std::string_view without_end_blanks(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  while (!line.empty() && line.back() == ' ' && !(line.size() > 1 && line[line.size() - 2] == '\\'))
    line.remove_suffix(1);
  return line;
}

bool ends_with_escape(std::string_view part) {
  const auto other = part.find_last_not_of('\\');
  return (part.size() - (other == std::string_view::npos ? 0 : other + 1)) % 2 == 1;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t length = 4) {
  std::uint32_t out = 0;
  for (const char byte : bytes.substr(at, length)) out = out << 8U | static_cast<unsigned char>(byte);
  return out;
}

// Version 4: how many of the last bytes of the path before are not in this one.
std::size_t take_dropped(std::string_view bytes, std::size_t& at) {
  std::size_t out = 0;
  for (unsigned char byte = 0x80; byte >= 0x80 && at < bytes.size() && out < bytes.size();) {
    byte = static_cast<unsigned char>(bytes[at++]);
    out = (out << 7U) + (byte & 0x7fU) + (byte >= 0x80 ? 1 : 0);
  }
  return out;
}

// Nothing: its ids are of another length, or it is damaged.
std::optional<std::vector<std::string>> paths_in(std::string_view index, std::size_t id_bytes) {
  constexpr std::size_t head = 12, stat_bytes = 40, extended = 0x4000, longest = 0xfff;
  const auto version = number_at(index, 4);
  std::vector<std::string> out;
  std::string path;
  auto at = head;
  for (auto left = number_at(index, 8); left > 0; --left) {
    const auto begin = at;
    at += stat_bytes + id_bytes;
    if (at + 4 > index.size()) return {};
    const auto flags = number_at(index, at, 2);
    at += version > 2 && (flags & extended) != 0 ? 4 : 2;
    const auto dropped = version == 4 ? take_dropped(index, at) : path.size();
    const auto end = index.find('\0', at);
    if (dropped > path.size() || end == std::string_view::npos) return {};
    path.resize(path.size() - dropped);
    path += index.substr(at, end - at);
    if ((flags & longest) != std::min(path.size(), longest)) return {};
    out.push_back(path);
    at = version == 4 ? end + 1 : begin + (end - begin) / 8 * 8 + 8;
  }
  return out;
}

}  // namespace

bool fits_name(std::string_view pattern, std::string_view name) {
  return fits_wildcards(pattern, name, fit_one);
}

ignore_file::ignore_file(std::string_view text) {
  text = without_byte_order_mark(text);
  for (std::string_view line; patterns_.size() < max_patterns && next_line(text, line);) add(line);
}

void ignore_file::add(std::string_view line) {
  line = without_end_blanks(line);
  if (line.empty() || line.front() == '#' || line.size() > max_bytes) return;
  pattern one;
  one.keeps = line.front() == '!';
  if (one.keeps) line.remove_prefix(1);
  one.folders_only = line.ends_with('/');
  if (one.folders_only) line.remove_suffix(1);
  one.anywhere = line.find('/') == std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  if (line.empty()) return;
  if (line.find_first_of("*?[\\") == std::string_view::npos) one.literal = line;
  for (const auto part : split(line, '/')) {
    const bool last = part.data() + part.size() == line.data() + line.size();
    if (!(part == "**" && !one.parts.empty() && one.parts.back() == "**")) one.parts.emplace_back(part);
    if (!last && ends_with_escape(part)) one.parts.back().pop_back();  // "a\/b" is "a/b"
  }
  patterns_.push_back(std::move(one));
}

ignore_verdict ignore_file::judge(std::string_view path, bool is_folder) const {
  const auto parts = split(path, '/');
  const auto fits = [&](const pattern& one) {
    if (!one.literal.empty()) return one.literal == (one.anywhere ? parts.back() : path);
    return one.anywhere ? fits_name(one.parts.front(), parts.back()) : fits_parts(one.parts, parts);
  };
  for (auto it = patterns_.rbegin(); it != patterns_.rend(); ++it) {
    if (it->folders_only && !is_folder) continue;
    if (fits(*it)) return it->keeps ? ignore_verdict::kept : ignore_verdict::ignored;
  }
  return ignore_verdict::none;
}

std::vector<std::string> tracked_paths(std::string_view index) {
  if (index.size() < 12 || !index.starts_with("DIRC")) return {};
  auto out = paths_in(index, 20);  // of SHA-1
  if (!out) out = paths_in(index, 32);
  return out.value_or(std::vector<std::string>{});
}

}  // namespace covey::parsers

#include "parsers/languages/node/discovery/globs.hpp"
#include <boost/regex.hpp>
#include <exception>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::size_t max_length = 4096;  // of a pattern; real projects have about 50 characters

// A glob as a regular expression.
class glob_writer {
 public:
  explicit glob_writer(std::string_view glob) : glob_(glob) {}

  // Empty: a bracket is left open.
  std::string write() {
    while (at_ < glob_.size()) step();
    return open_.empty() ? out_ : std::string{};
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < glob_.size() ? glob_[at_ + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (peek(1) == '(' && std::string_view{"?*+@!"}.find(c) != npos) return open_extended(c);
    if (c == '*') return stars();
    if (c == '?') return put("[^/]");
    if (c == '[') return character_class();
    if (c == '{') return open_braces();
    if (c == '}' && is_open('{')) return close(")");
    if (c == ')' && is_open('(')) return close(open_.back().after);
    if ((c == ',' && is_open('{')) || (c == '|' && is_open('('))) return put("|");
    if (c == '\\' && at_ + 1 < glob_.size()) ++at_;
    literal(peek());
    ++at_;
  }

  void put(std::string_view text) {
    out_ += text;
    ++at_;
  }

  void literal(char c) {
    if (std::string_view{"\\^$.|?*+()[]{}/"}.find(c) != npos) out_ += '\\';
    out_ += c;
  }

  // "**/" matches any number of folders, including zero.
  void stars() {
    const bool begins = at_ == 0 || glob_[at_ - 1] == '/' || glob_[at_ - 1] == '{' || glob_[at_ - 1] == ',';
    std::size_t count = 0;
    while (peek() == '*') {
      ++count;
      ++at_;
    }
    if (count > 1 && begins && peek() == '/') {
      ++at_;
      out_ += "(?:.*/)?";
    } else {
      out_ += count > 1 && begins ? ".*" : "[^/]*";
    }
  }

  void character_class() {
    const auto first = at_ + 1 + (peek(1) == '!' || peek(1) == '^');
    const auto end = glob_.find(']', first + 1);
    if (end == npos) {
      literal('[');
      ++at_;
      return;
    }
    out_ += first == at_ + 1 ? "[" : "[^";
    for (const char c : glob_.substr(first, end - first)) {
      if (c == '\\' || c == '[' || c == '^' || c == ']') out_ += '\\';
      out_ += c;
    }
    out_ += ']';
    at_ = end + 1;
  }

  void open_braces() {
    open_.push_back({'{', ""});
    put("(?:");
  }

  void open_extended(char kind) {
    open_.push_back({'(', kind == '!' ? ")(?:/|$))[^/]*" : kind == '@' ? ")" : std::string{")"} + kind});
    ++at_;
    put(kind == '!' ? "(?!(?:" : "(?:");
  }

  bool is_open(char kind) const { return !open_.empty() && open_.back().kind == kind; }

  void close(const std::string& after) {
    open_.pop_back();
    put(after);
  }

  struct bracket {
    char kind;
    std::string after;  // what closes it
  };

  std::string_view glob_;
  std::size_t at_ = 0;
  std::string out_;
  std::vector<bracket> open_;
};

}  // namespace

struct path_pattern::program {
  boost::regex expression;
  bool whole = false;
};

std::optional<path_pattern> path_pattern::compiled(std::string_view expression, bool whole) {
  if (expression.empty() || expression.size() > max_length) return std::nullopt;
  try {
    auto made = std::make_shared<program>();
    made->expression.assign(expression.data(), expression.data() + expression.size(), boost::regex::perl);
    made->whole = whole;
    return path_pattern{std::move(made)};
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::optional<path_pattern> path_pattern::glob(std::string_view text) {
  while (text.starts_with("./")) text.remove_prefix(2);
  return text.size() > max_length ? std::nullopt : compiled(glob_writer{text}.write(), true);
}

std::optional<path_pattern> path_pattern::expression(std::string_view text) {
  return compiled(text, false);
}

bool path_pattern::matches(std::string_view path) const {
  try {
    if (program_->whole) return boost::regex_match(path.begin(), path.end(), program_->expression);
    const auto rooted = "/" + std::string{path};
    return boost::regex_search(rooted, program_->expression);
  } catch (const std::exception&) {  // too many ways to match
    return false;
  }
}

}  // namespace covey::parsers::languages::node

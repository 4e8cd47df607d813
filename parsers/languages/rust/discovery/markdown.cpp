#include "parsers/languages/rust/discovery/markdown.hpp"
#include <algorithm>
#include <cctype>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t code_indent = 4;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// A line, consumed container by container: quotes and list items.
struct cursor {
  std::string_view rest;
  std::size_t column = 0;

  // Blanks before the next character; a tab reaches the next multiple of four.
  std::size_t indent() const {
    std::size_t at = column;
    for (const char c : rest) {
      if (c != ' ' && c != '\t') break;
      at += c == '\t' ? 4 - at % 4 : 1;
    }
    return at - column;
  }
  void skip_blanks() {
    column += indent();
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  }
  void skip(std::size_t characters) {
    column += characters;
    rest.remove_prefix(std::min(characters, rest.size()));
  }
  bool blank() const { return rest.find_first_not_of(" \t\r") == std::string_view::npos; }
};

// "- ", "12. ": the length of the marker without the blanks after it; 0: none.
std::size_t list_marker(std::string_view text) {
  std::size_t size = 0;
  if (!text.empty() && std::string_view{"-+*"}.find(text[0]) != std::string_view::npos) {
    size = 1;
  } else {
    while (size < std::min<std::size_t>(text.size(), 9) && is_digit(text[size])) ++size;
    if (size == 0 || size == text.size() || (text[size] != '.' && text[size] != ')')) return 0;
    ++size;
  }
  return size == text.size() || text[size] == ' ' || text[size] == '\t' ? size : 0;
}

std::size_t run_length(std::string_view text, char of) {
  return std::min(text.find_first_not_of(of), text.size());
}

class code_finder {
 public:
  explicit code_finder(const std::vector<std::string>& lines) : lines_(lines) {}

  std::vector<markdown_code> find() {
    for (at_ = 0; at_ < lines_.size(); ++at_) on_line({lines_[at_]});
    if (fence_size_ > 0) close(lines_.size() - 1);
    if (indented_) close(last_indented_);
    return std::move(found_);
  }

 private:
  void close(std::size_t last) {
    found_.back().last = last;
    fence_size_ = 0;
    indented_ = false;
    paragraph_ = false;
  }

  // Enters the quotes that contain the line. False: a quote around the open fence does not contain it.
  bool enter_containers(cursor& line) {
    std::size_t quotes = 0;
    while (quotes < quotes_of_fence_ || fence_size_ == 0) {
      if (line.indent() >= code_indent) break;
      const auto first = line.rest.find_first_not_of(" \t");
      if (first == std::string_view::npos || line.rest[first] != '>') break;
      line.skip_blanks();
      line.skip(1);
      if (line.rest.starts_with(' ')) line.skip(1);
      base_ = line.column;
      ++quotes;
    }
    if (quotes == 0) base_ = 0;
    quotes_ = quotes;
    return fence_size_ == 0 || quotes == quotes_of_fence_;
  }

  void on_line(cursor line) {
    const bool held = enter_containers(line);
    const bool inside = line.blank() || line.column + line.indent() >= base_ + list_column();
    if (fence_size_ > 0) {
      if (held && inside) return in_fence(line);
      close(at_ - 1);
      enter_containers(line = {lines_[at_]});
    }
    if (line.blank()) {
      paragraph_ = false;
      return;
    }
    while (!paragraph_ && !items_.empty() && line.column + line.indent() < base_ + list_column())
      items_.pop_back();
    on_text(line);
  }

  void on_text(cursor line) {
    for (std::size_t depth = 0;; ++depth) {
      const auto offset = line.column + line.indent();
      const auto start = base_ + list_column();
      if (offset >= start + code_indent && !paragraph_) return in_indented();
      if (indented_) close(last_indented_);
      auto text = line;
      text.skip_blanks();
      if (offset < start + code_indent && opens_fence(text.rest)) return;
      const auto marker = offset < start + code_indent ? list_marker(text.rest) : 0;
      if (marker == 0 || depth > code_indent) return on_paragraph(text.rest);
      // Within a paragraph, an item of the same or an outer list ends the current item.
      while (!items_.empty() && text.column < base_ + items_.back()) items_.pop_back();
      paragraph_ = false;
      line = text;
      line.skip(marker);
      const auto blanks = line.indent();
      const bool code = blanks > code_indent || line.blank();
      items_.push_back(line.column + (code ? 1 : blanks) - base_);
      if (line.blank()) return;
    }
  }

  // Headings are paragraphs of one line.
  void on_paragraph(std::string_view text) { paragraph_ = !text.starts_with('#'); }

  void in_indented() {
    last_indented_ = at_;
    if (indented_) return;
    indented_ = true;
    found_.push_back({at_, at_, false, {}});
  }

  bool opens_fence(std::string_view text) {
    if (!text.starts_with("```") && !text.starts_with("~~~")) return false;
    const auto size = run_length(text, text[0]);
    auto info = text.substr(size);
    if (text[0] == '`' && info.find('`') != std::string_view::npos) return false;
    info.remove_prefix(std::min(info.find_first_not_of(" \t"), info.size()));
    info.remove_suffix(info.size() - std::min(info.find_last_not_of(" \t\r") + 1, info.size()));
    found_.push_back({at_, at_, true, std::string{info}});
    fence_size_ = size;
    fence_ = text[0];
    quotes_of_fence_ = quotes_;
    return true;
  }

  void in_fence(cursor line) {
    if (line.column + line.indent() >= base_ + list_column() + code_indent) return;
    line.skip_blanks();
    const auto size = run_length(line.rest, fence_);
    if (size < fence_size_) return;
    line.skip(size);
    if (line.blank()) close(at_);
  }

  std::size_t list_column() const { return items_.empty() ? 0 : items_.back(); }

  const std::vector<std::string>& lines_;
  std::vector<markdown_code> found_;
  std::vector<std::size_t> items_;  // columns, from base_, where the contents of open list items begin
  std::size_t at_ = 0;
  std::size_t base_ = 0;  // the column after the line's quote markers
  std::size_t quotes_ = 0;
  std::size_t quotes_of_fence_ = 0;
  std::size_t fence_size_ = 0;  // 0: no fence is open
  char fence_ = '`';
  std::size_t last_indented_ = 0;
  bool indented_ = false;
  bool paragraph_ = false;
};

}  // namespace

std::vector<markdown_code> find_markdown_code(const std::vector<std::string>& lines) {
  return lines.empty() ? std::vector<markdown_code>{} : code_finder{lines}.find();
}

bool is_example_code(std::string_view info) {
  bool rust = false, other = false;
  while (!info.empty()) {
    // A comment, or classes for the page's style sheet.
    const char closing = info[0] == '(' ? ')' : info[0] == '{' ? '}' : '\0';
    const auto end = closing != '\0' ? std::min(info.find(closing), info.size() - 1) + 1
                                     : std::min(info.find_first_of(" \t,({"), info.size());
    const auto word = info.substr(0, end);
    info.remove_prefix(std::max<std::size_t>(end, 1));
    if (word.empty() || closing != '\0') continue;
    if (word == "ignore") return false;
    if (word == "rust" || word == "should_panic" || word == "no_run")
      rust = word == "rust" || !other;
    else if (word == "compile_fail" || word == "test_harness")
      rust = rust || !other;
    else if (!word.starts_with("edition") && !word.starts_with("standalone") && !word.starts_with("ignore-"))
      other = true;
  }
  return rust || !other;
}

}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/discovery/collector.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

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

namespace {

using nodes = std::vector<syntax_node>;

bool is_path_part(const syntax_node& node) {
  return node.is("identifier") || node.is("scoped_identifier") || node.is("::") || node.is("crate") ||
         node.is("self") || node.is("super") || node.is("metavariable");
}

// path, path(…), path = value
item_attribute attribute_of(const nodes& parts, std::size_t begin, std::size_t end) {
  item_attribute out;
  for (auto i = begin; i < end; ++i) {
    const auto& part = parts[i];
    if (is_path_part(part) && !out.arguments)
      out.path += without_blanks(part.text());
    else if (part.is("token_tree"))
      out.arguments = part;
    else if (part.is("string_literal") || part.is("raw_string_literal"))
      out.value = part;
  }
  if (begin < end) {
    out.lines = {parts[begin].line(), parts[end - 1].last_line()};
  }
  return out;
}

// The comma-separated parts of a token_tree, without its brackets: ranges of indexes into `all`.
std::vector<std::pair<std::size_t, std::size_t>> arguments_in(const nodes& all) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  if (all.size() < 2) return out;
  std::size_t begin = 1;
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (i + 1 < all.size() && !all[i].is(",")) continue;
    if (i > begin) out.emplace_back(begin, i);
    begin = i + 1;
  }
  return out;
}

void add(item_attribute one, std::vector<item_attribute>& out) {
  if (one.path != "cfg_attr") return out.push_back(std::move(one));
  const auto parts = one.arguments.all_children();
  const auto held = arguments_in(parts);
  for (std::size_t i = 1; i < held.size(); ++i) {
    out.push_back(attribute_of(parts, held[i].first, held[i].second));
    out.back().lines = one.lines;
  }
}

bool starts_like_a_name(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.empty() ? '0' : text[0]);
  return c == '_' || (c >= 'a' && c <= 'z');
}

// The name that the crate test-case makes from a description: letters and digits; any other run of characters
// becomes one underscore.
std::string identifier_of(std::string_view description) {
  std::string out;
  for (const char c : description) {
    const auto u = static_cast<unsigned char>(c);
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || u >= 0x80)
      out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!out.ends_with('_'))
      out += '_';
  }
  return starts_like_a_name(out) ? out : "_" + out;
}

// `#[test_case(1, 2 => 3; "adds one")]`
void add_described(const item_attribute& of, std::vector<test_case>& out) {
  const auto parts = of.arguments.all_children();
  const auto semicolon = std::find_if(parts.rbegin(), parts.rend(), [](const auto& p) { return p.is(";"); });
  if (semicolon == parts.rend() || semicolon == parts.rbegin()) return;
  const auto& description = *(semicolon - 1);
  if (!description.is("string_literal") && !description.is("raw_string_literal")) return;
  auto label = string_value(description);
  block_name name{{"", identifier_of(label)}};  // since test-case 3.4 with "test_case_" and a number in front
  out.push_back({std::move(label), std::move(name), of.lines});
}

std::string numbered(std::size_t number, std::size_t of) {
  auto out = std::to_string(number);
  return std::string(std::to_string(of).size() - out.size(), '0') + out;
}

// `#[case::zero(0)]`: rstest numbers the cases from 1, with as many digits as the last number has.
void add_rstest_cases(const std::vector<const item_attribute*>& rows, std::vector<test_case>& out) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& path = rows[i]->path;
    const auto at = path.find("::");
    if (at == std::string::npos) continue;
    const auto description = path.substr(at + 2);
    block_name name{"case_" + numbered(i + 1, rows.size()) + "_" + description};
    out.push_back({description, std::move(name), rows[i]->lines});
  }
}

using strings = std::vector<std::string>;

constexpr std::string_view blanks = " \t\r";

bool is_blank(std::string_view text) {
  return text.find_first_not_of(blanks) == std::string_view::npos;
}

std::size_t indent_of(std::string_view text) {
  return std::min(text.find_first_not_of(" \t"), text.size());
}

strings split(std::string_view text) {
  strings out;
  boost::algorithm::split(out, text, [](char c) { return c == '\n'; });
  for (auto& line : out)
    if (line.ends_with('\r')) line.pop_back();
  return out;
}

bool all_stars(std::string_view text) {
  return text.find_first_not_of('*') == std::string_view::npos;
}

// The column of stars that all lines share, except blank lines at both ends; npos: none. A first line without
// a star continues the comment's opening and is ignored.
std::size_t star_column(const strings& lines) {
  std::size_t out = std::string_view::npos;
  auto begin = lines.begin(), end = lines.end();
  if (begin != end && !std::string_view{*begin}.substr(indent_of(*begin)).starts_with('*')) ++begin;
  begin = std::find_if_not(begin, end, is_blank);
  while (begin != end && is_blank(*(end - 1))) --end;
  for (; begin != end; ++begin) {
    const auto at = indent_of(*begin);
    if (at == begin->size() || (*begin)[at] != '*' || (out != std::string_view::npos && out != at))
      return std::string_view::npos;
    out = at;
  }
  return out;
}

void remove_stars(strings& lines) {
  const auto column = star_column(lines);
  if (column == std::string_view::npos) return;
  for (auto& line : lines) {
    const auto at = indent_of(line);
    if (at == column && at < line.size() && line[at] == '*')
      line.erase(0, column + 1);
    else if (at > column)
      line.erase(0, column);
  }
}

// Each test stores the names of all modules around it: without a limit, a small file could use gigabytes.
constexpr std::size_t max_depth = 100;

}  // namespace

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, name) != list.end();
}

std::string without_blanks(std::string_view text) {
  std::string out{text};
  std::erase_if(out, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
  return out;
}

std::string_view item_attribute::name() const {
  const auto at = path.rfind("::");
  return std::string_view{path}.substr(at == std::string::npos ? 0 : at + 2);
}

void read_attributes(const syntax_node& item, std::vector<item_attribute>& out) {
  const auto inner = item.first_child("attribute");
  if (!inner) return;
  const auto parts = inner.all_children();
  auto one = attribute_of(parts, 0, parts.size());
  one.lines = {item.line(), item.last_line()};
  add(std::move(one), out);
}

void read_attribute_tokens(const syntax_node& bracket, std::vector<item_attribute>& out) {
  const auto parts = bracket.all_children();
  if (parts.size() > 2) add(attribute_of(parts, 1, parts.size() - 1), out);
}

test_marks marks_of(const std::vector<item_attribute>& attributes, std::string_view parameters) {
  test_marks out;
  bool rstest = false;
  std::vector<const item_attribute*> rows;
  for (const auto& one : attributes) {
    const auto name = one.name();
    if (name == "test" || is_one_of(name, {"quickcheck", "proptest", "property_test", "gtest"})) {
      out.test = true;
    } else if (name == "rstest") {
      out.test = rstest = true;
    } else if (one.path == "case" || one.path.starts_with("case::")) {
      rows.push_back(&one);
    } else if (is_one_of(name, {"test_case", "case"})) {
      out.test = out.dynamic = true;
      add_described(one, out.cases);
    } else if (is_one_of(name, {"test_matrix", "parameterized"}) ||
               (name.ends_with("_test") && name != "wasm_bindgen_test")) {
      out.test = out.dynamic = true;  // unknown macro, or one that makes names from values
    }
  }
  if (!rstest) return out;
  const auto has = [&](std::string_view text) { return parameters.find(text) != std::string_view::npos; };
  if (!rows.empty() || has("#[values") || has("#[files") || has("#[case")) out.dynamic = true;
  add_rstest_cases(rows, out.cases);
  return out;
}

bool is_only_for_tests(const std::vector<item_attribute>& attributes) {
  return std::ranges::any_of(attributes, [](const auto& one) {
    if (one.path != "cfg") return false;
    const auto parts = one.arguments.all_children();
    if (parts.size() == 3) return parts[1].text() == "test";
    if (parts.size() != 4 || parts[1].text() != "all") return false;
    const auto all = parts[2].all_children();
    return std::ranges::any_of(all, [](const auto& p) { return p.text() == "test"; });
  });
}

std::string string_value(const syntax_node& literal) {
  std::string out;
  for (const auto& part : literal.children()) {
    if (!part.is("escape_sequence")) {
      out += part.text();
      continue;
    }
    const auto text = part.text();
    if (text.size() != 2) continue;
    const auto at = std::string_view{"nrt0\\'\""}.find(text[1]);
    if (at != std::string_view::npos) out += std::string_view{"\n\r\t\0\\'\"", 7}[at];
  }
  return repair_utf8(out);
}

doc_place place_of_comment(std::string_view text) {
  if (text.starts_with("//!") || text.starts_with("/*!")) return doc_place::inner;
  if (text.starts_with("///") && !text.starts_with("////")) return doc_place::outer;
  const bool block = text.starts_with("/**") && !text.starts_with("/***") && text.size() > 4;
  return block ? doc_place::outer : doc_place::none;
}

void doc_texts::add_comment(const syntax_node& comment) {
  auto text = comment.text();
  if (place_of_comment(text) == doc_place::none) return;
  const bool block = text.starts_with("/*");
  text.remove_prefix(3);
  if (block) {
    if (text.ends_with("*/")) text.remove_suffix(2);
    return add_block(text, comment.line());
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  fragments_.push_back({comment.line(), comment.line(), true, {std::string{text}}});
}

// The compiler removes a first and a last line that has only stars, and a column of stars.
void doc_texts::add_block(std::string_view content, std::uint32_t line) {
  fragment out{line, line, true, split(content)};
  auto& lines = out.lines;
  if (lines.size() > 1 && all_stars(lines.front())) {
    lines.erase(lines.begin());
    ++out.first_line;
  }
  if (lines.size() > 1 && all_stars(std::string_view{lines.back()}.substr(lines.back().empty() ? 0 : 1)))
    lines.pop_back();
  if (lines.size() > 1) remove_stars(lines);
  fragments_.push_back(std::move(out));
}

void doc_texts::add_attribute(const item_attribute& doc) {
  if (!doc.value) return;
  fragments_.push_back({doc.lines.first, doc.value.line(), false, split(string_value(doc.value))});
}

// The lines without their common indentation; a comment's lines begin with a blank that an attribute's lack.
strings doc_texts::unindented() const {
  const auto sugared = std::ranges::count_if(fragments_, [](auto& f) { return f.sugared; });
  const bool mixed = sugared > 0 && static_cast<std::size_t>(sugared) < fragments_.size();
  auto least = std::numeric_limits<std::size_t>::max();
  for (const auto& one : fragments_)
    for (const auto& line : one.lines)
      if (!is_blank(line)) least = std::min(least, indent_of(line) + (mixed && !one.sugared ? 1 : 0));
  strings out;
  for (const auto& one : fragments_) {
    const auto indent = mixed && !one.sugared && least > 0 ? least - 1 : least;
    for (const auto& line : one.lines)
      out.push_back(is_blank(line) ? std::string{} : line.substr(std::min(indent, line.size())));
  }
  return out;
}

std::vector<doc_texts::example> doc_texts::examples() const {
  std::vector<example> out;
  if (fragments_.empty()) return out;
  const auto codes = find_markdown_code(unindented());
  if (codes.empty()) return out;
  std::vector<std::uint32_t> real;  // the file's line for each line of the docs
  for (const auto& one : fragments_)
    for (std::size_t i = 0; i < one.lines.size(); ++i)
      real.push_back(one.first_line + (one.sugared ? static_cast<std::uint32_t>(i) : 0));
  for (const auto& code : codes)
    if (!code.fenced || is_example_code(code.info))
      out.push_back({fragments_.front().line + static_cast<std::uint32_t>(code.first), real[code.first],
                     real[code.last]});
  return out;
}

bool block_collector::begin_module(std::string_view name, line_range lines) {
  if (modules_.size() == max_depth) return false;
  modules_.push_back({std::string{name}, lines, tests_});
  return true;
}

void block_collector::end_module() {
  const auto ended = std::move(modules_.back());
  modules_.pop_back();
  if (tests_ == ended.tests_before) return;
  blocks_.push_back(block_of(ended.name, ended.lines));
  blocks_.back().kind = block_kind::group;
}

test_block block_collector::block_of(std::string_view name, line_range lines) const {
  test_block out;
  for (const auto& outer : modules_) {
    out.label.append(outer.name).append(label_separator);
    out.path.emplace_back(outer.name);
  }
  out.label += name;
  out.path.emplace_back(std::string{name});
  out.line_start = lines.first;
  out.line_end = lines.last;
  return out;
}

void block_collector::add_test(std::string_view name, const test_marks& marks, line_range lines) {
  ++tests_;
  auto test = block_of(name, lines);
  test.dynamic = marks.dynamic || !marks.cases.empty();
  for (const auto& row : marks.cases) {
    auto of_case = test;
    of_case.label.append(label_separator).append(row.label);
    of_case.path.push_back(row.name);
    of_case.line_start = row.lines.first;
    of_case.line_end = row.lines.last;
    blocks_.push_back(std::move(of_case));
  }
  blocks_.push_back(std::move(test));
}

void block_collector::add_examples(std::string_view item, const doc_texts& docs, bool dynamic) {
  for (const auto& example : docs.examples()) {
    test_block out;
    out.label =
        std::string{item} + (item.empty() ? "" : " ") + "(line " + std::to_string(example.named_line) + ")";
    out.path.emplace_back(out.label);
    out.line_start = example.line_start;
    out.line_end = example.line_end;
    out.kind = block_kind::doc_test;
    out.dynamic = dynamic;
    blocks_.push_back(std::move(out));
  }
}

std::vector<test_block> block_collector::take() {
  // Cases lie within the lines of their function and may begin on its first line: the function comes first.
  std::ranges::stable_sort(blocks_, [](const auto& a, const auto& b) {
    return std::pair{a.line_start, a.path.size()} < std::pair{b.line_start, b.path.size()};
  });
  return std::exchange(blocks_, {});
}

}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/discovery/attributes.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers::languages::rust {
namespace {

using nodes = std::vector<syntax_node>;

bool is_path_part(const syntax_node& node) {
  return node.is("identifier") || node.is("scoped_identifier") || node.is("::") || node.is("crate") ||
         node.is("self") || node.is("super") || node.is("metavariable");
}

std::string without_blanks(std::string_view text) {
  std::string out;
  std::copy_if(text.begin(), text.end(), std::back_inserter(out),
               [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; });
  return out;
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

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

}  // namespace

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
  return std::any_of(attributes.begin(), attributes.end(), [](const auto& one) {
    if (one.path != "cfg") return false;
    const auto parts = one.arguments.all_children();
    if (parts.size() == 3) return parts[1].text() == "test";
    if (parts.size() != 4 || parts[1].text() != "all") return false;
    const auto all = parts[2].all_children();
    return std::any_of(all.begin(), all.end(), [](const auto& p) { return p.text() == "test"; });
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

}  // namespace covey::parsers::languages::rust

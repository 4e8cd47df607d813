#include "parsers/languages/node/runners/selection.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/text/json_members.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <boost/json.hpp>
#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

namespace json = boost::json;

// The table of cases contains such a name, not the place where the test is defined.
bool is_candidate(const test_block& block) {
  return block.dynamic && std::all_of(block.path.begin(), block.path.end(),
                                      [](const auto& name) { return name.is_literal(); });
}

bool has_lines(const test_block& block) {
  return block.line_start > 0 && !is_candidate(block);
}

json::value key_part(const block_name& name) {
  if (name.is_literal()) return json::value(name.literals.front());
  json::array literals;
  for (const auto& piece : name.literals) literals.emplace_back(piece);
  return json::object{{"pieces", std::move(literals)}};
}

rerun_test wanted_of(const std::string& group, const test_block* block) {
  json::array key{json::value(group)};
  json::array lines;
  rerun_test out;
  out.id = {group, {}, " > "};
  out.selected = true;
  if (block != nullptr) {
    out.id.name = block->label;
    for (const auto& name : block->path) key.push_back(key_part(name));
    if (has_lines(*block)) lines = {block->line_start, block->line_end};
  }
  key.push_back(json::object{{"lines", std::move(lines)}});
  out.key = json::serialize(key);
  return out;
}

// The name as the reporters display it and the reader of their events stores it.
block_name shown(const block_name& name) {
  std::vector<std::string> literals;
  for (const auto& piece : name.literals) literals.push_back(plain_text(piece));
  if (literals.size() == 1 && literals.front().empty()) literals.front() = "(no title)";
  return block_name{std::move(literals)};
}

// Whether a text may match both; for names with placeholders only the first and the last literals are
// compared.
bool may_be_equal(const block_name& a, const block_name& b) {
  if (a.is_literal() && b.is_literal()) return a == b;
  const auto begin = [](std::string_view x, std::string_view y) {
    return x.starts_with(y) || y.starts_with(x);
  };
  const auto end = [](std::string_view x, std::string_view y) { return x.ends_with(y) || y.ends_with(x); };
  return begin(a.literals.front(), b.literals.front()) && end(a.literals.back(), b.literals.back());
}

// Whether a test may belong to both.
bool may_share_tests(const test_block& a, const test_block& b) {
  const auto common = std::min(a.path.size(), b.path.size());
  for (std::size_t i = 0; i < common; ++i)
    if (!may_be_equal(a.path[i], b.path[i])) return false;
  return true;
}

// A block inside the other may share its tests.
bool is_inside(const test_block& inner, const test_block& outer) {
  return outer.line_start <= inner.line_start && inner.line_end <= outer.line_end &&
         outer.path.size() <= inner.path.size() &&
         std::equal(outer.path.begin(), outer.path.end(), inner.path.begin());
}

using blocks_by_file = std::map<std::string, std::vector<const test_block*>>;

// Whether a selector needs lines: only if another selected block may share tests, because a block may also
// hold tests that a function elsewhere defines.
bool needs_lines(const test_block& block, const std::vector<const test_block*>& others) {
  return std::any_of(others.begin(), others.end(), [&](const test_block* other) {
    const bool same = other->path == block.path && other->line_start == block.line_start;
    return !same && !is_inside(*other, block) && !is_inside(block, *other) && may_share_tests(block, *other);
  });
}

test_selector selector_of(const std::string& group, const test_block& block, bool by_lines) {
  test_selector out{.group = group, .path = {}, .separators = {" > "}};
  for (const auto& name : block.path) out.path.push_back(shown(name));
  if (by_lines && has_lines(block)) {
    out.line_start = block.line_start;
    out.line_end = block.line_end;
  }
  return out;
}

}  // namespace

std::vector<rerun_test> wanted_by(const file_selection& selection) {
  const auto group = normal_path(selection.file);
  if (selection.whole_file) return {wanted_of(group, nullptr)};
  std::vector<rerun_test> out;
  for (const auto& block : selection.blocks) out.push_back(wanted_of(group, &block));
  return out;
}

selector_lists selectors_for(const std::vector<file_selection>& selections, bool among_all) {
  blocks_by_file selected;
  for (const auto& selection : selections)
    for (const auto& block : selection.blocks)
      if (!selection.whole_file) selected[normal_path(selection.file)].push_back(&block);
  selector_lists out;
  for (const auto& selection : selections) {
    auto& selectors = out.emplace_back();
    const auto group = normal_path(selection.file);
    if (selection.whole_file) selectors.push_back({group, {}, {" > "}});
    for (const auto& block : selection.blocks)
      if (!selection.whole_file)
        selectors.push_back(selector_of(group, block, among_all || needs_lines(block, selected[group])));
  }
  return out;
}

named_by_key read_key(std::string_view key) {
  boost::system::error_code ec;
  const auto parsed = json::parse(key, ec);
  named_by_key out;
  if (ec || !parsed.is_array()) return out;
  const auto& parts = parsed.get_array();
  for (std::size_t i = 1; i < parts.size(); ++i) {  // the first is the file
    if (parts[i].is_string()) out.titles.emplace_back(std::string{std::string_view{parts[i].get_string()}});
    if (!parts[i].is_object()) continue;
    const auto& part = parts[i].get_object();
    out.selected = out.selected || part.contains("lines");
    if (list_at(part, "pieces").size() > 1) out.titles.emplace_back(texts_at(part, "pieces"));
  }
  return out;
}

std::string name_pattern(const block_name& name) {
  std::string out;
  for (std::size_t i = 0; i < name.literals.size(); ++i) {
    if (i > 0) out += "[\\s\\S]*?";
    for (const char c : name.literals[i]) {
      if (std::string_view{"\\^$.*+?()[]{}|/"}.find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string any_of(const std::vector<std::string>& patterns) {
  std::string out;
  for (auto one = patterns.begin(); one != patterns.end(); ++one)
    if (std::find(patterns.begin(), one, *one) == one) out += (out.empty() ? "" : "|") + *one;
  return out;
}

}  // namespace covey::parsers::languages::node

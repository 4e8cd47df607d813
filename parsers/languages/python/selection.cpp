#include "parsers/languages/python/selection.hpp"
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::string_view joint = "::";

bool is_parametrized(const test_block& block) {
  return block.path.back().pieces.front().find('[') != std::string::npos;
}

// Of several definitions of one name the runner has one, and tells its line. What is reported of others may
// lie elsewhere: a decorator's own function, a method of a class above.
bool is_told_apart_by_line(const test_block& block) {
  return block.dynamic && block.kind == block_kind::test && !is_parametrized(block);
}

test_selector selector_of(const test_pick& pick, const test_block& block) {
  test_selector out;
  out.group = pick.file;
  out.path = block.path;
  out.joints = {std::string{joint}};
  if (!is_parametrized(block)) out.joints.insert(out.joints.end(), {"[", "#"});
  if (is_told_apart_by_line(block)) {
    out.line_start = block.line_start;
    out.line_end = block.line_end;
  }
  return out;
}

boost::json::array name_of(const test_block& block) {
  boost::json::array out;
  for (const auto& piece : joined(block.path, joint).pieces) out.emplace_back(piece);
  return out;
}

}  // namespace

pick_selectors python_selectors(const std::vector<test_pick>& picks) {
  pick_selectors out;
  for (const auto& pick : picks) {
    auto& selectors = out.emplace_back();
    if (pick.whole_file) {
      selectors.emplace_back();
      selectors.back().group = pick.file;
      continue;
    }
    for (const auto& block : pick.blocks)
      if (!block.path.empty()) selectors.push_back(selector_of(pick, block));
  }
  return out;
}

boost::json::array python_picks(const std::string& root, const std::vector<test_pick>& picks) {
  boost::json::array out;
  for (const auto& pick : picks) {
    const auto file = root + "/" + pick.file;
    if (pick.whole_file) {
      out.push_back(boost::json::object{{"file", file}});
      continue;
    }
    for (const auto& block : pick.blocks) {
      if (block.path.empty()) continue;
      boost::json::object one{{"file", file}, {"name", name_of(block)}, {"below", !is_parametrized(block)}};
      if (is_told_apart_by_line(block)) one["lines"] = {block.line_start, block.line_end};
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::vector<std::string> python_pick_notes(const std::vector<test_pick>& picks, python_runner runner) {
  if (runner == python_runner::pytest) return {};
  std::vector<std::string> out;
  for (const auto& pick : picks) {
    if (pick.whole_file || pick.blocks.empty()) continue;
    const auto& block = pick.blocks.front();
    if (block.path.size() == 1 && block.kind == block_kind::test)
      out.push_back(block.label + " in " + pick.file +
                    " is a function, which only pytest takes for a test: unittest runs methods of TestCase "
                    "classes.");
  }
  return out;
}

}  // namespace covey::parsers

#include "parsers/languages/python/selection.hpp"
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

constexpr std::string_view separator = "::";

bool is_parametrized(const test_block& block) {
  return block.path.back().literals.front().find('[') != std::string::npos;
}

// Of several definitions of one name the runner keeps one and reports its line. Lines of other tests may be
// elsewhere: in a decorator's own function, or in a method of a base class.
bool is_told_apart_by_line(const test_block& block) {
  return block.dynamic && block.kind == block_kind::test && !is_parametrized(block);
}

test_selector selector_of(const file_selection& selection, const test_block& block) {
  test_selector out;
  out.group = selection.file;
  out.path = block.path;
  out.separators = {std::string{separator}};
  if (!is_parametrized(block)) out.separators.insert(out.separators.end(), {"[", "#"});
  if (is_told_apart_by_line(block)) {
    out.line_start = block.line_start;
    out.line_end = block.line_end;
  }
  return out;
}

boost::json::array name_of(const test_block& block) {
  boost::json::array out;
  for (const auto& piece : joined(block.path, separator).literals) out.emplace_back(piece);
  return out;
}

}  // namespace

selector_lists selectors_for(const std::vector<file_selection>& selections) {
  selector_lists out;
  for (const auto& selection : selections) {
    auto& selectors = out.emplace_back();
    if (selection.whole_file) {
      selectors.emplace_back();
      selectors.back().group = selection.file;
      continue;
    }
    for (const auto& block : selection.blocks)
      if (!block.path.empty()) selectors.push_back(selector_of(selection, block));
  }
  return out;
}

boost::json::array selection_entries(const std::string& root, const std::vector<file_selection>& selections) {
  boost::json::array out;
  for (const auto& selection : selections) {
    const auto file = root + "/" + selection.file;
    if (selection.whole_file) {
      out.push_back(boost::json::object{{"file", file}});
      continue;
    }
    for (const auto& block : selection.blocks) {
      if (block.path.empty()) continue;
      boost::json::object one{{"file", file}, {"name", name_of(block)}, {"below", !is_parametrized(block)}};
      if (is_told_apart_by_line(block)) one["lines"] = {block.line_start, block.line_end};
      out.push_back(std::move(one));
    }
  }
  return out;
}

std::vector<std::string> selection_notes(const std::vector<file_selection>& selections, runner_kind runner) {
  if (runner == runner_kind::pytest) return {};
  std::vector<std::string> out;
  for (const auto& selection : selections) {
    if (selection.whole_file || selection.blocks.empty()) continue;
    const auto& block = selection.blocks.front();
    if (block.path.size() == 1 && block.kind == block_kind::test)
      out.push_back(block.label + " in " + selection.file +
                    " is a function, which only pytest takes for a test: unittest runs methods of TestCase "
                    "classes.");
  }
  return out;
}

}  // namespace covey::parsers::languages::python

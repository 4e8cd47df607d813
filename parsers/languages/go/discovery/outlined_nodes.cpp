#include "parsers/languages/go/discovery/outlined_nodes.hpp"
#include <utility>

extern "C" const TSLanguage* tree_sitter_go();

namespace covey::parsers::languages::go {
namespace {

constexpr std::size_t max_alone = 2'000;  // functions that are read once more

bool is_declaration(const syntax_node& node) {
  return node.is("function_declaration") || node.is("method_declaration");
}

bool lies_within(const syntax_node& node, const outlined_function& function) {
  return node && node.begin() == function.begin && node.end() <= function.end;
}

}  // namespace

function_nodes::function_nodes(const syntax_node& file, std::string_view text, std::string_view spelled)
    : text_(text), spelled_(spelled) {
  walk(file, [this](const syntax_node& node) {
    if (is_declaration(node)) declared_.emplace(node.begin(), node);
    return !is_declaration(node);
  });
}

syntax_node function_nodes::find(const outlined_function& function) {
  if (const auto known = declared_.find(static_cast<std::uint32_t>(function.begin)); known != declared_.end())
    if (known->second.end() == function.end) return known->second;
  if (alone_.size() == max_alone) return {};
  auto tree = syntax_tree::parse_part(tree_sitter_go, spelled_, text_,
                                      {static_cast<std::uint32_t>(function.begin),
                                       static_cast<std::uint32_t>(function.end), function.line_start});
  if (!tree) return {};
  syntax_node out;
  walk(tree->root(), [&](const syntax_node& node) {
    if (!out && is_declaration(node) && lies_within(node, function)) out = node;
    return !out;
  });
  if (out) alone_.push_back(std::move(*tree));
  return out;
}

}  // namespace covey::parsers::languages::go

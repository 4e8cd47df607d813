#include "parsers/languages/rust/source_functions.hpp"
#include "parsers/syntax/functions.hpp"

extern "C" const TSLanguage* tree_sitter_rust();

namespace covey::parsers::languages::rust {
namespace {

// "Parser" of impl<'a> Iterator for Parser<'a>
std::string implemented_type(const syntax_node& block) {
  const auto text = block.field("type").text();
  return std::string{text.substr(0, text.find('<'))};
}

// "#[test]", "#[cfg(test)]", "#[tokio::test]", "#[rstest]"; not what is there without tests as well.
bool is_of_tests(const syntax_node& node) {
  for (auto before = node.previous(); before; before = before.previous()) {
    if (before.is("line_comment") || before.is("block_comment")) continue;
    if (!before.is("attribute_item")) return false;
    const auto text = before.text();
    const auto has = [text](std::string_view word) { return text.find(word) != std::string_view::npos; };
    if (has("test") && !has("not(") && !has("any(") && !has("\"")) return true;
  }
  return false;
}

std::optional<declared_name> read(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_item")) return declared_name{name(), true, is_of_tests(node)};
  if (node.is("impl_item")) return declared_name{implemented_type(node), false};
  if (node.is("mod_item")) return declared_name{name(), false, is_of_tests(node)};
  if (node.is("trait_item")) return declared_name{name(), false};
  return std::nullopt;
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view, std::string_view text) {
  return functions_in(tree_sitter_rust, text, "::", read);
}

}  // namespace covey::parsers::languages::rust

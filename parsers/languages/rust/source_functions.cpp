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

std::optional<declared_name> read(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_item")) return declared_name{name()};
  if (node.is("impl_item")) return declared_name{implemented_type(node), false};
  if (node.is("trait_item") || node.is("mod_item")) return declared_name{name(), false};
  return std::nullopt;
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view, std::string_view text) {
  return functions_in(tree_sitter_rust, text, "::", read);
}

}  // namespace covey::parsers::languages::rust

#include "parsers/languages/python/source_functions.hpp"
#include "parsers/syntax/functions.hpp"

extern "C" const TSLanguage* tree_sitter_python();

namespace covey::parsers::languages::python {
namespace {

std::optional<declared_name> read(const syntax_node& node) {
  if (node.is("expression_statement")) {  // a docstring
    const auto parts = node.children();
    if (parts.size() == 1 && parts.front().is("string")) return declared_name{.is_comment = true};
  }
  const bool is_function = node.is("function_definition");
  if (!is_function && !node.is("class_definition")) return std::nullopt;
  return declared_name{std::string{node.field("name").text()}, is_function};
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view, std::string_view text) {
  return functions_in(tree_sitter_python, text, ".", read);
}

}  // namespace covey::parsers::languages::python

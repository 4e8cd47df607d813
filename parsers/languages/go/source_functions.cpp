#include "parsers/languages/go/source_functions.hpp"
#include "parsers/syntax/functions.hpp"

extern "C" const TSLanguage* tree_sitter_go();

namespace covey::parsers::languages::go {
namespace {

// "List" of (l *List[T])
std::string receiver_type(const syntax_node& method) {
  std::string out;
  walk(method.field("receiver"), [&](const syntax_node& node) {
    if (out.empty() && node.is("type_identifier")) out = node.text();
    return out.empty();
  });
  return out;
}

std::optional<declared_name> read(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_declaration")) return declared_name{name()};
  if (!node.is("method_declaration")) return std::nullopt;
  const auto type = receiver_type(node);
  return declared_name{type.empty() ? name() : type + "." + name()};
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view, std::string_view text) {
  return functions_in(tree_sitter_go, text, ".", read);
}

}  // namespace covey::parsers::languages::go

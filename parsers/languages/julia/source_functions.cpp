#include "parsers/languages/julia/source_functions.hpp"
#include "parsers/syntax/functions.hpp"

extern "C" const TSLanguage* tree_sitter_julia();

namespace covey::parsers::languages::julia {
namespace {

// "total" of total(cart::Cart)::Int where T; nothing for what is no signature.
std::string called_name(syntax_node signature) {
  while (signature.is("signature") || signature.is("where_expression") || signature.is("typed_expression")) {
    const auto parts = signature.children();
    if (parts.empty()) return {};
    signature = parts.front();
  }
  if (!signature.is("call_expression")) return {};
  const auto parts = signature.children();
  return parts.empty() ? std::string{} : std::string{parts.front().text()};
}

std::optional<declared_name> read(const syntax_node& node) {
  if (node.is("function_definition") || node.is("macro_definition"))
    return declared_name{called_name(node.first_child("signature"))};
  if (!node.is("assignment")) return std::nullopt;
  const auto sides = node.children();
  auto name = sides.empty() ? std::string{} : called_name(sides.front());  // total(cart) = …
  return name.empty() ? std::nullopt : std::optional{declared_name{std::move(name)}};
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view, std::string_view text) {
  return functions_in(tree_sitter_julia, text, ".", read);
}

}  // namespace covey::parsers::languages::julia

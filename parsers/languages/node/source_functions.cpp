#include "parsers/languages/node/source_functions.hpp"
#include "parsers/languages/node/discovery/grammars.hpp"
#include "parsers/syntax/functions.hpp"

namespace covey::parsers::languages::node {
namespace {

bool is_function_value(const syntax_node& value) {
  return value.is("arrow_function") || value.is("function_expression") || value.is("generator_function");
}

// "Cart.total" of Cart.prototype.total, "parse" of module.exports.parse
std::string assigned_name(std::string_view target) {
  for (const std::string_view before : {"module.exports.", "exports.", "this."})
    if (target.starts_with(before)) target.remove_prefix(before.size());
  std::string out{target};
  constexpr std::string_view prototype = ".prototype.";
  if (const auto at = out.find(prototype); at != std::string::npos) out.replace(at, prototype.size(), ".");
  return out;
}

// A function that has no name of its own is called by what it is assigned to.
std::optional<declared_name> read_assigned(const syntax_node& target, const syntax_node& value) {
  if (!is_function_value(value)) return std::nullopt;
  return declared_name{assigned_name(target.text())};
}

std::optional<declared_name> read(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (node.is("function_declaration") || node.is("generator_function_declaration") ||
      node.is("method_definition"))
    return declared_name{name()};
  if (node.is("class_declaration") || node.is("class") || node.is("abstract_class_declaration") ||
      node.is("internal_module"))
    return declared_name{name(), false};
  if (node.is("variable_declarator")) return read_assigned(node.field("name"), node.field("value"));
  if (node.is("assignment_expression")) return read_assigned(node.field("left"), node.field("right"));
  if (node.is("pair")) return read_assigned(node.field("key"), node.field("value"));
  if (node.is("public_field_definition")) return read_assigned(node.field("name"), node.field("value"));
  if (node.is("field_definition")) return read_assigned(node.field("property"), node.field("value"));
  return std::nullopt;
}

}  // namespace

std::vector<function_extent> functions_of(std::string_view path, std::string_view text) {
  return functions_in(grammar_of(path, text), text, ".", read);
}

}  // namespace covey::parsers::languages::node

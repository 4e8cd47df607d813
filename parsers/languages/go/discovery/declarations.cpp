#include "parsers/languages/go/discovery/declarations.hpp"

namespace covey::parsers::languages::go {
namespace {

void add_values(const syntax_node& spec, named_nodes& to) {
  const auto values = parts_of(spec.field("value"));
  std::size_t next = 0;
  for (const auto& name : parts_of(spec)) {
    if (!name.is("identifier") || next >= values.size()) break;
    to.emplace(name.text(), values[next++]);
  }
}

void add_all_values(const syntax_node& declaration, named_nodes& to) {
  for (const auto& part : parts_of(declaration)) {
    if (part.is("var_spec_list")) {
      for (const auto& spec : parts_of(part)) add_values(spec, to);
    } else {
      add_values(part, to);
    }
  }
}

}  // namespace

std::vector<syntax_node> parts_of(const syntax_node& node) {
  auto out = node.children();
  std::erase_if(out, [](const auto& child) { return child.is("comment"); });
  return out;
}

void add_types(const syntax_node& declaration, named_nodes& to) {
  for (const auto& spec : parts_of(declaration))
    if (const auto name = spec.field("name")) to.insert_or_assign(name.text(), spec.field("type"));
}

declarations declared_in(const syntax_node& source_file) {
  declarations out;
  for (const auto& child : source_file.children()) {
    const auto type = child.type();
    if (type == "function_declaration")
      out.functions.emplace(child.field("name").text(), child);
    else if (type == "var_declaration" || type == "const_declaration")
      add_all_values(child, out.values);
    else if (type == "type_declaration")
      add_types(child, out.types);
    else if (type == "package_clause")
      out.package = child.first_child("package_identifier").text();
  }
  return out;
}

std::vector<std::pair<syntax_node, syntax_node>> parameters_of(const syntax_node& function) {
  std::vector<std::pair<syntax_node, syntax_node>> out;
  for (const auto& declaration : parts_of(function.field("parameters"))) {
    const auto type = declaration.field("type");
    bool named = false;
    for (const auto& part : parts_of(declaration)) {
      if (part == type || !part.is("identifier")) continue;
      out.emplace_back(part, type);
      named = true;
    }
    if (!named) out.emplace_back(syntax_node{}, type);
  }
  return out;
}

std::string_view type_name(syntax_node type) {
  constexpr int max_depth = 16;
  for (int i = 0; i < max_depth && type; ++i) {
    if (type.is("type_identifier") || type.is("identifier")) return type.text();
    if (type.is("qualified_type"))
      type = type.field("name");
    else if (type.is("generic_type"))
      type = type.field("type");
    else if (const auto inner = parts_of(type);
             (type.is("pointer_type") || type.is("parenthesized_type") || type.is("type_elem")) &&
             !inner.empty())
      type = inner.front();
    else
      break;
  }
  return {};
}

std::string_view receiver_type(const syntax_node& method) {
  const auto receivers = parts_of(method.field("receiver"));
  return receivers.empty() ? std::string_view{} : type_name(receivers.front().field("type"));
}

bool is_pointer(const syntax_node& type) {
  return type.is("pointer_type");
}

std::vector<syntax_node> arguments_of(const syntax_node& call) {
  return parts_of(call.field("arguments"));
}

syntax_node without_parentheses(syntax_node node) {
  while (node.is("parenthesized_expression")) {
    const auto inner = parts_of(node);
    if (inner.empty()) break;
    node = inner.front();
  }
  return node;
}

}  // namespace covey::parsers::languages::go

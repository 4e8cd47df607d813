#include "parsers/languages/node/discovery/declarations.hpp"
#include "parsers/languages/node/discovery/expressions.hpp"
#include <algorithm>
#include <array>

namespace covey::parsers::languages::node {
namespace {

using kind_type = binding::kind_type;

binding api_binding(const test_api& api) {
  return api ? binding{kind_type::api, api, {}} : binding{};
}

// Hides only names that mean something outside.
void hide(std::string_view name, name_scopes& scopes) {
  if (scopes.find(name) != nullptr || global_api(name)) scopes.bind(name, {});
}

void hide_all(const syntax_node& pattern, name_scopes& scopes) {
  walk(pattern, [&](const syntax_node& node) {
    if (node.is("identifier") || node.is("shorthand_property_identifier_pattern")) hide(node.text(), scopes);
    return !node.is("type_annotation") && !is_function(node);
  });
}

void bind_import(const std::string& module, std::string_view imported, std::string_view local,
                 name_scopes& scopes) {
  auto api = imported_api(module, imported);
  if (!api && (imported == "default" || imported == "*")) api = assumed_api(local);
  if (api) return scopes.bind(local, api_binding(api));
  const bool named = imported != "default" && imported != "*";
  scopes.bind(local, {kind_type::imported, {}, std::string{named ? imported : local}});
}

void declare_import(const syntax_node& statement, name_scopes& scopes) {
  for (const auto& clause : statement.children()) {
    if (!clause.is("import_clause") && !clause.is("import_require_clause")) continue;
    const auto from = clause.is("import_clause") ? statement.field("source") : clause.field("source");
    const auto module = literal_text(from).value_or("");
    for (const auto& part : clause.children()) {
      if (part.is("identifier")) {
        bind_import(module, "default", part.text(), scopes);
      } else if (part.is("namespace_import")) {
        for (const auto& name : part.children()) bind_import(module, "*", name.text(), scopes);
      } else if (part.is("named_imports")) {
        for (const auto& one : part.children()) {
          const auto name = one.field("name").text();
          const auto alias = one.field("alias").text();
          bind_import(module, name, alias.empty() ? name : alias, scopes);
        }
      }
    }
  }
}

// `(c) => (c ? it : it.skip)`
test_api api_returned_by(const syntax_node& function, const name_scopes& scopes) {
  return function.is("arrow_function") ? api_of(function.field("body"), scopes) : test_api{};
}

// Values that make no tests, whatever the name says: `const test = 5`.
bool is_plain_value(const syntax_node& value) {
  constexpr std::array<std::string_view, 12> types{
      "number", "object", "array",  "regex",           "true",           "false",
      "null",   "class",  "string", "template_string", "new_expression", "unary_expression"};
  return std::find(types.begin(), types.end(), value.type()) != types.end();
}

binding binding_of_value(std::string_view name, const syntax_node& written, const name_scopes& scopes) {
  const auto value = bare(written);
  if (const auto text = literal_text(value)) return {kind_type::text, {}, *text};
  if (is_function(value)) {
    if (const auto api = api_returned_by(value, scopes)) return {kind_type::factory, api, {}};
    return {kind_type::named, {}, std::string{name}};
  }
  if (value.is("class")) return {kind_type::named, {}, std::string{name}};
  if (const auto module = module_of(value)) {
    auto api = imported_api(*module, "default");
    if (!api) api = assumed_api(name);
    return api ? api_binding(api) : binding{kind_type::imported, {}, std::string{name}};
  }
  if (const auto api = api_of(value, scopes)) return api_binding(api);
  // `base.extend({…})` and `await make()` may return an API; a member or a variable says nothing.
  const bool made = value.is("call_expression") || value.is("await_expression");
  return made && !is_plain_value(value) ? api_binding(assumed_api(name)) : binding{};
}

// `{ describe: d, it }` of a module, of an API, or of something unknown.
void declare_members(const syntax_node& pattern, const syntax_node& value, name_scopes& scopes) {
  const auto module = module_of(value);
  const auto object = api_of(value, scopes);
  for (const auto& part : pattern.children()) {
    auto local = part.is("pair_pattern") ? part.field("value") : part;
    if (local.is("assignment_pattern") || local.is("object_assignment_pattern")) local = local.field("left");
    const auto key = part.is("pair_pattern") ? part.field("key").text() : local.text();
    if (!local.is("identifier") && !local.is("shorthand_property_identifier_pattern")) {
      hide_all(part, scopes);
      continue;
    }
    if (module)
      bind_import(*module, key, local.text(), scopes);
    else if (const auto api = object ? object.member(key) : assumed_api(key))
      scopes.bind(local.text(), api_binding(api));
    else
      hide(local.text(), scopes);
  }
}

void declare_variables(const syntax_node& declaration, name_scopes& scopes) {
  for (const auto& one : declaration.children()) {
    if (!one.is("variable_declarator")) continue;
    const auto name = one.field("name");
    const auto value = one.field("value");
    if (name.is("object_pattern") && value) {
      declare_members(name, value, scopes);
    } else if (!name.is("identifier")) {
      hide_all(name, scopes);
    } else {
      auto what = binding_of_value(name.text(), value, scopes);
      if (what.kind == kind_type::other)
        hide(name.text(), scopes);
      else
        scopes.bind(name.text(), std::move(what));
    }
  }
}

void declare_one(const syntax_node& statement, name_scopes& scopes) {
  const auto type = statement.type();
  if (type == "import_statement") return declare_import(statement, scopes);
  if (type == "lexical_declaration" || type == "variable_declaration")
    return declare_variables(statement, scopes);
  if (type == "export_statement") {
    if (const auto declared = statement.field("declaration")) declare_one(declared, scopes);
    return;
  }
  if (type == "function_declaration" || type == "generator_function_declaration" ||
      type == "class_declaration" || type == "abstract_class_declaration" || type == "enum_declaration") {
    const auto name = statement.field("name").text();
    if (!name.empty()) scopes.bind(name, {kind_type::named, {}, std::string{name}});
  }
}

bool may_be_context(const syntax_node& parameter) {
  const auto name = parameter.is("identifier") ? parameter : parameter.field("pattern");
  constexpr std::array<std::string_view, 5> usual{"t", "tt", "st", "ctx", "tc"};
  return std::find(usual.begin(), usual.end(), name.text()) != usual.end() ||
         parameter.field("type").text().find("TestContext") != std::string_view::npos;
}

// `async ({ step }) => …`
void declare_context_members(const syntax_node& pattern, const test_api& context, name_scopes& scopes) {
  for (const auto& part : pattern.children()) {
    const auto api = context.member(part.text());
    if (part.is("shorthand_property_identifier_pattern") && api.makes_blocks())
      scopes.bind(part.text(), api_binding(api));
    else
      hide_all(part, scopes);
  }
}

void declare_parameter(const syntax_node& parameter, const test_api& context, name_scopes& scopes) {
  const auto typed = parameter.field("pattern");  // TypeScript's
  const auto pattern = typed ? typed : parameter;
  if (context && pattern.is("object_pattern")) {
    declare_context_members(pattern, context, scopes);
  } else if (context && pattern.is("identifier")) {
    scopes.bind(pattern.text(), api_binding(context));
  } else {
    hide_all(pattern, scopes);
  }
}

}  // namespace

void declare_statements(const syntax_node& block, name_scopes& scopes) {
  for (const auto& statement : block.children()) declare_one(statement, scopes);
}

void declare_head(const syntax_node& loop_or_catch, name_scopes& scopes) {
  for (const auto* part : {"left", "parameter"})
    if (const auto pattern = loop_or_catch.field(part)) hide_all(pattern, scopes);
  if (const auto first = loop_or_catch.field("initializer")) declare_one(first, scopes);
}

void declare_parameters(const syntax_node& function, const test_api& first, name_scopes& scopes) {
  if (is_function(function))
    if (const auto name = function.field("name")) hide(name.text(), scopes);
  if (const auto only = function.field("parameter")) {
    auto context = first;
    if (!context && may_be_context(only)) context.kind = test_api::kind_type::context;
    return declare_parameter(only, context, scopes);
  }
  bool is_first = true;
  for (const auto& parameter : without_comments(function.field("parameters"))) {
    const bool is_this = parameter.field("pattern").is("this");
    auto context = is_first ? first : test_api{};
    if (!context && may_be_context(parameter)) context.kind = test_api::kind_type::context;
    declare_parameter(parameter, context, scopes);
    is_first = is_first && is_this;
  }
}

}  // namespace covey::parsers::languages::node

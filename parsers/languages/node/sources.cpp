#include "parsers/languages/node/sources.hpp"
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <optional>
#include <string>

namespace covey::parsers::languages::node {
namespace {

// "Cart.total" of Cart.prototype.total, "parse" of module.exports.parse
std::string assigned_name(std::string_view target) {
  for (const std::string_view before : {"module.exports.", "exports.", "this."})
    if (target.starts_with(before)) target.remove_prefix(before.size());
  std::string out{target};
  constexpr std::string_view prototype = ".prototype.";
  if (const auto at = out.find(prototype); at != npos) out.replace(at, prototype.size(), ".");
  return out;
}

// A function that has no name of its own is called by what it is assigned to.
std::optional<declared_name> read_assigned(const syntax_node& target, const syntax_node& value) {
  if (!is_one_of(value.type(), {"arrow_function", "function_expression", "generator_function"}))
    return std::nullopt;
  return declared_name{.name = assigned_name(target.text()), .body = value.field("body")};
}

std::optional<declared_name> read_declaration(const syntax_node& node) {
  const auto name = [&] { return std::string{node.field("name").text()}; };
  if (is_one_of(node.type(), {"function_declaration", "generator_function_declaration", "method_definition"}))
    return declared_name{.name = name(), .body = node.field("body")};
  if (is_one_of(node.type(), {"class_declaration", "class", "abstract_class_declaration", "internal_module"}))
    return declared_name{name(), false};
  if (node.is("variable_declarator")) return read_assigned(node.field("name"), node.field("value"));
  if (node.is("assignment_expression")) return read_assigned(node.field("left"), node.field("right"));
  if (node.is("pair")) return read_assigned(node.field("key"), node.field("value"));
  if (node.is("public_field_definition")) return read_assigned(node.field("name"), node.field("value"));
  if (node.is("field_definition")) return read_assigned(node.field("property"), node.field("value"));
  return std::nullopt;
}

bool is_static(const syntax_node& member) {
  return std::ranges::any_of(member.all_children(), [](const auto& part) { return part.is("static"); });
}

// What a field begins with is made with each instance, as if by a function.
std::optional<declared_name> read_body(const syntax_node& node) {
  auto out = read_declaration(node);
  const bool is_field = node.is("public_field_definition") || node.is("field_definition");
  if (out || !is_field || is_static(node) || !node.field("value")) return out;
  const auto name = node.field(node.is("field_definition") ? "property" : "name").text();
  return declared_name{.name = std::string{name}, .body = node.field("value")};
}

// What runners and transformers read.
comment_role role_of_comment(std::string_view comment, std::string_view) {
  for (const std::string_view word :
       {"@jest", "@vitest", "@jsx", "@ts-", "istanbul", "v8 ignore", "c8 ignore"})
    if (comment.find(word) != npos) return comment_role::token;
  return comment_role::none;
}

bool names_files(const syntax_node& node) {
  return node.is("string") || node.is("template_string");
}

// require(name), import.meta.glob(…)
bool loads_by_value(const syntax_node& node) {
  if (!node.is("call_expression")) return false;
  const auto function = node.field("function").text();
  const bool globs = function.ends_with(".glob") && function.find("import.meta") != npos;
  if (globs || function == "require.context" || function.ends_with("createRequire")) return true;
  if (function != "require" && function != "import" && function != "require.resolve") return false;
  const auto given = node.field("arguments").children();
  if (given.empty()) return true;
  const bool is_plain =
      given.front().is("template_string") && !given.front().first_child("template_substitution");
  return !given.front().is("string") && !is_plain;
}

std::string_view variable_of(const syntax_node& node) {
  const bool is_field = node.is("public_field_definition") || node.is("field_definition");
  if (!is_field && !node.is("variable_declarator")) return {};
  const auto value = node.field("value").type();
  const bool is_code = value.find("function") != npos || value.find("class") != npos;
  return is_code ? std::string_view{} : node.field(node.is("field_definition") ? "property" : "name").text();
}

// --- what stands outside of functions

// `./x` of `from './x'`, of require('./x'); an index may be called by its folder alone: `..`
std::string_view module_of(const syntax_node& text) {
  if (!text.is("string") || text.text().size() < 3) return {};
  const auto path = text.text().substr(1, text.text().size() - 2);
  return path.find_first_not_of("./") == npos ? "index" : path;
}

// The call that loads all of a module; null: it is none.
syntax_node required(const syntax_node& value) {
  auto call = value;
  while (call.is("member_expression")) call = call.field("object");
  return call.is("call_expression") && call.field("function").text() == "require" ? call : syntax_node{};
}

// Calls that do nothing but make a value.
bool is_maker(const syntax_node& call) {
  static constexpr std::string_view makers[] = {
      "Symbol",        "Symbol.for",    "String", "Number",      "Boolean",    "BigInt",
      "RegExp",        "Map",           "Set",    "WeakMap",     "WeakSet",    "Date",
      "Object.freeze", "Object.create", "Error",  "TextEncoder", "TextDecoder"};
  const auto name = call.field(call.is("new_expression") ? "constructor" : "function").text();
  return std::ranges::find(makers, name) != std::end(makers);
}

bool only_makes_a_value(const syntax_node& node, std::size_t depth = 0) {
  if (depth > max_value_depth) return false;
  if (is_one_of(node.type(),
                {"arrow_function", "function_expression", "generator_function", "method_definition"}))
    return true;
  if (is_one_of(node.type(), {"class", "await_expression", "yield_expression", "assignment_expression",
                              "augmented_assignment_expression", "update_expression"}))
    return false;
  if ((node.is("call_expression") || node.is("new_expression")) && !is_maker(node)) return false;
  return std::ranges::all_of(node.children(),
                             [depth](const auto& part) { return only_makes_a_value(part, depth + 1); });
}

// Of one that is deeper not all are found, and it is more than a value.
void add_bound(std::vector<std::string_view>& to, const syntax_node& pattern, std::size_t depth = 0) {
  if (depth > max_value_depth) return;
  if (is_one_of(pattern.type(), {"identifier", "shorthand_property_identifier_pattern"}))
    return to.push_back(pattern.text());
  if (pattern.is("pair_pattern")) return add_bound(to, pattern.field("value"), depth + 1);
  if (pattern.type().find("assignment_pattern") != npos)
    return add_bound(to, pattern.field("left"), depth + 1);
  for (const auto& part : pattern.children()) add_bound(to, part, depth + 1);
}

// Named, so that two states of a function are told as such.
given_names value_given(std::string_view name, const syntax_node& value, std::string declared) {
  given_names out{.names = {name}};
  if (read_assigned(value, value)) {
    out.kind = frame_piece::kind_type::function;
    out.declared = std::move(declared);
  } else if (!only_makes_a_value(value)) {
    out.kind = frame_piece::kind_type::call;
  }
  return out;
}

std::optional<given_names> names_of_variables(const syntax_node& node) {
  const auto all = node.children();
  const auto value = all.size() == 1 ? all.front().field("value") : syntax_node{};
  if (all.size() == 1 && all.front().field("name").is("identifier") && value && !required(value))
    return value_given(all.front().field("name").text(), value,
                       std::string{all.front().field("name").text()});
  given_names out;
  for (const auto& one : all) {
    add_bound(out.names, one.field("name"));
    if (!only_makes_a_value(one)) out.kind = frame_piece::kind_type::call;
  }
  if (const auto call = required(value)) {
    const auto given = call.field("arguments").children();
    out.from = given.empty() ? std::string_view{} : module_of(given.front());
    if (out.from.empty()) return std::nullopt;
    out.kind = frame_piece::kind_type::import;
  }
  return out;
}

// Of a class or a table that are told apart: each looks at all. A larger one is a whole.
constexpr std::uint32_t max_members = 400;

bool is_small(const syntax_node& holder) {
  return ts_node_named_child_count(holder.raw()) <= max_members;
}

// Whether it does nothing while it is loaded but to make a class.
bool is_plain_class(const syntax_node& node) {
  if (!node.field("body") || !is_small(node.field("body"))) return false;
  const auto is_plain = [](const syntax_node& member) {
    if (member.is("decorator") || member.is("class_static_block") || member.first_child("decorator"))
      return false;
    if (member.first_child("computed_property_name")) return false;
    return !is_static(member) || member.is("method_definition") || only_makes_a_value(member.field("value"));
  };
  const auto heritage = node.first_child("class_heritage");
  return !node.first_child("decorator") && (!heritage || only_makes_a_value(heritage)) &&
         std::ranges::all_of(node.field("body").children(), is_plain);
}

// Who has an instance may ask for a member by any name: runtimes and frameworks do.
std::optional<given_names> names_of_member(const syntax_node& node) {
  const auto of = node.parent().parent();
  const auto around = of.parent();
  const bool is_top =
      around.is("program") || (around.is("export_statement") && around.parent().is("program"));
  const bool is_signature = node.type().ends_with("_signature");
  if (!is_top || is_signature || !is_plain_class(of)) return std::nullopt;
  const auto name = node.field(node.is("field_definition") ? "property" : "name").text();
  const bool is_method = node.is("method_definition");
  auto out = is_method ? given_names{.kind = frame_piece::kind_type::function,
                                     .names = {name},
                                     .declared = std::string{name}}
                       : value_given(name, node.field("value"), std::string{name});
  if (out.kind == frame_piece::kind_type::call)
    out.kind = frame_piece::kind_type::value;  // when an instance is made
  out.of_holder = true;
  return out;
}

std::optional<given_names> names_of_declaration(const syntax_node& node) {
  if (node.is("lexical_declaration") || node.is("variable_declaration")) return names_of_variables(node);
  const auto name = node.field("name").text();
  const given_names type{
      .kind = frame_piece::kind_type::type, .names = {name}, .declared = std::string{name}};
  if (is_one_of(node.type(), {"interface_declaration", "type_alias_declaration", "function_signature"}))
    return type;
  if (is_one_of(node.type(), {"class_declaration", "abstract_class_declaration"}))
    return is_plain_class(node) ? std::optional{type} : std::nullopt;
  if (node.is("enum_declaration"))
    return only_makes_a_value(node) ? std::optional{given_names{.names = {name}}} : std::nullopt;
  if (!is_one_of(node.type(), {"function_declaration", "generator_function_declaration"}))
    return std::nullopt;
  return given_names{
      .kind = frame_piece::kind_type::function, .names = {name}, .declared = std::string{name}};
}

constexpr std::string_view default_name = "default";

std::optional<given_names> names_of_export(const syntax_node& node) {
  const auto parts = node.all_children();
  const auto has = [&](std::string_view type) {
    return std::ranges::any_of(parts, [&](const auto& part) { return part.is(type); });
  };
  if (node.first_child("decorator") || has("=") || has("as")) return std::nullopt;
  if (const auto source = node.field("source")) {
    given_names out{.kind = frame_piece::kind_type::import, .from = module_of(source)};
    if (const auto space = node.first_child("namespace_export")) add_bound(out.names, space);
    return out.from.empty() ? std::nullopt : std::optional{out};
  }
  if (node.first_child("export_clause")) return given_names{};
  const auto declared = node.field("declaration"), value = node.field("value");
  auto out = declared ? names_of_declaration(declared) : std::nullopt;
  if (value) out = value_given(default_name, value, {});
  if (value && out->kind == frame_piece::kind_type::function) out->kind = frame_piece::kind_type::value;
  if (out && has(default_name)) out->names.push_back(default_name);
  return out;
}

// An object that has nothing but names and their values.
bool is_table(const syntax_node& object) {
  return object.is("object") && is_small(object) &&
         std::ranges::all_of(object.children(), [](const auto& one) {
           return is_one_of(one.type(), {"shorthand_property_identifier", "pair", "method_definition"}) &&
                  !one.first_child("computed_property_name");
         });
}

bool is_exports(std::string_view target) {
  return is_one_of(target, {"module.exports", "exports"});
}

// Of CommonJS: what is assigned to exports.
std::optional<given_names> names_of_assignment(const syntax_node& node) {
  const auto left = node.field("left"), right = node.field("right");
  const auto target = left.text();
  if (target == "module.exports")
    return is_table(right) ? given_names{} : value_given(default_name, right, assigned_name(target));
  if (!left.is("member_expression") || required(right)) return std::nullopt;
  const auto holder = left.field("object").text(), name = left.field("property").text();
  if (is_exports(holder)) return value_given(name, right, assigned_name(target));
  return std::nullopt;
}

// Of module.exports = {…}.
std::optional<given_names> names_of_entry(const syntax_node& node) {
  const auto statement = node.parent().parent();
  if (!node.parent().is("object") || !statement.is("assignment_expression") ||
      statement.field("left").text() != "module.exports" || !statement.parent().parent().is("program") ||
      !is_table(node.parent()))
    return std::nullopt;
  if (node.is("shorthand_property_identifier")) return given_names{.names = {node.text()}};
  const auto key = node.field(node.is("pair") ? "key" : "name");
  const auto name = key.is("string") ? module_of(key) : key.text();
  if (node.is("pair")) return value_given(name, node.field("value"), assigned_name(key.text()));
  return given_names{
      .kind = frame_piece::kind_type::function, .names = {name}, .declared = std::string{name}};
}

// One of the names of an import or of an export.
std::optional<given_names> name_bound(const syntax_node& node) {
  const auto name = node.field("alias") ? node.field("alias").text() : node.field("name").text();
  if (node.is("export_specifier")) {
    const auto source = node.parent().parent().field("source");
    return given_names{.kind = source ? frame_piece::kind_type::import : frame_piece::kind_type::value,
                       .names = {name},
                       .from = module_of(source)};
  }
  auto statement = node.parent();
  while (statement && !statement.is("import_statement")) statement = statement.parent();
  given_names out{.kind = frame_piece::kind_type::import, .from = module_of(statement.field("source"))};
  if (node.is("import_specifier")) out.names = {name};
  if (node.is("namespace_import")) add_bound(out.names, node);
  if (node.is("identifier")) out.names = {node.text()};
  return out;
}

std::optional<given_names> gives(const syntax_node& node) {
  if (!ts_node_is_named(node.raw())) return std::nullopt;
  const auto type = node.type();
  const auto parent = node.parent();
  if (is_one_of(type, {"import_specifier", "namespace_import", "export_specifier"})) return name_bound(node);
  if (node.is("identifier") && parent.is("import_clause")) return name_bound(node);
  if (parent.is("object")) return names_of_entry(node);
  if (parent.is("class_body")) return names_of_member(node);
  if (!parent.is("program")) return std::nullopt;
  if (node.is("import_statement")) {
    const auto from = module_of(node.field("source"));
    const bool binds = node.first_child("import_clause") && !from.empty();
    return binds ? std::optional{given_names{.kind = frame_piece::kind_type::import, .from = from}}
                 : std::nullopt;
  }
  if (node.is("export_statement")) return names_of_export(node);
  if (node.is("empty_statement")) return given_names{};
  const auto parts = node.is("expression_statement") ? node.children() : std::vector<syntax_node>{};
  if (!parts.empty())
    return parts.front().is("assignment_expression") ? names_of_assignment(parts.front()) : std::nullopt;
  return names_of_declaration(node);
}

// `{ a, b }`: nothing else has these names.
bool is_plain_pattern(const syntax_node& pattern) {
  return pattern.is("object_pattern") && std::ranges::all_of(pattern.children(), [](const auto& one) {
           return one.is("shorthand_property_identifier_pattern");
         });
}

// All that a module gives, whatever it is called.
std::string_view takes(const syntax_node& node) {
  if (!is_one_of(node.type(), {"identifier", "export_statement", "export_specifier", "namespace_import",
                               "call_expression"}))
    return {};
  const auto parent = node.parent();
  const bool is_default = node.is("identifier") && parent.is("import_clause");
  const bool is_all =
      node.is("export_statement") && node.field("source") && !node.first_child("export_clause");
  const bool hands_on =
      node.is("export_specifier") && parent.parent().field("source") &&
      (node.field("name").text() == default_name || node.field("alias").text() == default_name);
  if (is_default || is_all || hands_on || node.is("namespace_import")) return "*";
  if (!node.is("call_expression")) return {};
  if (loads_by_value(node)) return "**";
  const auto function = node.field("function").text();
  const auto name = function.substr(function.rfind('.') + 1);
  const bool picks =
      name == "require" && (parent.is("member_expression") ||
                            (parent.is("variable_declarator") && is_plain_pattern(parent.field("name"))));
  const bool loads =
      name == "require" || name == "import" || name.ends_with("Actual") || name.ends_with("Mock");
  return loads && !picks ? "*" : std::string_view{};
}

}  // namespace

source_structure structure_of(std::string_view path, std::string_view text) {
  constexpr std::string_view blocks[] = {"program", "statement_block", "class_body", "switch_case",
                                         "switch_default"};
  return read_structure(grammar_of(path, text), text, ".", read_declaration, blocks);
}

file_outline outline_of(std::string_view path, std::string_view text) {
  static constexpr std::string_view starting[] = {"spawn", "execa", "execFile", "execSync", "Worker("};
  static constexpr std::string_view all_starting[] = {"child_process", "worker_threads", "cluster"};
  static constexpr std::string_view sharing[] = {"?\?=", "||=", "defineProperty", "globalThis."};
  static constexpr std::string_view unmeasured[] = {"istanbul ignore", "v8 ignore", "c8 ignore"};
  static constexpr std::string_view placing[] = {"captureStackTrace", ".stack"};
  // What these keep from being measured, no test is known to run.
  const bool is_measured = std::ranges::none_of(unmeasured, [&](auto one) { return text.find(one) != npos; });
  const outline_rules rules{.syntax = grammar_of(path, text),
                            .read = read_body,
                            .role = role_of_comment,
                            .names_files = names_files,
                            .loads_by_value = loads_by_value,
                            .variable = variable_of,
                            .gives = is_measured ? gives : nullptr,
                            .takes = takes,
                            .sharing = sharing,
                            .starting = starting,
                            .all_starting = all_starting,
                            .placing = placing};
  return outline_in(rules, text);
}

source_reach reach_of(std::string_view path, const path_test&) {
  const auto name = base_name(path), folder = folder_name(path);
  auto stem = name.substr(0, name.find('.'));
  for (const std::string_view infix : {".test.", ".spec."})  // nobody loads it without saying so
    if (const auto at = name.find(infix); at != npos) stem = name.substr(0, at + infix.size() - 1);
  if (any_folder(path, [](auto one) { return one == "__mocks__"; }) || stem.empty())
    return {.everywhere = true};
  if (stem == "index" || stem == "main")
    return {.names = {std::string{base_name(folder)}, std::string{stem}, "."}, .everywhere = folder.empty()};
  return {.names = {std::string{stem}}};
}

}  // namespace covey::parsers::languages::node

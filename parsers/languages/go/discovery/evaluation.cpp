#include "parsers/languages/go/discovery/evaluation.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include <algorithm>
#include <string_view>
#include <utility>

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

void bindings::close() {
  const auto mark = marks_.empty() ? 0 : marks_.back();
  if (!marks_.empty()) marks_.pop_back();
  while (order_.size() > mark) {
    const auto it = meanings_.find(order_.back());
    it->second.pop_back();
    if (it->second.empty()) meanings_.erase(it);
    order_.pop_back();
  }
}

void bindings::bind(std::string_view name, binding meaning) {
  if (name.empty() || name == "_") return;
  meanings_[name].push_back(std::move(meaning));
  order_.push_back(name);
}

void bindings::forget(std::string_view name) {
  const auto it = meanings_.find(name);
  if (it != meanings_.end()) it->second.back() = {};
}

binding bindings::find(std::string_view name) const {
  const auto it = meanings_.find(name);
  if (it != meanings_.end()) return it->second.back();
  const auto value = file_->values.find(name);
  if (value == file_->values.end()) return {};
  return {binding::kind_type::expression, value->second};
}

bool bindings::is_bound(std::string_view name) const {
  return meanings_.contains(name);
}

syntax_node bindings::type(std::string_view name) const {
  auto it = types_.find(name);
  if (it != types_.end()) return it->second;
  it = file_->types.find(name);
  return it == file_->types.end() ? syntax_node{} : it->second;
}

namespace {

using kind = binding::kind_type;

constexpr std::size_t max_length = 1024;  // of a name; longer ones become placeholders

known_text hole() {
  return {{"", ""}, "*"};
}

known_text literal(std::string value, std::string shown) {
  if (value.size() > max_length) return hole();
  return {{std::move(value)}, std::move(shown)};
}

known_text joined(known_text left, const known_text& right) {
  left.literals.back() += right.literals.front();
  left.literals.insert(left.literals.end(), right.literals.begin() + 1, right.literals.end());
  left.shown += right.shown;
  std::size_t size = 0;
  for (const auto& piece : left.literals) size += piece.size() + 1;
  return size > max_length ? hole() : left;
}

// A literal_element holds one expression, or a literal without its type.
syntax_node content(const syntax_node& element) {
  if (!element.is("literal_element")) return element;
  const auto parts = parts_of(element);
  return parts.empty() ? syntax_node{} : parts.front();
}

std::string_view without_quotes(std::string_view literal) {
  return literal.size() < 2 ? literal : literal.substr(1, literal.size() - 2);
}

bool same(const syntax_node& a, const syntax_node& b) {
  return a && b && a == b;
}

}  // namespace

known_text evaluation::text(const syntax_node& expression, const table* of, const table_entry* entry) {
  table_ = of;
  entry_ = entry;
  steps_ = 0;
  return value(expression, 0);
}

known_text evaluation::value(syntax_node expression, int depth) {
  expression = without_parentheses(expression);
  if (!expression || depth > max_depth || !spend()) return hole();
  const auto type = expression.type();
  if (type == "interpreted_string_literal" || type == "raw_string_literal") {
    auto said = unquoted(expression.text());
    return said ? literal(std::move(*said), std::string{without_quotes(expression.text())}) : hole();
  }
  if (type == "int_literal") {
    const auto digits = expression.text();
    const bool plain = digits.find_first_not_of("0123456789") == std::string_view::npos &&
                       (digits.size() == 1 || digits.front() != '0');
    return plain ? literal(std::string{digits}, std::string{digits}) : hole();
  }
  if (type == "true" || type == "false") return literal(std::string{type}, std::string{type});
  if (type == "identifier") return named(expression, depth);
  if (type == "binary_expression" && expression.field("operator").text() == "+") {
    const auto left = expression.field("left"), right = expression.field("right");
    if (left.is("int_literal") || right.is("int_literal")) return hole();
    return joined(value(left, depth + 1), value(right, depth + 1));
  }
  if (type == "selector_expression") {
    const auto field = field_of(expression, depth);
    return field ? value(field->body, depth + 1) : hole();
  }
  if (type == "call_expression") return called(expression, depth);
  return hole();
}

known_text evaluation::named(const syntax_node& identifier, int depth) {
  const auto meaning = where_.find(identifier.text());
  if (meaning.kind == kind::expression) return value(meaning.node, depth + 1);
  if (entry_ == nullptr || !same(meaning.node, table_->literal)) return hole();
  if (meaning.kind == kind::element) return value(entry_->value, depth + 1);
  if (meaning.kind == kind::key) return value(entry_->key, depth + 1);
  if (meaning.kind == kind::index && entry_->index) {
    const auto place = std::to_string(*entry_->index);
    return literal(place, place);
  }
  return hole();
}

known_text evaluation::called(const syntax_node& call, int depth) {
  const auto function = call.field("function").text();
  const auto arguments = arguments_of(call);
  if (function == "fmt.Sprintf") return formatted(arguments, depth);
  const bool as_it_is = function == "fmt.Sprint" || function == "strconv.Itoa" || function == "string";
  return as_it_is && arguments.size() == 1 ? value(arguments.front(), depth + 1) : hole();
}

// A verb with flags does not print the plain value.
known_text evaluation::formatted(const std::vector<syntax_node>& arguments, int depth) {
  if (arguments.empty()) return hole();
  const auto format = value(arguments.front(), depth + 1);
  if (!format.is_literal()) return hole();
  std::string_view rest = format.literals.front();
  known_text out;
  for (std::size_t next = 1; !rest.empty();) {
    const auto plain = rest.substr(0, rest.find('%'));
    out = joined(std::move(out), literal(std::string{plain}, std::string{plain}));
    rest.remove_prefix(plain.size());
    if (rest.empty()) break;
    const auto end = std::min(rest.find_first_not_of("0123456789.+-# []*", 1), rest.size() - 1);
    const auto verb = rest.substr(0, end + 1);
    rest.remove_prefix(verb.size());
    if (verb == "%%")
      out = joined(std::move(out), literal("%", "%"));
    else if ((verb == "%s" || verb == "%v" || verb == "%d") && next < arguments.size())
      out = joined(std::move(out), value(arguments[next++], depth + 1));
    else
      out = joined(std::move(out), hole()), ++next;
  }
  return out;
}

syntax_node evaluation::underlying(syntax_node type) const {
  for (int i = 0; i < max_depth && type; ++i) {
    const auto name = type_name(type);
    if (name.empty()) break;
    const auto next = where_.type(name);
    if (!next) break;
    type = next;
  }
  return type;
}

std::vector<std::pair<std::string_view, syntax_node>> evaluation::fields_of(const syntax_node& type) const {
  std::vector<std::pair<std::string_view, syntax_node>> out;
  for (const auto& field : parts_of(underlying(type).first_child("field_declaration_list"))) {
    const auto field_type = field.field("type");
    bool named = false;
    for (const auto& part : parts_of(field)) {
      if (!part.is("field_identifier")) continue;
      out.emplace_back(part.text(), field_type);
      named = true;
    }
    if (!named) out.emplace_back(type_name(field_type), field_type);
  }
  return out;
}

std::optional<evaluation::structure> evaluation::structure_of(syntax_node expression, int depth) {
  expression = without_parentheses(expression);
  if (!expression || depth > max_depth || !spend()) return std::nullopt;
  const auto type = expression.type();
  if (type == "composite_literal") return structure{expression.field("body"), expression.field("type")};
  if (type == "unary_expression") return structure_of(expression.field("operand"), depth + 1);
  if (type == "selector_expression") {
    auto field = field_of(expression, depth);
    if (!field || field->body.is("literal_value")) return field;
    return structure_of(field->body, depth + 1);
  }
  const bool of_entry = [&] {
    if (entry_ == nullptr) return false;
    if (type == "identifier") {
      const auto meaning = where_.find(expression.text());
      return meaning.kind == kind::element && same(meaning.node, table_->literal);
    }
    if (type != "index_expression") return false;
    const auto index = where_.find(expression.field("index").text());
    return (index.kind == kind::index || index.kind == kind::key) && same(index.node, table_->literal) &&
           same(literal_of(expression.field("operand"), depth + 1), table_->literal);
  }();
  if (of_entry) {
    if (entry_->value.is("literal_value")) return structure{entry_->value, table_->element_type};
    return structure_of(entry_->value, depth + 1);
  }
  if (type != "identifier") return std::nullopt;
  const auto meaning = where_.find(expression.text());
  return meaning.kind == kind::expression ? structure_of(meaning.node, depth + 1) : std::nullopt;
}

// The body is the field's value: any expression.
std::optional<evaluation::structure> evaluation::field_of(const syntax_node& selector, int depth) {
  const auto whole = structure_of(selector.field("operand"), depth + 1);
  if (!whole) return std::nullopt;
  const auto name = selector.field("field").text();
  const auto elements = parts_of(whole->body);
  const bool keyed = !elements.empty() && elements.front().is("keyed_element");
  const auto fields = fields_of(whole->type);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto known =
        std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.first == name; });
    const auto type = known == fields.end() ? syntax_node{} : known->second;
    if (keyed) {
      if (content(elements[i].field("key")).text() != name) continue;
      return structure{content(elements[i].field("value")), type};
    }
    if (i < fields.size() && fields[i].first == name) return structure{content(elements[i]), type};
  }
  return std::nullopt;
}

syntax_node evaluation::literal_of(syntax_node expression, int depth) {
  expression = without_parentheses(expression);
  if (!expression || depth > max_depth || !spend()) return {};
  if (expression.is("identifier")) {
    const auto meaning = where_.find(expression.text());
    return meaning.kind == kind::expression ? literal_of(meaning.node, depth + 1) : syntax_node{};
  }
  if (!expression.is("composite_literal")) return {};
  const auto type = underlying(expression.field("type"));
  const bool listed = type.is("slice_type") || type.is("array_type") || type.is("map_type") ||
                      type.is("implicit_length_array_type");
  return listed ? expression : syntax_node{};
}

syntax_node evaluation::table_literal(const syntax_node& expression) {
  steps_ = 0;
  return literal_of(expression, 0);
}

syntax_node evaluation::table_within(const syntax_node& expression) {
  steps_ = 0;
  return table_in(expression, 0);
}

syntax_node evaluation::table_in(const syntax_node& expression, int depth) {
  if (!expression || depth > max_depth || !spend()) return {};
  if (expression.is("identifier")) {
    const auto meaning = where_.find(expression.text());
    if (meaning.kind == kind::expression) return table_in(meaning.node, depth + 1);
    const bool ranged =
        meaning.kind == kind::element || meaning.kind == kind::key || meaning.kind == kind::index;
    return ranged ? meaning.node : syntax_node{};
  }
  // A table that is written within the expression is not the table of a loop.
  if (expression.is("composite_literal") || expression.is("func_literal")) return {};
  for (const auto& part : parts_of(expression))
    if (const auto found = table_in(part, depth + 1)) return found;
  return {};
}

table evaluation::read_table(const syntax_node& literal) {
  table out;
  out.literal = literal;
  const auto type = underlying(literal.field("type"));
  out.is_map = type.is("map_type");
  out.element_type = type.field(out.is_map ? "value" : "element");
  std::size_t place = 0;
  bool counted = true;  // an explicit index moves the ones after it
  for (const auto& element : parts_of(literal.field("body"))) {
    table_entry entry;
    entry.node = element;
    if (element.is("keyed_element")) {
      entry.value = content(element.field("value"));
      if (out.is_map) entry.key = content(element.field("key"));
      counted = false;
    } else if (element.is("literal_element")) {
      entry.value = content(element);
      if (counted) entry.index = place;
    } else {
      continue;
    }
    ++place;
    out.entries.push_back(std::move(entry));
  }
  return out;
}

}  // namespace covey::parsers::languages::go

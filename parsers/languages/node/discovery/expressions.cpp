#include "parsers/languages/node/discovery/expressions.hpp"

namespace covey::parsers::languages::node {
namespace {

constexpr int max_depth = 32;  // of a chain such as `a.b(c).d`; tests have about five links

// Of the operands of a `?:` or a binary operator, the first that is an API.
test_api api_of_one(const std::vector<syntax_node>& choices, const name_scopes& scopes, int depth) {
  for (const auto& resolution : choices)
    if (const auto api = api_of(resolution, scopes, depth)) return api;
  return {};
}

test_api api_of_call(const syntax_node& call, const name_scopes& scopes, int depth) {
  const auto function = bare(call.field("function"));
  if (function.is("identifier")) {
    const auto* bound = scopes.find(function.text());
    if (bound != nullptr && bound->kind == binding::kind_type::factory) return bound->api;
  }
  if (const auto module = module_of(call)) return imported_api(*module, "default");
  return api_of(function, scopes, depth).called();
}

}  // namespace

std::vector<syntax_node> without_comments(const syntax_node& list) {
  auto out = list.children();
  std::erase_if(out, [](const auto& node) { return node.is("comment"); });
  return out;
}

syntax_node bare(syntax_node expression) {
  while (true) {
    const auto type = expression.type();
    if (type != "parenthesized_expression" && type != "as_expression" && type != "satisfies_expression" &&
        type != "non_null_expression" && type != "type_assertion" && type != "sequence_expression")
      return expression;
    const auto parts = without_comments(expression);
    if (parts.empty()) return {};
    // `<T>x` and `(0, x)` have the value last.
    expression = type == "type_assertion" || type == "sequence_expression" ? parts.back() : parts.front();
  }
}

bool is_function(const syntax_node& expression) {
  const auto type = expression.type();
  return type == "arrow_function" || type == "function_expression" || type == "generator_function";
}

std::optional<std::string> literal_text(const syntax_node& expression) {
  const bool plain = expression.is("string");
  if (!plain && !expression.is("template_string")) return std::nullopt;
  if (!plain && expression.first_child("template_substitution")) return std::nullopt;
  const auto text = expression.text();
  return text.size() < 2 ? std::string{} : unescaped(text.substr(1, text.size() - 2));
}

test_api api_of(const syntax_node& expression, const name_scopes& scopes, int depth) {
  if (depth > max_depth) return {};
  const auto node = bare(expression);
  const auto type = node.type();
  if (type == "identifier") return scopes.api_of(node.text());
  if (type == "member_expression") {
    const auto object = node.field("object");
    return api_of(object, scopes, depth + 1).member(node.field("property").text());
  }
  if (type == "subscript_expression") {
    const auto object = api_of(node.field("object"), scopes, depth + 1);
    const auto name = literal_text(node.field("index"));
    return name ? object.member(*name) : object;  // it[onCi ? "only" : "skip"]
  }
  if (type == "call_expression") return api_of_call(node, scopes, depth + 1);
  if (type == "ternary_expression")
    return api_of_one({node.field("consequence"), node.field("alternative")}, scopes, depth + 1);
  if (type == "binary_expression")
    return api_of_one({node.field("left"), node.field("right")}, scopes, depth + 1);
  return {};
}

std::optional<std::string> module_of(const syntax_node& expression) {
  auto node = bare(expression);
  if (node.is("await_expression"))
    node = bare(node.children().empty() ? syntax_node{} : node.children().front());
  for (int wrapped = 0; wrapped < 3 && node.is("call_expression"); ++wrapped) {
    const auto function = node.field("function");
    const auto arguments = without_comments(node.field("arguments"));
    if (arguments.empty()) return std::nullopt;
    if (function.text() == "require" || function.is("import")) return literal_text(arguments.front());
    // __importDefault(require("x")), of compiled code
    if (!function.is("identifier") || arguments.size() > 1) return std::nullopt;
    node = bare(arguments.front());
  }
  return std::nullopt;
}

}  // namespace covey::parsers::languages::node

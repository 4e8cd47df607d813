#include "parsers/languages/julia/discovery/testset.hpp"
#include "parsers/text/utf8.hpp"

namespace covey::parsers::languages::julia {
namespace {

bool is_testset_macro(std::string_view name) {
  // ReTestItems' @testsetup is a module for its items.
  return name == "testitem" || name.ends_with("testset") || name.starts_with("testset_");
}

bool is_body(const syntax_node& argument, std::string_view macro) {
  if (argument.is("compound_statement") || argument.is("for_statement") || argument.is("let_statement"))
    return true;
  if (argument.is("call_expression")) return macro == "testset";
  // The grammar reads an unfinished block as this.
  return argument.is("identifier") && argument.text() == "begin";
}

syntax_node body_in(const std::vector<syntax_node>& arguments, std::string_view macro) {
  for (const auto& argument : arguments)
    if (is_body(argument, macro)) return argument;
  return {};
}

// The grammar reads `n=4 "label"` as n = 4 * "label".
syntax_node string_in(syntax_node argument) {
  if (argument.is("assignment")) argument = argument.children().back();
  if (argument.is("juxtaposition_expression")) argument = argument.children().back();
  return argument.is("string_literal") ? argument : syntax_node{};
}

label label_of(const std::vector<syntax_node>& arguments, const syntax_node& body) {
  for (const auto& argument : arguments) {
    if (argument == body) break;
    if (argument.is("assignment") && !argument.children().back().is("juxtaposition_expression")) continue;
    if (const auto literal = string_in(argument)) return label_of_string(literal);
  }
  if (body.is("for_statement")) return label_of_loop(body);
  if (body.is("call_expression")) {
    const auto called = body.children();
    const auto name = repair_utf8(called.empty() ? body.text() : called.front().text());
    return {name, block_name{name}};
  }
  return {"test set", block_name{"test set"}};
}

}  // namespace

std::string_view macro_name(const syntax_node& macro_call) {
  auto name = macro_call.first_child("macro_identifier").text();
  if (const auto dot = name.rfind('.'); dot != std::string_view::npos) return name.substr(dot + 1);
  if (name.starts_with('@')) name.remove_prefix(1);
  return name;
}

std::vector<syntax_node> macro_arguments(const syntax_node& macro_call) {
  std::vector<syntax_node> out;
  for (const auto& part : macro_call.children())
    if (part.is("macro_argument_list") || part.is("argument_list")) {
      const auto own = part.children();
      out.insert(out.end(), own.begin(), own.end());
    }
  return out;
}

std::optional<testset> testset_of(const syntax_node& macro_call, const std::vector<syntax_node>& arguments) {
  const auto macro = macro_name(macro_call);
  if (!is_testset_macro(macro)) return std::nullopt;
  const auto body = body_in(arguments, macro);
  if (!body || body.is("let_statement")) return std::nullopt;
  // A call with parentheses ends after them.
  const bool inside = body.end() <= macro_call.end();
  return testset{label_of(arguments, body), inside ? macro_call.end() : body.end(),
                 inside ? macro_call.last_line() : body.last_line()};
}

}  // namespace covey::parsers::languages::julia

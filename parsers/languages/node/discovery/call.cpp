#include "parsers/languages/node/discovery/call.hpp"
#include "parsers/languages/node/discovery/expressions.hpp"
#include <algorithm>

namespace covey::parsers::languages::node {
namespace {

using arguments = std::vector<syntax_node>;

// The node of a member of an object: a pair, a method, or the short form.
syntax_node member_of(const syntax_node& object, std::string_view name) {
  for (const auto& part : object.children()) {
    const auto key = part.is("pair")                ? part.field("key")
                     : part.is("method_definition") ? part.field("name")
                                                    : part;
    const auto text = key.text();
    if (text == name ||
        (key.is("string") && text.size() == name.size() + 2 && text.substr(1, name.size()) == name))
      return part;
  }
  return {};
}

syntax_node value_of(const syntax_node& member) {
  return member.is("pair") ? bare(member.field("value")) : member;
}

// The function among the arguments from an index on, or in one of their objects: `it("adds", { fn() {} })`.
syntax_node function_in(const arguments& given, std::size_t from) {
  for (auto i = from; i < given.size(); ++i) {
    const auto one = bare(given[i]);
    if (is_function(one)) return one;
    const auto member = one.is("object") ? member_of(one, "fn") : syntax_node{};
    if (member) return value_of(member);
  }
  return {};
}

bool holds_function(const syntax_node& call) {
  return call.is("call_expression") && function_in(without_comments(call.field("arguments")), 0);
}

// Whether it may be a function that is written elsewhere.
bool may_be_function(const syntax_node& argument) {
  const auto type = argument.type();
  return type == "identifier" || type == "member_expression" || type == "call_expression" ||
         type == "subscript_expression" || type == "ternary_expression";
}

bool is_pending(const arguments& given) {
  return std::any_of(given.begin() + 1, given.end(), [](const auto& one) {
    return one.is("object") && (member_of(one, "skip") || member_of(one, "todo"));
  });
}

// `Deno.test({ name: "x", fn() {} })`, `t.step({ name, fn })`
std::optional<block_call> described_call(const arguments& given, const test_api& api,
                                         const name_scopes& scopes) {
  const auto name = member_of(bare(given.front()), "name");
  const auto body = function_in(given, 0);
  if (!body) return std::nullopt;
  block_call out;
  out.body = body;
  if (name.is("pair"))
    out.title = title_of(name.field("value"), api.each, scopes);
  else if (name)
    out.title = title_of(name, api.each, scopes);
  else if (const auto own = body.field("name"); own && is_function(body))
    out.title = literal_title(std::string{own.text()});
  else if (api.unnamed)
    out.title = literal_title("<anonymous>");
  else
    return std::nullopt;
  return out;
}

// `Deno.test(function adds() {})`, and without any name in node:test; in jest a name may be borrowed:
// `describe(function adds() {}, () => …)`.
std::optional<block_call> function_call(const arguments& given, const test_api& api) {
  const auto first = bare(given.front());
  const auto name = first.field("name");
  const auto second = function_in(given, 1);
  if ((given.size() > 1 && !second) || (!name && (second || !api.unnamed))) return std::nullopt;
  return block_call{literal_title(name ? std::string{name.text()} : "<anonymous>"), second ? second : first};
}

// Whether the arguments behind a title make it the title of a test.
bool has_body(const arguments& given, const test_api& api, bool alone, bool text) {
  if (function_in(given, 1)) return true;
  const auto behind = [&](bool (*is)(const syntax_node&)) {
    return std::any_of(given.begin() + 1, given.end(), [&](const auto& one) { return is(bare(one)); });
  };
  if (behind(holds_function)) return true;
  if (!text) return false;
  if (behind(may_be_function)) return true;
  if (api.pending || is_pending(given)) return true;
  // mocha's pending tests (`it`, `specify`). Names that are also common verbs (`test`) need more than a text.
  return alone && given.size() == 1;
}

}  // namespace

std::optional<block_call> read_call(const syntax_node& call, const test_api& api, bool alone,
                                    const name_scopes& scopes) {
  const auto list = call.field("arguments");
  if (!list.is("arguments")) return std::nullopt;
  const auto given = without_comments(list);
  if (given.empty() || given.front().is("spread_element")) return std::nullopt;
  const auto first = bare(given.front());
  if (is_function(first) || first.is("class")) return function_call(given, api);
  if (first.is("object")) return described_call(given, api, scopes);
  if (!has_body(given, api, alone, is_text(first))) return std::nullopt;
  // `it(suite, "adds", () => …)` of Deno's BDD.
  const bool flat = !is_text(first) && given.size() > 2 && is_text(bare(given[1]));
  block_call out{title_of(flat ? given[1] : first, api.each, scopes), function_in(given, 1)};
  out.elsewhere = flat;
  return out;
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/discovery/finder.hpp"
#include "parsers/languages/node/discovery/config.hpp"
#include "parsers/languages/node/discovery/expressions.hpp"
#include "parsers/languages/node/package/runner_names.hpp"
#include "parsers/syntax/tree.hpp"
#include <algorithm>
#include <limits>

extern "C" const TSLanguage* tree_sitter_javascript();
extern "C" const TSLanguage* tree_sitter_tsx();
extern "C" const TSLanguage* tree_sitter_typescript();

namespace covey::parsers::languages::node {
namespace {

// --- The names that a part of a program declares: imports, variables, functions, classes, parameters ---

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
  return made ? api_binding(assumed_api(name)) : binding{};
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
  if (is_one_of(type, {"function_declaration", "generator_function_declaration", "class_declaration",
                       "abstract_class_declaration", "enum_declaration"})) {
    const auto name = statement.field("name").text();
    if (!name.empty()) scopes.bind(name, {kind_type::named, {}, std::string{name}});
  }
}

bool may_be_context(const syntax_node& parameter) {
  const auto name = parameter.is("identifier") ? parameter : parameter.field("pattern");
  return is_one_of(name.text(), {"t", "tt", "st", "ctx", "tc"}) ||
         parameter.field("type").text().find("TestContext") != npos;
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

// Declare the names of the statements of a program or a block, and of the head of a loop or a catch clause.
void declare_statements(const syntax_node& block, name_scopes& scopes) {
  for (const auto& statement : block.children()) declare_one(statement, scopes);
}

void declare_head(const syntax_node& loop_or_catch, name_scopes& scopes) {
  for (const auto* part : {"left", "parameter"})
    if (const auto pattern = loop_or_catch.field(part)) hide_all(pattern, scopes);
  if (const auto first = loop_or_catch.field("initializer")) declare_one(first, scopes);
}

// Declares a function's own name and its parameters. `first`: the API that a test passes to its function as
// the first parameter; of kind `none` if it passes none.
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

// --- A call that makes a test or a group: `it("adds", () => …)`, Deno.test({ name: "adds", fn() {} }) ---

struct block_call {
  block_title title;
  syntax_node body;        // the function, if it is written in the call
  bool elsewhere = false;  // it belongs to a group that does not enclose it
};

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
  return is_one_of(argument.type(), {"identifier", "member_expression", "call_expression",
                                     "subscript_expression", "ternary_expression"});
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
  if (name)
    out.title = title_of(value_of(name), api.each, scopes);
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

// Nothing: it is some other call of a function with such a name. `alone`: it is a statement of its own.
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

constexpr std::size_t max_depth = 64;           // nested groups; real projects have up to ten
constexpr std::size_t room = 32 * 1024 * 1024;  // bytes of names in one file

constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();

enum class syntax_kind : std::uint8_t { plain, skipped, statements, head, function, call, broken };

syntax_kind kind_of(std::string_view type) {
  using enum syntax_kind;
  static const std::vector<std::pair<syntax_kind, std::vector<std::string_view>>> kinds{
      {call, {"call_expression"}},
      {statements, {"program", "statement_block", "class_static_block", "switch_case", "switch_default"}},
      {head, {"for_statement", "for_in_statement", "catch_clause"}},
      {function,
       {"function_declaration", "generator_function_declaration", "function_expression", "generator_function",
        "arrow_function", "method_definition"}},
      {skipped,
       {"comment", "string", "template_string", "regex", "import_statement", "type_annotation",
        "type_arguments", "type_parameters", "interface_declaration", "type_alias_declaration",
        "ambient_declaration"}},
      {broken, {"ERROR"}}};
  for (const auto& [kind, types] : kinds)
    if (is_one_of(type, types)) return kind;
  return plain;
}

class block_reader {
 public:
  file_blocks read(const syntax_tree& tree) {
    walk(
        tree.root(), [&](const syntax_node& node) { return enter(node); },
        [&](const syntax_node&) { leave(); });
    std::ranges::stable_sort(out_.blocks,
                             [](const auto& a, const auto& b) { return a.line_start < b.line_start; });
    return std::move(out_);
  }

 private:
  // A node that was entered.
  struct step {
    syntax_node node;
    bool scoped = false;
    bool block = false;
    std::uint32_t unknown_from = nowhere;  // the value before it was entered
  };
  // A block that is being read.
  struct open_block {
    test_block is;
    syntax_node body;
    test_api handed_on;  // to the body, as its first parameter
  };

  bool enter(const syntax_node& node) {
    const auto kind = kind_of(node.type());
    if (kind == syntax_kind::skipped) return false;
    step now{.node = node, .unknown_from = unknown_from_};
    switch (kind) {
      case syntax_kind::statements:
        open_scope(now);
        declare_statements(node, scopes_);
        break;
      case syntax_kind::head:
        open_scope(now);
        declare_head(node, scopes_);
        break;
      case syntax_kind::function:
        open_scope(now);
        enter_function(node);
        break;
      case syntax_kind::call:
        now.block = enter_call(node);
        break;
      case syntax_kind::broken:
        enter_broken(node);
        break;
      default:
        break;
    }
    way_.push_back(std::move(now));
    return true;
  }

  void open_scope(step& now) {
    scopes_.open();
    now.scoped = true;
  }

  void leave() {
    const auto& last = way_.back();
    if (last.scoped) scopes_.close();
    if (last.block) open_.pop_back();
    unknown_from_ = last.unknown_from;
    way_.pop_back();
  }

  bool is_body(const syntax_node& function) const {
    return !open_.empty() && open_.back().body && open_.back().body == function;
  }

  // A function that runs elsewhere may define its tests in groups that only its callers know.
  void enter_function(const syntax_node& function) {
    const bool body = is_body(function);
    declare_parameters(function, body ? open_.back().handed_on : test_api{}, scopes_);
    const auto parent = way_.empty() ? std::string_view{} : way_.back().node.type();
    const bool here = body || parent == "arguments" || parent == "parenthesized_expression" ||
                      parent == "call_expression" || parent == "arrow_function";
    if (!here) unknown_from_ = function.begin();
  }

  // Behind the first bracket of a syntax error, groups may still be open.
  void enter_broken(const syntax_node& error) {
    for (const auto& part : error.all_children()) {
      if (!part.is("{") && !part.is("(") && !part.is("=>") && !part.is("formal_parameters")) continue;
      unknown_from_ = std::min(unknown_from_, part.begin());
      return;
    }
  }

  bool enter_call(const syntax_node& call) {
    const auto api = api_of(call.field("function"), scopes_);
    if (!api.makes_blocks() || open_.size() >= max_depth || used_ > room) return false;
    const auto first = call.field("function").text();
    const bool verb = first == "it" || first == "specify";
    const bool alone = verb && !way_.empty() && way_.back().node.is("expression_statement");
    auto found = read_call(call, api, alone, scopes_);
    if (!found) return false;
    add(call, api, std::move(*found));
    return true;
  }

  void add(const syntax_node& call, const test_api& api, block_call found) {
    auto block = open_.empty() ? test_block{} : within(open_.back().is);
    auto& literals = found.title.name.literals;
    const bool unknown = call.begin() >= unknown_from_ || found.elsewhere;
    if (unknown && (literals.size() == 1 || !literals.front().empty())) literals.insert(literals.begin(), "");
    block.label += found.title.label;
    block.dynamic = block.dynamic || unknown || found.title.candidate || literals.size() > 1;
    block.kind = api.kind == test_api::kind_type::group ? block_kind::group : block_kind::test;
    block.path.push_back(std::move(found.title.name));
    const auto whole = statement_of(call);
    block.line_start = whole.line();
    block.line_end = std::max(whole.last_line(), whole.line());
    used_ += 2 * block.label.size() + 100;
    if (used_ > room) out_.notes.push_back("it holds more tests than are listed");
    out_.blocks.push_back(block);
    open_.push_back({std::move(block), found.body, handed_on(api)});
    unknown_from_ = nowhere;
  }

  // A test's function receives a context; a group's, in vitest, a function that makes tests. With a table,
  // they receive its rows.
  static test_api handed_on(const test_api& api) {
    test_api out;
    if (api.each) return out;
    out.kind =
        api.kind == test_api::kind_type::group ? test_api::kind_type::test : test_api::kind_type::context;
    out.unnamed = api.unnamed;
    return out;
  }

  // The statement that a call is, with what is chained to the call (`.timeout(9)`).
  syntax_node statement_of(const syntax_node& call) const {
    auto whole = call;
    for (auto outer = way_.rbegin(); outer != way_.rend(); ++outer) {
      const auto& node = outer->node;
      const auto type = node.type();
      if (type == "expression_statement" || type == "export_statement") return node;
      const bool chained = (type == "member_expression" && node.field("object") == whole) ||
                           (type == "call_expression" && node.field("function") == whole);
      if (!chained && !is_one_of(type, {"await_expression", "unary_expression", "non_null_expression",
                                        "as_expression", "satisfies_expression", "parenthesized_expression"}))
        break;
      whole = node;
    }
    return whole;
  }

  file_blocks out_;
  name_scopes scopes_;
  std::vector<step> way_;  // from the root to here
  std::vector<open_block> open_;
  // Blocks from this offset on, within the same block, may have further names before their own.
  std::uint32_t unknown_from_ = nowhere;
  std::size_t used_ = 0;
};

file_blocks read_blocks(std::string_view path, std::string_view text) {
  file_blocks out;
  if (const auto tree = syntax_tree::parse(grammar_of(path, text), text)) {
    out = block_reader{}.read(*tree);
    out.broken = tree->has_error();
    out.broken_line = tree->first_error_line();
    out.complete = !out.broken;
  } else {
    out = unreadable_source();
  }
  return out;
}

class node_test_finder final : public test_finder {
 public:
  explicit node_test_finder(test_naming naming) : naming_(std::move(naming)) {}

  file_role role(std::string_view path) const override { return role_of(naming_, path); }
  bool may_hold_blocks(std::string_view text) const override { return mentions_api(text); }
  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return read_blocks(path, text);
  }

 private:
  test_naming naming_;
};

}  // namespace

grammar grammar_of(std::string_view path, std::string_view text) {
  if (path.ends_with(".tsx")) return tree_sitter_tsx;
  if (path.ends_with("ts")) return tree_sitter_typescript;
  return text.substr(0, 2000).find("@flow") == npos ? tree_sitter_javascript : tree_sitter_tsx;
}

std::unique_ptr<const test_finder> make_finder(const config_texts& config) {
  return std::make_unique<node_test_finder>(read_naming(config));
}

}  // namespace covey::parsers::languages::node

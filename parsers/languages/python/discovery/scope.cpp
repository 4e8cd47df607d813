#include "parsers/languages/python/discovery/scope.hpp"
#include "parsers/languages/python/discovery/literals.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::python {
namespace {

struct pending {
  syntax_node statement;
  bool maybe;
};

bool is_one_of(const syntax_node& node, std::initializer_list<std::string_view> types) {
  return std::find(types.begin(), types.end(), node.type()) != types.end();
}

// Whether the body of an `if` never runs in a test run.
bool is_never_true(const syntax_node& condition) {
  const auto text = condition.text();
  return text.find("__main__") != std::string_view::npos || text == "TYPE_CHECKING" ||
         text == "typing.TYPE_CHECKING" || text == "False" || text == "0";
}

class scope_reader {
 public:
  module_scope read(const syntax_node& body) {
    add_children(body, false);
    while (!open_.empty()) {
      auto [node, maybe] = std::move(open_.back());
      open_.pop_back();
      visit(node, maybe);
    }
    return std::move(scope_);
  }

 private:
  // Pushes onto a stack instead of recursing; the first statement is on top.
  void add_children(const syntax_node& node, bool maybe) {
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it) open_.push_back({*it, maybe});
  }

  void visit(const syntax_node& node, bool maybe) {
    if (is_one_of(node, {"function_definition", "class_definition", "decorated_definition"})) {
      define(node, maybe);
    } else if (node.is("expression_statement")) {
      for (const auto& one : node.children()) assign(one);
    } else if (node.is("import_from_statement")) {
      import(node);
    } else if (node.is("delete_statement")) {
      for (const auto& one : node.children()) remove(one);
    } else if (node.is("if_statement")) {
      visit_if(node);
    } else if (is_one_of(node, {"for_statement", "while_statement", "match_statement", "except_clause",
                                "except_group_clause"})) {
      add_children(node, true);
    } else if (node.is("try_statement")) {
      visit_try(node, maybe);
    } else if (is_one_of(node, {"with_statement", "block", "else_clause", "elif_clause", "finally_clause",
                                "case_clause", "ERROR"})) {
      add_children(node, maybe);
    }
  }

  void visit_if(const syntax_node& node) {
    const auto never = is_never_true(node.field("condition"));
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it) {
      if (it->is("block") && never) continue;
      if (it->is("block") || it->is("elif_clause") || it->is("else_clause")) open_.push_back({*it, true});
    }
  }

  void visit_try(const syntax_node& node, bool maybe) {
    const auto children = node.children();
    for (auto it = children.rbegin(); it != children.rend(); ++it)
      open_.push_back({*it, maybe || it->is("else_clause")});
  }

  void define(const syntax_node& node, bool maybe) {
    function_definition out;
    out.whole = node;
    out.self = node;
    out.maybe = maybe;
    if (node.is("decorated_definition")) {
      out.self = node.field("definition");
      for (const auto& one : node.children())
        if (one.is("decorator"))
          for (const auto& expression : one.children())
            if (!expression.is("comment")) out.decorators.push_back(expression);
    }
    const auto name = out.name();
    if (name.empty()) return;
    replace(name, maybe);
    scope_.definitions.push_back(std::move(out));
  }

  // Marks the earlier definitions of a name that gets a new value.
  void replace(std::string_view name, bool maybe) {
    const auto [first, last] = defined_.equal_range(name);
    for (auto it = first; it != last; ++it) {
      auto& earlier = scope_.definitions[it->second];
      (maybe ? earlier.maybe : earlier.gone) = true;
    }
    defined_.emplace(name, scope_.definitions.size());
  }

  void remove(const syntax_node& node) {
    if (node.is("expression_list"))
      for (const auto& one : node.children()) remove_name(one.text());
    else
      remove_name(node.text());
  }

  void remove_name(std::string_view name) {
    const auto [first, last] = defined_.equal_range(name);
    for (auto it = first; it != last; ++it)
      if (it->second < scope_.definitions.size()) scope_.definitions[it->second].gone = true;
  }

  void assign(const syntax_node& node) {
    const auto left = node.field("left");
    if (node.is("augmented_assignment") && left.is("identifier")) {
      scope_.assigned[left.text()].emplace_back();
    } else if (node.is("assignment") && left.is("identifier") && node.field("right")) {
      scope_.assigned[left.text()].push_back(node.field("right"));
      if (node.field("right").is("none")) remove_name(left.text());
    } else if (node.is("call")) {  // CASES.append(…)
      const auto function = node.field("function");
      const auto object = function.field("object");
      if (object.is("identifier")) scope_.assigned[object.text()].emplace_back();
    }
  }

  void import(const syntax_node& node) {
    for (const auto& one : node.children()) {
      if (one.is("wildcard_import")) scope_.has_star_import = true;
      if (one.is("aliased_import")) scope_.imported[one.field("alias").text()] = last_name(one.field("name"));
    }
  }

  module_scope scope_;
  std::multimap<std::string_view, std::size_t> defined_;  // names to places in definitions
  std::vector<pending> open_;
};

}  // namespace

module_scope read_scope(const syntax_node& body) {
  return scope_reader{}.read(body);
}

std::string_view last_name(const syntax_node& expression) {
  auto node = expression;
  if (node.is("call")) node = node.field("function");
  if (node.is("subscript")) node = node.field("value");
  if (node.is("attribute")) node = node.field("attribute");
  if (node.is("dotted_name")) {
    const auto parts = node.children();
    return parts.empty() ? std::string_view{} : parts.back().text();
  }
  return node.is("identifier") ? node.text() : std::string_view{};
}

syntax_node call_arguments::get(std::size_t at, std::string_view name) const {
  if (const auto it = named.find(name); it != named.end()) return it->second;
  return at < plain.size() ? plain[at] : syntax_node{};
}

call_arguments arguments_of(const syntax_node& call) {
  call_arguments out;
  const auto list = call.field("arguments");
  if (!list.is("argument_list")) {
    out.open = static_cast<bool>(list);  // f(x for x in y)
    return out;
  }
  for (const auto& one : list.children()) {
    if (one.is("comment")) continue;
    if (one.is("list_splat") || one.is("dictionary_splat"))
      out.open = true;
    else if (one.is("keyword_argument"))
      out.named[one.field("name").text()] = one.field("value");
    else
      out.plain.push_back(one);
  }
  return out;
}

std::vector<syntax_node> items_of(const syntax_node& sequence) {
  std::vector<syntax_node> out;
  for (const auto& one : sequence.children())
    if (!one.is("comment")) out.push_back(one);
  return out;
}

}  // namespace covey::parsers::languages::python

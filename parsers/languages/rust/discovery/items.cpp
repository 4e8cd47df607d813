#include "parsers/languages/rust/discovery/items.hpp"
#include "parsers/languages/rust/discovery/collector.hpp"
#include "parsers/languages/rust/discovery/outline.hpp"
#include "parsers/languages/rust/discovery/tokens.hpp"
#include "parsers/syntax/tree.hpp"
#include <algorithm>
#include <array>
#include <utility>

extern "C" const TSLanguage* tree_sitter_rust();

namespace covey::parsers::languages::rust {
namespace {

constexpr std::size_t max_open = 200;

enum class item_kind : std::uint8_t {
  other,
  module,
  function,
  owner,  // has members: impl, trait, struct, …
  leaf,   // can be documented, has no members
  body,   // the braces of one of these
  comment,
  attribute,
  inner_attribute,
  macro,
  wrapper  // a node between a body and an item
};

item_kind kind_of(const syntax_node& node) {
  using enum item_kind;
  static constexpr std::array<std::pair<std::string_view, item_kind>, 31> kinds{{
      {"line_comment", comment},
      {"block_comment", comment},
      {"attribute_item", attribute},
      {"inner_attribute_item", inner_attribute},
      {"function_item", function},
      {"function_signature_item", leaf},
      {"mod_item", module},
      {"impl_item", owner},
      {"trait_item", owner},
      {"struct_item", owner},
      {"enum_item", owner},
      {"union_item", owner},
      {"foreign_mod_item", owner},
      {"field_declaration", leaf},
      {"enum_variant", leaf},
      {"const_item", leaf},
      {"static_item", leaf},
      {"type_item", leaf},
      {"associated_type", leaf},
      {"use_declaration", leaf},
      {"extern_crate_declaration", leaf},
      {"macro_definition", leaf},
      {"macro_invocation", macro},
      {"source_file", body},
      {"declaration_list", body},
      {"field_declaration_list", body},
      {"enum_variant_list", body},
      {"block", body},
      {"expression_statement", wrapper},
      {"ERROR", wrapper},
      {"empty_statement", comment},
  }};
  const auto type = node.type();
  for (const auto& [name, kind] : kinds)
    if (name == type) return kind;
  return other;
}

// The item's name in rustdoc.
std::string name_of(const syntax_node& item) {
  auto name = item.field(item.is("impl_item") ? "type" : "name");
  if (item.is("use_declaration")) {
    name = item.field("argument");
    if (name.field("alias")) name = name.field("alias");
    if (name.field("name")) name = name.field("name");
    if (!name.is("identifier")) return {};
  }
  std::string out;
  for (const char c : name.text())
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') out += c;
  return out;
}

bool may_have_examples(std::string_view text) {
  return text.find("///") != std::string_view::npos || text.find("//!") != std::string_view::npos ||
         text.find("/**") != std::string_view::npos || text.find("/*!") != std::string_view::npos ||
         text.find("doc") != std::string_view::npos;
}

class item_reader {
 public:
  explicit item_reader(bool of_library) {
    open_.emplace_back();
    open_.back().examples = of_library;
  }

  file_blocks read(std::string_view text) {
    file_blocks out;
    if (const auto tree = syntax_tree::parse(tree_sitter_rust, text)) {
      out.broken = tree->has_error();
      out.broken_line = tree->first_error_line();
      walk(
          tree->root(), [this](const auto& node) { return enter(node); },
          [this](const auto& node) { leave(node); });
      add_examples(open_.front());
      out.blocks = found_.take();
    } else {
      out = unreadable_source();
    }
    if (out.broken) {
      add_outline(out, outline_of(text));
      // Only the tree finds examples.
      if (open_.front().examples && text.find("```") != std::string_view::npos) out.complete = false;
    }
    return out;
  }

 private:
  struct scope {
    syntax_node node;
    std::string item;  // the path, as rustdoc names it
    bool tests = true;
    bool examples = true;
    bool module = false;  // a module that the collector began
    doc_texts own;        // of the item itself, outer and inner
    // Gathered for the next item in this scope:
    std::vector<item_attribute> attributes;
    doc_texts docs;
    std::uint32_t first_line = 0;
  };

  bool enter(const syntax_node& node) {
    switch (kind_of(node)) {
      case item_kind::comment:
        on_comment(node);
        return false;
      case item_kind::attribute:
        on_attribute(node);
        return false;
      case item_kind::inner_attribute:
        on_inner_attribute(node);
        return false;
      case item_kind::body:
      case item_kind::wrapper:
        return true;
      case item_kind::macro:
        on_macro(node);
        return false;
      case item_kind::module:
      case item_kind::function:
      case item_kind::owner:
      case item_kind::leaf:
        return on_item(node);
      case item_kind::other:
        forget();
        return false;
    }
    return false;
  }

  void leave(const syntax_node& node) {
    if (open_.size() < 2 || !(open_.back().node == node)) return;
    auto ended = std::move(open_.back());
    open_.pop_back();
    if (ended.module) found_.end_module();
    add_examples(ended);
  }

  void add_examples(const scope& of) {
    if (of.examples) found_.add_examples(of.item, of.own);
  }

  void forget() {
    auto& top = open_.back();
    top.attributes.clear();
    top.docs.clear();
    top.first_line = 0;
  }

  void on_comment(const syntax_node& comment) {
    auto& top = open_.back();
    if (!top.examples) return;
    const auto place = place_of_comment(comment.text());
    if (place != doc_place::none) (place == doc_place::inner ? top.own : top.docs).add_comment(comment);
  }

  void on_attribute(const syntax_node& node) {
    auto& top = open_.back();
    if (top.first_line == 0) top.first_line = node.line();
    const auto before = top.attributes.size();
    read_attributes(node, top.attributes);
    if (top.examples && top.attributes.size() == before + 1 && top.attributes.back().path == "doc")
      top.docs.add_attribute(top.attributes.back());
  }

  void on_inner_attribute(const syntax_node& node) {
    auto& top = open_.back();
    std::vector<item_attribute> inner;
    read_attributes(node, inner);
    if (is_only_for_tests(inner)) top.examples = false;
    if (top.examples && inner.size() == 1 && inner.front().path == "doc")
      top.own.add_attribute(inner.front());
  }

  void on_macro(const syntax_node& node) {
    const auto& top = open_.back();
    const auto text = node.text();
    const auto macro = node.field("macro").text();
    macro_context context{top.tests, top.examples && may_have_examples(text),
                          macro == "quickcheck" || macro.ends_with("::quickcheck"), top.item};
    const bool tests = top.tests && (context.every_fn || text.find("test") != std::string_view::npos);
    context.tests = tests;
    if (tests || context.examples)
      find_macro_tests(node.first_child("token_tree"), std::move(context), found_);
    forget();
  }

  // True: visit its children too.
  bool on_item(const syntax_node& node) {
    auto& top = open_.back();
    scope inner;
    inner.node = node;
    const auto name = name_of(node);
    inner.item = top.item + (top.item.empty() || name.empty() ? "" : "::") + name;
    inner.own = std::exchange(top.docs, {});
    inner.examples = top.examples && !is_only_for_tests(top.attributes);
    const auto kind = kind_of(node);
    const line_range lines{top.first_line > 0 ? top.first_line : node.line(), node.last_line()};
    if (kind == item_kind::function && top.tests) {
      const auto marks = marks_of(top.attributes, node.field("parameters").text());
      if (marks.test) {
        found_.add_test(name, marks, lines);
        inner.examples = false;  // rustdoc does not see it
      }
    }
    const bool modules = kind == item_kind::module && top.tests;
    forget();
    inner.tests = modules;
    const bool inside = kind != item_kind::leaf && open_.size() < max_open &&
                        (modules || (inner.examples && may_have_examples(node.text())));
    if (!inside) {
      add_examples(inner);
      return false;
    }
    if (modules) inner.module = found_.begin_module(name, lines);
    inner.tests = inner.module;
    open_.push_back(std::move(inner));
    return true;
  }

  std::vector<scope> open_;
  block_collector found_;
};

}  // namespace

file_blocks find_tests(std::string_view text, bool of_library) {
  return item_reader{of_library}.read(text);
}

}  // namespace covey::parsers::languages::rust

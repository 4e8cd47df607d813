#include "parsers/languages/rust/language.hpp"
#include "parsers/languages/rust/discovery/collector.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <string>
#include <utility>

extern "C" const TSLanguage* tree_sitter_rust();

namespace covey::parsers::languages::rust {
namespace {

// Tests in a macro's input: `proptest! { #[test] fn x(…) { … } }`, `cfg_if! { … mod tests { … } }`.

struct macro_context {
  bool tests = true;      // tests may be here
  bool examples = false;  // documentation tests are looked for
  bool every_fn = false;  // each function is a test: quickcheck!
  std::string item = {};  // the path of the item around the macro, as rustdoc names it
};

constexpr std::size_t max_open_in_macro = 200;

bool is_tree(const syntax_node& node, char bracket) {
  return node.is("token_tree") && node.text().starts_with(bracket);
}

// Words that may stand between an item's attributes and its keyword.
bool is_modifier(const syntax_node& node) {
  return is_one_of(node.text(), {"pub", "crate", "async", "unsafe", "extern", "default", "safe"}) ||
         node.is("string_literal") || is_tree(node, '(');
}

bool is_item_keyword(std::string_view text) {
  return is_one_of(text, {"fn", "mod", "struct", "enum", "union", "trait", "const", "static", "type"});
}

class token_reader {
 public:
  token_reader(macro_context context, block_collector& out) : context_(std::move(context)), out_(out) {}

  void read(const syntax_node& input) {
    open_.push_back({input.all_children(), context_.item, context_.tests, false});
    while (!open_.empty()) {
      if (open_.back().at < open_.back().tokens.size())
        step();
      else
        close();
    }
  }

 private:
  struct level {
    std::vector<syntax_node> tokens;
    std::string item;
    bool tests = true;
    bool module = false;
    std::size_t at = 0;
  };

  const syntax_node& token(std::size_t ahead = 0) const {
    static const syntax_node none;
    const auto& top = open_.back();
    return top.at + ahead < top.tokens.size() ? top.tokens[top.at + ahead] : none;
  }

  void skip(std::size_t count) { open_.back().at += count; }

  void forget() {
    attributes_.clear();
    docs_.clear();
    first_line_ = 0;
  }

  void close() {
    if (open_.back().module) out_.end_module();
    open_.pop_back();
    forget();
  }

  void step() {
    const auto now = token();
    const auto text = now.text();
    if (now.is("line_comment") || now.is("block_comment")) {
      if (context_.examples && place_of_comment(text) == doc_place::outer) docs_.add_comment(now);
      return skip(1);
    }
    if (text == "#") return on_attribute();
    if (text == "impl") return on_impl();
    if (text == "macro_rules") return skip(std::min<std::size_t>(4, rest()));  // macro_rules ! name { … }
    const bool item = is_item_keyword(text) && token(1).is("identifier") && token(1).text() != "fn";
    if (item) return on_item(text, token(1).text());
    if (is_tree(now, '{')) return open(now, open_.back().item, open_.back().tests, false);
    if (!is_modifier(now) && text != "const") forget();
    skip(1);
  }

  std::size_t rest() const { return open_.back().tokens.size() - open_.back().at; }

  void on_attribute() {
    const auto hash = token();
    const bool outer = is_tree(token(1), '[');
    if (!outer) return skip(1);
    if (first_line_ == 0) first_line_ = hash.line();
    read_attribute_tokens(token(1), attributes_);
    skip(2);
  }

  // How many tokens precede the end of the item that begins here: its braces, or a semicolon.
  std::size_t body() const {
    std::size_t out = 0;
    while (out < rest() && !is_tree(token(out), '{') && !token(out).is(";")) ++out;
    return out;
  }

  void on_item(std::string_view keyword, std::string_view name) {
    const auto begin = token();
    const auto to_body = body();
    const auto end = to_body < rest() ? token(to_body) : token(1);
    const line_range lines{first_line_ > 0 ? first_line_ : begin.line(), end.last_line()};
    auto item = open_.back().item + (open_.back().item.empty() ? "" : "::") + std::string{name};
    const auto attributes = std::exchange(attributes_, {});
    const auto docs = std::exchange(docs_, {});
    forget();
    auto marks = marks_of(attributes, keyword == "fn" ? token(2).text() : std::string_view{});
    if (context_.every_fn) marks.test = true;
    const bool test = keyword == "fn" && marks.test && open_.back().tests;
    if (test) out_.add_test(name, marks, lines);
    if (!test && !is_only_for_tests(attributes)) out_.add_examples(item, docs, true);
    skip(std::min(to_body, rest() - 1));
    const bool module = keyword == "mod";
    if ((module || keyword == "trait") && is_tree(token(), '{')) {
      if (!module || out_.begin_module(name, lines))
        return open(token(), std::move(item), open_.back().tests && module, module);
    }
    skip(1);
  }

  // An impl is read only for the examples of its methods.
  void on_impl() {
    forget();
    const auto to_body = body();
    std::string type;
    int angles = 0;
    for (std::size_t i = 1; i < to_body; ++i) {
      const auto text = token(i).text();
      if (text == "where") break;
      const int before = angles;
      angles += static_cast<int>(std::ranges::count(text, '<')) -
                (text == "->" ? 0 : static_cast<int>(std::ranges::count(text, '>')));
      const bool parameters = type.empty() && (before > 0 || angles > 0);  // impl<T>
      if (text == "for" && angles == 0)
        type.clear();
      else if (!parameters)
        type += text;
    }
    skip(to_body);
    if (!is_tree(token(), '{')) return;
    auto item = open_.back().item + (open_.back().item.empty() ? "" : "::") + type;
    open(token(), std::move(item), false, false);
  }

  void open(const syntax_node& tree, std::string item, bool tests, bool module) {
    forget();
    skip(1);
    if (open_.size() == max_open_in_macro) {
      if (module) out_.end_module();
      return;
    }
    open_.push_back({tree.all_children(), std::move(item), tests, module});
  }

  macro_context context_;
  block_collector& out_;
  std::vector<level> open_;
  std::vector<item_attribute> attributes_;
  doc_texts docs_;
  std::uint32_t first_line_ = 0;
};

void find_macro_tests(const syntax_node& input, macro_context context, block_collector& out) {
  token_reader{std::move(context), out}.read(input);
}

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
  static const std::vector<std::pair<item_kind, std::vector<std::string_view>>> kinds{
      {comment, {"line_comment", "block_comment", "empty_statement"}},
      {attribute, {"attribute_item"}},
      {inner_attribute, {"inner_attribute_item"}},
      {function, {"function_item"}},
      {module, {"mod_item"}},
      {owner, {"impl_item", "trait_item", "struct_item", "enum_item", "union_item", "foreign_mod_item"}},
      {leaf,
       {"function_signature_item", "field_declaration", "enum_variant", "const_item", "static_item",
        "type_item", "associated_type", "use_declaration", "extern_crate_declaration", "macro_definition"}},
      {macro, {"macro_invocation"}},
      {body, {"source_file", "declaration_list", "field_declaration_list", "enum_variant_list", "block"}},
      {wrapper, {"expression_statement", "ERROR"}}};
  for (const auto& [kind, types] : kinds)
    if (std::ranges::find(types, node.type()) != types.end()) return kind;
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
  return without_blanks(name.text());
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
    out.complete = !out.broken;
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

// `of_library`: the file may belong to a library; only a library's documentation has tests.
file_blocks find_tests(std::string_view text, bool of_library) {
  return item_reader{of_library}.read(text);
}

bool has_folder(std::string_view path, std::string_view name) {
  return any_folder(path, [&](auto folder) { return folder == name; });
}

// cargo's default paths: tests/NAME.rs and tests/NAME/main.rs of a package. Below src/, such a path is a
// module.
bool is_integration_test(std::string_view path) {
  constexpr std::string_view folder = "tests/";
  if (has_folder(path, "src")) return false;
  auto at = path.rfind("/tests/");
  at = at != std::string_view::npos ? at + 1 : path.starts_with(folder) ? 0 : at;
  if (at == std::string_view::npos) return false;
  const auto below = path.substr(at + folder.size());
  const auto slash = below.find('/');
  return slash == std::string_view::npos || below.substr(slash) == "/main.rs";
}

// Any other file may be a module of a library; its path does not tell.
bool may_be_of_library(std::string_view path) {
  for (const std::string_view name : {"tests", "examples", "benches"})
    if (has_folder(path, name) && !has_folder(path, "src")) return false;
  for (const std::string_view program : {"src/main.rs", "build.rs"})
    if (path == program || (path.ends_with(program) && path[path.size() - program.size() - 1] == '/'))
      return false;
  return !path.starts_with("src/bin/") && path.find("/src/bin/") == std::string_view::npos;
}

class rust_test_finder final : public test_finder {
 public:
  file_role role(std::string_view path) const override {
    if (!path.ends_with(".rs")) return file_role::none;
    return is_integration_test(path) ? file_role::test : file_role::perhaps;
  }

  // Test attributes contain "test" (or are those of cases and properties). Documentation tests are in fences,
  // in indented lines, or in comments and attributes where a fence or indent may occur within a line.
  bool may_hold_blocks(std::string_view text) const override {
    static constexpr std::array<std::string_view, 12> signs{
        "test", "quickcheck", "parameterized", "```", "~~~", "/**",
        "/*!",  "///    ",    "//!    ",       "\t",  "doc", "case"};
    return std::ranges::any_of(signs, [&](auto sign) { return text.find(sign) != std::string_view::npos; });
  }

  file_blocks blocks(std::string_view path, std::string_view text) const override {
    return find_tests(without_byte_order_mark(text), may_be_of_library(path));
  }
};

}  // namespace

std::unique_ptr<const test_finder> make_finder(const config_texts&) {
  return std::make_unique<rust_test_finder>();
}

}  // namespace covey::parsers::languages::rust

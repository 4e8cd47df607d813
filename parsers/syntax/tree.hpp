// tree-sitter's C API as values: a tree that frees itself, a walk that no nesting can overflow, and the functions of a tree.
// Included by the finders only.
#pragma once

#include "parsers/model/source_lines.hpp"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tree_sitter/api.h>
#include <vector>

namespace covey::parsers {

// The function that a grammar's library exports, such as tree_sitter_c: it has no header, so each user declares it.
using grammar = const TSLanguage* (*)();

// A node of a syntax tree, which must outlive it; null if there is no such node.
class syntax_node {
 public:
  syntax_node() = default;
  syntax_node(TSNode node, std::string_view source) : node_(node), source_(source) {}

  explicit operator bool() const { return node_.id != nullptr; }
  std::string_view type() const { return node_.id == nullptr ? std::string_view{} : ts_node_type(node_); }
  bool is(std::string_view name) const { return type() == name; }
  std::string_view text() const;
  std::uint32_t begin() const { return ts_node_start_byte(node_); }
  std::uint32_t end() const { return ts_node_end_byte(node_); }
  std::uint32_t line() const { return ts_node_start_point(node_).row + 1; }  // from 1
  std::uint32_t last_line() const;  // inclusive; a line feed at its end begins no line
  syntax_node field(std::string_view name) const;
  std::vector<syntax_node> children() const;      // named ones only
  std::vector<syntax_node> all_children() const;  // with punctuation and keywords
  syntax_node first_child(std::string_view type) const;
  bool is_extra() const { return node_.id != nullptr && ts_node_is_extra(node_); }  // as comments are
  bool follows_in_line() const;  // something that is no blank stands before it in its line
  syntax_node parent() const;
  syntax_node previous() const;  // a named one beside it; none for the first
  friend bool operator==(const syntax_node& a, const syntax_node& b) { return ts_node_eq(a.node_, b.node_); }

  TSNode raw() const { return node_; }

 private:
  TSNode node_{};
  std::string_view source_;
};

// Letters, digits, underscores and everything beyond ASCII.
bool is_word_byte(char c);

class syntax_tree {
 public:
  // The text must outlive the tree. Nullopt if parsing took longer than its limit (time_limit), or if
  // tree-sitter lost a part of the text.
  static std::optional<syntax_tree> parse(grammar language, std::string_view text);

  // The tree of `spelled`: `text` in a spelling of the same length that the grammar knows. Its nodes give
  // their texts from `text`.
  static std::optional<syntax_tree> parse_as(grammar language, std::string_view spelled,
                                             std::string_view text);

  syntax_node root() const;
  std::uint32_t first_error_line() const;  // 0: there is none
  bool has_error() const { return ts_node_has_error(ts_tree_root_node(tree_.get())); }

 private:
  struct release {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  syntax_tree(TSTree* tree, std::string_view text) : tree_(tree), text_(text) {}

  std::unique_ptr<TSTree, release> tree_;
  std::string_view text_;
};

enum class visited_nodes : std::uint8_t { named, all };  // all: with punctuation and keywords

// Visits `root` and the nodes below it, parents first. `enter` returns false to skip the descendants
// of a node; `leave` is called for each node that was entered with true. Does not recurse.
void walk(const syntax_node& root, const std::function<bool(const syntax_node&)>& enter,
          const std::function<void(const syntax_node&)>& leave = {},
          visited_nodes which = visited_nodes::named);

// Of a longer file nothing is told: it is only a help for readers.
constexpr std::size_t max_structured_source = 4u << 20;

struct declared_name {
  std::string name;         // empty: without a name, its lines are those of what holds it
  bool is_function = true;  // false: it holds functions, as a class does
  bool of_tests = false;    // and what it holds is
  bool is_comment = false;  // it declares nothing, and does nothing
  // What of a function runs when it is called, and only then; none: it may run, or be compiled in, at any time.
  syntax_node body = {};
};

// Nothing: the node declares nothing.
using declaration_reader = std::optional<declared_name> (*)(const syntax_node& node);

// Names of holders and functions around a function are put before its own. `blocks`: the types of the nodes whose children are
// statements. Where the tree is broken, functions may be missing; of a text that is too long, all is.
source_structure read_structure(grammar language, std::string_view text, std::string_view separator,
                                declaration_reader read, std::span<const std::string_view> blocks);

}  // namespace covey::parsers

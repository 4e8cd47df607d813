// What the source tells about the value of an expression in a test: names of subtests, and the tables of
// cases that loops range over.
#pragma once

#include "parsers/languages/go/discovery/bindings.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers::languages::go {

// A string: its known literals, with placeholders between them; and how its source spells it.
struct known_text {
  std::vector<std::string> literals{""};
  std::string shown;

  bool is_literal() const { return literals.size() == 1; }
};

// One line of a table.
struct table_entry {
  syntax_node node;  // with its key
  syntax_node key;   // null in a slice
  syntax_node value;
  std::optional<std::size_t> index;
};

// A composite literal with a loop over it.
struct table {
  syntax_node literal;
  syntax_node element_type;
  bool is_map = false;
  std::vector<table_entry> entries;
};

class evaluation {
 public:
  explicit evaluation(const bindings& where) : where_(where) {}

  // The value of an expression; if it depends on the table `of`, its value for `entry`.
  known_text text(const syntax_node& expression, const table* of = nullptr,
                  const table_entry* entry = nullptr);

  // The composite literal of a slice, an array or a map that the expression stands for; null: none.
  syntax_node table_literal(const syntax_node& expression);
  // The table literal that the expression's value depends on.
  syntax_node table_within(const syntax_node& expression);
  table read_table(const syntax_node& literal);

 private:
  struct structure {
    syntax_node body;  // literal_value
    syntax_node type;
  };

  bool spend() { return steps_++ < max_steps; }
  known_text value(const syntax_node& expression, int depth);
  known_text named(const syntax_node& identifier, int depth);
  known_text called(const syntax_node& call, int depth);
  known_text formatted(const std::vector<syntax_node>& arguments, int depth);
  std::optional<structure> structure_of(const syntax_node& expression, int depth);
  std::optional<structure> field_of(const syntax_node& selector, int depth);
  syntax_node literal_of(const syntax_node& expression, int depth);
  syntax_node table_in(const syntax_node& expression, int depth);
  syntax_node underlying(syntax_node type) const;
  std::vector<std::pair<std::string_view, syntax_node>> fields_of(const syntax_node& type) const;

  static constexpr int max_depth = 24;
  static constexpr std::size_t max_steps = 2000;  // a few names can stand for very long expressions

  const bindings& where_;
  const table* table_ = nullptr;
  const table_entry* entry_ = nullptr;
  std::size_t steps_ = 0;
};

}  // namespace covey::parsers::languages::go

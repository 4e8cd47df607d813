// What a Go file declares outside of its functions, what the names of a function mean at the place where its syntax tree is
// being walked, and what the source so tells about the value of an expression in a test: names of subtests, and the tables of
// cases that loops range over.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers::languages::go {

using named_nodes = std::map<std::string_view, syntax_node>;

struct declarations {
  std::string_view package;
  named_nodes functions;  // function_declaration, without methods
  named_nodes values;     // the expressions of variables and constants
  named_nodes types;      // what a type's name stands for
};

declarations declared_in(const syntax_node& source_file);

// The names and types of a type_declaration.
void add_types(const syntax_node& declaration, named_nodes& to);

// The children except comments.
std::vector<syntax_node> parts_of(const syntax_node& node);

// "a, b T" is two parameters of one type; one without a name has no first node.
std::vector<std::pair<syntax_node, syntax_node>> parameters_of(const syntax_node& function);

// The type's name of a method_declaration's receiver.
std::string_view receiver_type(const syntax_node& method);

// "*pkg.T[X]", "(T)" -> "T"; "" if it is not a named type.
std::string_view type_name(syntax_node type);

bool is_pointer(const syntax_node& type);

// A call's arguments.
std::vector<syntax_node> arguments_of(const syntax_node& call);

// The node inside all of its parentheses.
syntax_node without_parentheses(syntax_node node);

struct binding {
  enum class kind_type : std::uint8_t {
    unknown,
    expression,  // the value of `node`
    element,     // of the table `node`, a composite literal, that a loop ranges over
    key,
    index,
    test,     // the *testing.T of the block `block`
    fixture,  // the receiver of a suite's method
  };
  kind_type kind = kind_type::unknown;
  syntax_node node = {};
  std::size_t block = 0;
  bool uncertain = false;  // of a test: it may belong to a subtest that was not seen
};

class bindings {
 public:
  explicit bindings(const declarations& file) : file_(&file) {}

  void open() { marks_.push_back(order_.size()); }
  void close();

  void bind(std::string_view name, binding meaning);
  // For an assignment: the meaning of the name is unknown from here on.
  void forget(std::string_view name);
  binding find(std::string_view name) const;
  bool is_bound(std::string_view name) const;  // within the function

  const declarations& file() const { return *file_; }
  void add_types(const syntax_node& declaration) { go::add_types(declaration, types_); }
  syntax_node type(std::string_view name) const;

 private:
  const declarations* file_;
  named_nodes types_;  // declared within functions
  std::map<std::string_view, std::vector<binding>> meanings_;
  std::vector<std::string_view> order_;
  std::vector<std::size_t> marks_;
};

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
  known_text value(syntax_node expression, int depth);
  known_text named(const syntax_node& identifier, int depth);
  known_text called(const syntax_node& call, int depth);
  known_text formatted(const std::vector<syntax_node>& arguments, int depth);
  std::optional<structure> structure_of(syntax_node expression, int depth);
  std::optional<structure> field_of(const syntax_node& selector, int depth);
  syntax_node literal_of(syntax_node expression, int depth);
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

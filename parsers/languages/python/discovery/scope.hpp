// What a Python module or class body defines, including inside `if`, `try` and `with`.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::python {

// Literal values in a Python source, as Python itself would print them.

// The value without the parentheses around it.
syntax_node unwrapped(syntax_node value);

struct string_literal {
  std::u32string units;  // code points, lone surrogates too; for a bytes literal: its bytes
  bool bytes = false;
};

// Nullopt for other values, and for strings known only at run time: f"{x}", "\N{BULLET}".
std::optional<string_literal> string_of(const syntax_node& node);

std::string utf8_of(const string_literal& text);

// A string as pytest writes it in the id of a parameter: escaped to ASCII.
std::string escaped_id(const string_literal& text);

// str() of a number: "1_000" is 1000, "1e3" is 1000.0. Nullopt for a very large number or any other text.
std::optional<std::string> number_text(std::string_view literal);

// A function or class.
struct function_definition {
  syntax_node whole;  // with its decorators
  syntax_node self;
  std::vector<syntax_node> decorators;  // the expressions, in source order
  bool maybe = false;                   // a condition decides whether it exists
  bool gone = false;                    // replaced by a later one of the same name, or deleted

  std::string_view name() const { return self.field("name").text(); }
  bool is_class() const { return self.is("class_definition"); }
};

struct module_scope {
  std::vector<function_definition> definitions;
  std::map<std::string_view, std::vector<syntax_node>> assigned;  // names to the assigned values; a null
                                                                  // node: the value is changed in place
  std::map<std::string_view, std::string_view> imported;          // `from x import b as a`: a to b
  bool has_star_import = false;
};

// Whether the name is one of the words, which have one blank between them.
bool is_word_of(std::string_view words, std::string_view name);

// Whether one of its decorators has the name of one of the words.
bool is_decorated(const function_definition& definition, std::string_view words);

// `body`: a module or a block.
module_scope read_scope(const syntax_node& body);

// "parametrize" for `pytest.mark.parametrize("x", […])`, a call or not; empty if there is no name.
std::string_view last_name(const syntax_node& expression);

struct call_arguments {
  std::vector<syntax_node> plain;
  std::map<std::string_view, syntax_node> named;
  bool open = false;  // *a or **b may add more

  syntax_node get(std::size_t at, std::string_view name) const;
};

call_arguments arguments_of(const syntax_node& call);

// The expressions of a list, tuple or set; comments left out.
std::vector<syntax_node> items_of(const syntax_node& sequence);

}  // namespace covey::parsers::languages::python

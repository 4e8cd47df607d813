// What a module or a class body of Python defines, through `if`, `try` and `with`.
#pragma once

#include "parsers/syntax/tree.hpp"
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// A function or class.
struct python_definition {
  syntax_node whole;  // with its decorators
  syntax_node self;
  std::vector<syntax_node> decorators;  // the expressions, in the order of the source
  bool maybe = false;                   // whether it is there depends on a condition
  bool gone = false;                    // another one of its name takes its place, or it is deleted

  std::string_view name() const { return self.field("name").text(); }
  bool is_class() const { return self.is("class_definition"); }
};

struct python_scope {
  std::vector<python_definition> definitions;
  std::map<std::string_view, std::vector<syntax_node>> assigned;  // names to what is assigned to them; null
                                                                  // nodes for what changes a value
  std::map<std::string_view, std::string_view> imported;          // `from x import b as a`: a to b
  bool has_star_import = false;
};

// `body`: a module or a block.
python_scope read_scope(const syntax_node& body);

// "parametrize" of `pytest.mark.parametrize("x", […])`, a call or not; empty for what has no name.
std::string_view last_name(const syntax_node& expression);

struct python_arguments {
  std::vector<syntax_node> plain;
  std::map<std::string_view, syntax_node> named;
  bool open = false;  // there are *a or **b, too

  syntax_node get(std::size_t at, std::string_view name) const;
};

python_arguments arguments_of(const syntax_node& call);

// The expressions of a list, tuple or set; comments left out.
std::vector<syntax_node> items_of(const syntax_node& sequence);

}  // namespace covey::parsers

// The syntax trees of functions that an outline found, where the file's own tree has errors.
#pragma once

#include "parsers/languages/go/discovery/outline.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

class function_nodes {
 public:
  // `spelled`: as that of syntax_tree::parse_as().
  function_nodes(const syntax_node& file, std::string_view text, std::string_view spelled);

  // The function's declaration, from the file's tree if that has it in the same place, else parsed alone, so
  // that an error within one function does not hide others. Null: the grammar finds no function in it.
  syntax_node find(const outlined_function& function);

 private:
  std::string_view text_;
  std::string_view spelled_;
  std::map<std::uint32_t, syntax_node> declared_;  // by their first bytes
  std::vector<syntax_tree> alone_;                 // they hold nodes that find() returned
};

}  // namespace covey::parsers::languages::go

// What a test's title says of its name.
#pragma once

#include "parsers/languages/node/discovery/scopes.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"

namespace covey::parsers {

struct block_title {
  std::string label;
  block_name name;
  bool candidate = false;  // the name is likely, not sure: that of an imported class
};

// Whether it can only be text: a string, a template, strings joined by "+".
bool is_text(const syntax_node& expression);

// `each`: the places of a table's values ("%s", "$name") are holes.
block_title title_of(const syntax_node& expression, bool each, const name_scopes& scopes);

// Of a name that is known as it is.
block_title literal_title(std::string text, bool each = false);

}  // namespace covey::parsers

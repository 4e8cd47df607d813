// The name of a test, as far as its title in the source tells it.
#pragma once

#include "parsers/languages/node/discovery/scopes.hpp"
#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"

namespace covey::parsers::languages::node {

struct block_title {
  std::string label;
  block_name name;
  bool candidate = false;  // the name is likely, not certain: that of an imported class
};

// Whether it can only be text: a string, a template, strings joined by "+".
bool is_text(const syntax_node& expression);

// `each`: the places of a table's values ("%s", "$name") become placeholders.
block_title title_of(const syntax_node& written, bool each, const name_scopes& scopes);

// For a name that the source contains in full.
block_title literal_title(std::string text);

}  // namespace covey::parsers::languages::node

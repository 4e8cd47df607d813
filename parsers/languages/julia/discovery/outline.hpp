// What a source declares, found by its words and brackets alone. A grammar is always older than some syntax,
// and if it cannot parse a part of a file, it can lose the tests around that part. The lexical rules of a
// language hardly change, so its outline still finds them. And the labels of testsets: as their source spells
// them, and as Julia makes them when it runs.
// Design: docs/design/12-listing.md
#pragma once

#include "parsers/model/test_block.hpp"
#include "parsers/syntax/tree.hpp"
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

struct label {
  std::string text;  // for people: the source, with `$`, without quotes
  block_name name;   // escapes read, a placeholder at each interpolation
};

// Of a string literal.
label label_of_string(const syntax_node& literal);

// Of a loop whose testsets have no label of their own: "a = $a, b = $b", which is what Test makes of its
// variables.
label label_of_loop(const syntax_node& loop);

// What stands between the quotes, with its escapes read ("\u00e9" too); bytes that are no escape stay as they
// are.
std::string unescaped(std::string_view source);

struct outline {
  std::vector<test_block> blocks;  // each path once
  bool whole = true;               // quotes and brackets are balanced: no declaration can be missing
};

outline outline_of(std::string_view text);

// Adds the outline to the blocks of a broken tree. Tests that both have keep the details of the tree and the
// lines of the outline; those that only an outline has that is not whole are marked as dynamic.
void add_outline(file_blocks& out, outline found);

}  // namespace covey::parsers::languages::julia

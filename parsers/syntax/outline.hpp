// What a source declares, found by its words and brackets alone. No grammar is ever new enough: where it
// gives up on a part of a file, it can lose the tests around that part. The lexical rules of a language
// hardly change, so its outline still finds them.
#pragma once

#include "parsers/model/test_block.hpp"
#include "parsers/model/test_listing.hpp"
#include <vector>

namespace covey::parsers {

struct outline {
  std::vector<test_block> blocks;  // each path once
  bool whole = true;               // quotes and brackets fit together: no declaration can be missing
  bool certain = true;             // what it declares is a test
};

// Adds to what a broken tree gave. Tests that both know keep the details of the tree and stand where the
// outline says; what only an uncertain outline knows is marked as dynamic.
void add_outline(file_blocks& out, outline found);

}  // namespace covey::parsers

// testify's suites: `func (s *CartSuite) TestAdd()` is a subtest of the test function that runs the suite,
// which may stand in another file of the package.
#pragma once

#include "parsers/languages/finder.hpp"
#include "parsers/languages/go/discovery/block_tree.hpp"
#include "parsers/languages/go/discovery/declarations.hpp"
#include "parsers/languages/go/discovery/subtests.hpp"
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::go {

// The suite's type, by the block that stands for "whatever runs this suite".
using suite_roots = std::map<std::size_t, std::string_view>;

// Moves the blocks into the file, and puts into its offers what the other files of the package need.
void finish_file(block_tree& blocks, const suite_roots& suites, const declarations& file,
                 const std::vector<suite_run>& runs, file_blocks& out);

// test_finder::link()
void link_suites(std::span<file_blocks* const> folder);

}  // namespace covey::parsers::languages::go

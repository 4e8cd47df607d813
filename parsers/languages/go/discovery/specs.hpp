// Ginkgo's specs: `var _ = Describe("Cart", func() { It("sums", …) })`. The function that runs them all, by RunSpecs, may
// stand in another file of the folder, and in its other package: the specs are linked to it as a suite's methods are.
#pragma once

#include "parsers/languages/go/discovery/block_tree.hpp"
#include "parsers/languages/go/discovery/declarations.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstddef>
#include <string_view>

namespace covey::parsers::languages::go {

// Stands for the type of the suite; no type of Go's has such a name.
inline constexpr std::string_view spec_suite = "ginkgo/Suite";

// Whether the file imports Ginkgo, of either major version.
bool may_hold_specs(std::string_view text);

// Adds the file's specs and containers below the block `suite`.
void read_specs(const syntax_node& file, const declarations& declared, std::size_t suite, block_tree& blocks);

}  // namespace covey::parsers::languages::go

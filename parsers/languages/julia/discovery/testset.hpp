// One call of a macro that makes a testset: @testset in all its forms, and those that other packages have.
#pragma once

#include "parsers/languages/julia/discovery/label.hpp"
#include "parsers/syntax/tree.hpp"
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::julia {

struct testset {
  label name;
  std::uint32_t end = 0;  // the byte after it
  std::uint32_t last_line = 0;
};

// "testset" of `@testset`, `Test.@testset` and `@Test.testset`.
std::string_view macro_name(const syntax_node& macro_call);

// What is written after the macro's name.
std::vector<syntax_node> macro_arguments(const syntax_node& macro_call);

// For a macrocall_expression; nullopt if it makes no testset of its own: another macro, or `@testset let`,
// whose results are those of the testset around it.
std::optional<testset> testset_of(const syntax_node& macro_call, const std::vector<syntax_node>& arguments);

}  // namespace covey::parsers::languages::julia

// Which functions of a test file `go test` calls by itself.
#pragma once

#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"
#include <optional>
#include <string_view>

namespace covey::parsers::go {

// A function_declaration: what it is to `go test`; nothing where it is none of its own. Benchmarks are left
// out, and examples that say no output, which are compiled and not run.
std::optional<block_kind> kind_of(const syntax_node& function, std::string_view source);

// A method_declaration that testify would call: "TestX" without parameters and results.
bool is_suite_method(const syntax_node& method);

}  // namespace covey::parsers::go

// Which functions of a test file `go test` calls by itself.
#pragma once

#include "parsers/syntax/tree.hpp"
#include "parsers/model/test_block.hpp"
#include <optional>
#include <string_view>

namespace covey::parsers::languages::go {

// A function_declaration: its kind for `go test`; nullopt if go test does not call it. Benchmarks are left
// out, and so are examples without an output comment, which are compiled but not run.
std::optional<block_kind> kind_of(const syntax_node& function, std::string_view source);

// A method_declaration that testify would call: "TestX" without parameters and results.
bool is_suite_method(const syntax_node& method);

}  // namespace covey::parsers::languages::go

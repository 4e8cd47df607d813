// Go's names: which functions `go test` takes for tests, and what it makes of a subtest's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::go {

// "TestX", "Test", "Test_x", "Test1", but not "Testing": what follows the prefix is no lower case letter.
bool is_test_name(std::string_view name, std::string_view prefix);

// A string literal with its quotes -> the string; nothing where it is not well-formed.
std::optional<std::string> unquoted(std::string_view literal);

// A subtest's name as events and -run have it: white space is "_", what cannot be printed an escape, an empty
// name "#00".
std::string subtest_name(std::string_view name);
// Of a piece of a name: an empty one stays so.
std::string rewritten(std::string_view piece);

}  // namespace covey::parsers::go

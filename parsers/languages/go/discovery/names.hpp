// Go's names: which functions `go test` takes for tests, and what it makes of a subtest's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

// "TestX", "Test", "Test_x", "Test1", but not "Testing": no lower case letter may follow the prefix.
bool is_test_name(std::string_view name, std::string_view prefix);

// A string literal with its quotes -> the string; nullopt if it is malformed.
std::optional<std::string> unquoted(std::string_view literal);

// A subtest's name as events and -run have it: white space becomes "_", unprintable characters become
// escapes, and an empty name becomes "#00".
std::string subtest_name(std::string_view name);
// The same for a literal of a name: an empty one stays empty.
std::string rewritten(std::string_view piece);

}  // namespace covey::parsers::languages::go

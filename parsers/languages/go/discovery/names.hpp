// Go's names: which functions `go test` takes for tests, what it makes of a subtest's name, and which files a usual build
// leaves out: by their names (cart_windows_test.go) or a `//go:build` line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace covey::parsers::languages::go {

// "TestX", "Test", "Test_x", "Test1", but not "Testing": no lower case letter may follow the prefix.
bool is_test_name(std::string_view name, std::string_view prefix);

// What a comment says, without its marks and the blanks around them; "": nothing.
std::string_view comment_text(std::string_view comment);
// "Output: …", "Unordered output: …", in any case: an example whose last comment says so is run.
bool announces_output(std::string_view said);

// A string literal with its quotes -> the string; nullopt if it is malformed.
std::optional<std::string> unquoted(std::string_view literal);

// A subtest's name as events and -run have it: white space becomes "_", unprintable characters become
// escapes, and an empty name becomes "#00".
std::string subtest_name(std::string_view name);
// The same for a literal of a name: an empty one stays empty.
std::string rewritten(std::string_view piece);

// A sentence that says why the file is not built here; "" if it is built. Only the tags that every build on
// this system sets count as set.
std::string build_note(std::string_view path, std::string_view text);

}  // namespace covey::parsers::languages::go

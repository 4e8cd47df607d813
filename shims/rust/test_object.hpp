// The object that is linked into test binaries to tell which test ran what (reporters/rust/covey_tests.rs). It
// is compiled by the rustc that compiles the tests, once per target folder, and tried in an empty program:
// a linker that does not take it must fail no test.
#pragma once

#include <string>
#include <vector>

namespace covey::shims::rust {

// Changes with the object: binaries that have another one are out of date.
std::string test_object_version();

// The flags with which `command`, a call of rustc for a test binary, links the object; none if it cannot.
// `folder`: where the object is kept; made by covey alone.
std::vector<std::string> test_object_flags(const std::vector<std::string>& command,
                                           const std::string& folder);

}  // namespace covey::shims::rust

// Which lines each test of a binary ran, in the format of parsers/events/unit_coverage.hpp.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace covey::shims::rust {

struct measured_binary {
  std::string program;               // its path
  std::string group;                 // of its tests
  std::vector<std::string> records;  // of its processes: files of reporters/rust/covey_tests.rs
  bool alone = true;                 // its tests started no other measured program
};

// What ran of each file, by the binary's whole coverage.
using lines_by_file = std::map<std::string, std::vector<std::uint32_t>>;

// Lines that ran, but while none of its tests did, are no test's; where that is not sure, all of its tests'.
std::string test_lines(const measured_binary& binary, const lines_by_file& ran);

}  // namespace covey::shims::rust

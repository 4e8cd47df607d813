#include "tests/fuzz/discovery_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_discovery("go", "a_test.go", data, size);
  return 0;
}

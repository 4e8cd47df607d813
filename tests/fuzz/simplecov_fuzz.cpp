#include "tests/fuzz/report_fuzz.hpp"

namespace covey::parsers {
extern const coverage_format simplecov_format;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_report(covey::parsers::simplecov_format, data, size);
  return 0;
}

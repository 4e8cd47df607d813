#include "tests/fuzz/report_fuzz.hpp"

namespace covey::parsers {
extern const coverage_format llvm_cov_format;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_report(covey::parsers::llvm_cov_format, data, size);
  return 0;
}

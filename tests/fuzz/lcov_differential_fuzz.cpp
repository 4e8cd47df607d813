// The fast reader of LCOV against the slow one.
#include "tests/fuzz/report_fuzz.hpp"
#include "tests/fuzz/slow_lcov.hpp"
#include <memory>

namespace covey::parsers {
extern const coverage_format lcov_format;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  covey::parsers::coverage_report fast;
  const auto parser = covey::parsers::lcov_format.make();
  parser->feed(bytes);
  parser->finish(fast);
  covey::fuzz::check_same(fast, covey::fuzz::slow_lcov(bytes));
  return 0;
}

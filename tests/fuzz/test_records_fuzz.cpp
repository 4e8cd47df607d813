// What test binaries write of the code that each test ran.
#include "parsers/languages/go/coverage.hpp"
#include "parsers/languages/rust/test_counts.hpp"
#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace covey::parsers;

namespace {

void check_go(std::string_view text) {
  std::size_t whole = 0, halves = 0;
  const auto counted = [](std::size_t& into) {
    return [&into](const auto& tests, const auto& file, const auto& ran) {
      if (ran.empty() || ran.front().first == 0) std::abort();
      into += tests.size() + file.size() + ran.size();
    };
  };
  languages::go::test_hits one{counted(whole)}, two{counted(halves)};
  one.feed(text);
  one.finish();
  two.feed(text.substr(0, text.size() / 2));
  two.feed(text.substr(text.size() / 2));
  two.finish();
  if (whole != halves || one.complete() != two.complete()) std::abort();
}

void check_rust(std::string_view bytes) {
  const auto all = languages::rust::read_test_counts(bytes);
  for (const auto& test : all.tests)
    if (test.counted.empty() || !std::is_sorted(test.counted.begin(), test.counted.end())) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  check_go(text);
  check_rust(text);
  return 0;
}

// The JUnit report of bun and deno, behind what their reporter said meanwhile, and what its messages compare.
#include "parsers/languages/node/output/junit_output.hpp"
#include "tests/fuzz/results_fuzz.hpp"

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

std::unique_ptr<output_parser> make() {
  junit_output_options options;
  options.events.root = options.folder = "/w";
  options.events.separator = " > ";
  options.events.runner = "bun";
  return make_junit_output(std::move(options));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_output(make, stream::events, data, size);
  for (const auto& one : read_junit({reinterpret_cast<const char*>(data), size}).cases)
    (void)read_comparison(one.problems.empty() ? one.name : one.problems.front().message);
  return 0;
}

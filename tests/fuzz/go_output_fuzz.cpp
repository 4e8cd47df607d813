// All that `go test -json` may print: events on stdout, what the go command and compilers say on stderr.
#include "parsers/languages/go/output/output.hpp"
#include "tests/fuzz/results_fuzz.hpp"

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

std::unique_ptr<output_parser> make() {
  static const auto packages = std::make_shared<const package_list>(package_list::parse(
      "example.com/panics/intest\t/w/intest\tintest.go//intest_test.go/\t1\t0\t\n"
      "example.com/panics/testmain\t/w/testmain\t//testmain_test.go/\t1\t0\t\n"
      "example.com/broken/lib\t/w/lib\tlib.go///\t0\t0\ttesting\n"
      "example.com/broken/usesa\t/w/usesa\t//a_test.go/b_test.go\t1\t1\t\n"
      "\texample.com/broken/usesa\ta_test.go:6:2\t\"no required module provides package\"\n",
      "/w"));
  output_options options;
  options.packages = packages;
  options.runs_all = true;
  return make_output(std::move(options));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_output(make, stream::out, data, size);
  return 0;
}

// What a Python runner printed before it ended without a test: the first byte says how, and which runner it
// was.
#include "parsers/languages/python/diagnose.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/fuzz/results_fuzz.hpp"

using namespace covey::parsers;
using namespace covey::parsers::languages::python;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto plain = plain_text({reinterpret_cast<const char*>(data) + 1, size - 1});
  const std::string_view text = plain;
  const auto ending = covey::fuzz::ending_of(*data);
  const std::string runner = (*data & 16) != 0 ? "unittest" : "pytest";
  for (const auto& said : {printed_text{{}, text}, printed_text{text, {}}})
    for (const auto& why : diagnose_ending("/w", runner, said, ending)) covey::fuzz::everything(why);
  return 0;
}

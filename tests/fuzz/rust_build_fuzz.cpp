// cargo's messages of a build, and what it says of one on stderr.
#include "parsers/languages/rust/output/build.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include "tests/fuzz/results_fuzz.hpp"
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::rust;

std::string told(const build_reader& reader) {
  std::ostringstream out;
  for (const auto& made : reader.artifacts())
    out << made.manifest << '|' << made.kind << '|' << made.name << '|' << made.executable << '|' << made.test
        << '\n';
  std::vector<const build_error*> errors;
  for (const auto& error : reader.errors()) errors.push_back(&error);
  if (!errors.empty()) out << covey::fuzz::everything(build_failure(errors));
  return out.str();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  std::string shown, shown_of_pieces;
  build_reader whole{"/w", [&](auto said) { shown += said; }};
  whole.feed(text);
  whole.finish();
  build_reader literals{"/w", [&](auto said) { shown_of_pieces += said; }};
  covey::fuzz::in_pieces(text.data(), text.size(), [&](const char* at, std::size_t length) {
    literals.feed({at, length});
  });
  literals.finish();
  if (told(whole) != told(literals) || shown != shown_of_pieces) {
    std::fprintf(stderr, "in pieces it is not this: %s%s\n", told(whole).c_str(), shown.c_str());
    std::abort();
  }
  for (const auto& one : script_failures(text)) covey::fuzz::everything(one.why);
  (void)read_unavailable(text);
  covey::fuzz::everything(cargo_failure(text, "/w"));
  return 0;
}

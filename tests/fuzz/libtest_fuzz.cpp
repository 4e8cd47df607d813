// What a test binary of Rust lists, up to an empty line, and what it then prints while its tests run.
#include "parsers/languages/rust/output/libtest.hpp"
#include "tests/fuzz/rust_events_fuzz.hpp"

using namespace covey::parsers;
using namespace covey::parsers::languages::rust;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size};
  const auto end = text.find("\n\n");
  const auto listed = text.substr(0, end);
  const auto printed = end == std::string_view::npos ? std::string_view{} : text.substr(end + 2);
  libtest_options options;
  options.group = "shop";
  options.tests = read_test_list(listed, "/w");
  options.context.root = options.context.folder = "/w";
  options.timed = size % 2 == 0;
  covey::fuzz::check_events(printed, [&](const std::vector<std::string>& literals) {
    std::string events;
    libtest_reader reader{options, [&](auto line) { events += line; }, [](auto) {}};
    for (const auto& piece : literals) reader.feed(piece);
    reader.finish({size % 3 == 0, static_cast<int>(size % 7)}, listed);
    return events;
  });
  return 0;
}

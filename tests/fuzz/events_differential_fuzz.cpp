// Each line of the private channel, against a reader that builds a document of it.
#include "parsers/text/streams.hpp"
#include "tests/fuzz/slow_events.hpp"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace covey::fuzz;
using namespace covey::parsers;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string root = "/w";
  event_reader reader{root};  // one for all lines, for it remembers some
  reporter_event event;
  line_splitter lines{std::size_t{1} << 20};
  const auto compare = [&](std::string_view line, bool) {
    if (is_beyond_documents(line)) return;
    const auto expected = slow_event(line, root);
    const bool is_event = reader.read(line, event);
    if (is_event == expected.has_value() && (!is_event || written(event) == *expected)) return;
    std::fprintf(stderr, "expected:\n%s\nread:\n%s\n", expected.value_or("no event").c_str(),
                 is_event ? written(event).c_str() : "no event");
    std::abort();
  };
  lines.feed({reinterpret_cast<const char*>(data), size}, compare);
  lines.finish(compare);
  return 0;
}

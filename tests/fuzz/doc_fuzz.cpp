// What `cargo test --doc` prints.
#include "parsers/languages/rust/output/doc.hpp"
#include "tests/fuzz/rust_events_fuzz.hpp"

using namespace covey::parsers;
using namespace covey::parsers::languages::rust;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const doc_options options{"/w", {{"shop (doc)", "/w"}, {"cart (doc)", "/w/cart"}}, {}};
  covey::fuzz::check_events({reinterpret_cast<const char*>(data), size},
                            [&](const std::vector<std::string>& literals) {
                              std::string events;
                              doc_reader reader{options, [&](auto line) { events += line; }};
                              for (const auto& piece : literals) reader.feed(piece);
                              reader.finish();
                              return events;
                            });
  return 0;
}

// The private channel: what is read of it does not depend on the pieces it comes in, and keeps the model's
// promises.
#include "parsers/events/event_output.hpp"
#include "tests/fuzz/results_fuzz.hpp"

namespace {

using namespace covey::parsers;

event_output_options options() {
  event_output_options out;
  out.root = "/w";
  out.separator = "::";
  out.runner = "pytest";
  for (const auto* name : {"test_a", "", "test_gone"}) {
    auto& wanted = out.wanted.emplace_back();
    wanted.id = {"t.py", name, "::"};
    wanted.selected = out.wanted.size() == 3;
    wanted.key = name;
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  covey::fuzz::check_output([] { return make_event_output(options()); }, stream::events, data, size);
  return 0;
}

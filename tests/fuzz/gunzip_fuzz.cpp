// Bytes that may be what gzip writes: the text does not depend on the pieces they come in, nor exceed its
// limit.
#include "parsers/text/streams.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr std::uint64_t max = 1 << 16;

struct text_of {
  std::string text;
  covey::parsers::gunzip reader{[this](std::string_view piece) { text += piece; }, max};
  covey::parsers::gunzip::state state = covey::parsers::gunzip::state::open;
  void feed(const char* at, std::size_t length) { state = reader.feed({at, length}); }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const char*>(data);
  (void)covey::parsers::is_gzip({bytes, size});
  text_of whole, literals;
  whole.feed(bytes, size);
  covey::fuzz::in_pieces(bytes, size, [&](const char* at, std::size_t length) { literals.feed(at, length); });
  // How much of a text that is too long is given depends on the pieces.
  const bool cut = whole.state == covey::parsers::gunzip::state::too_large;
  const bool same = whole.state == literals.state && (cut || whole.text == literals.text);
  if (size == 0 || (same && whole.text.size() <= max && literals.text.size() <= max)) return 0;
  std::fprintf(stderr, "%zu bytes whole, %zu in pieces\n", whole.text.size(), literals.text.size());
  std::abort();
}

// The front door: bytes of any format, or of none.
#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/text/utf8.hpp"
#include "tests/fuzz/report_fuzz.hpp"
#include <cstdlib>
#include <string_view>

namespace {

using namespace covey;
using outcome = std::variant<parsers::coverage_report, parsers::no_report>;

outcome read_whole(std::string_view bytes) {
  parsers::any_report_parser reader;
  reader.feed(bytes);
  return reader.finish();
}

outcome read_in_pieces(std::string_view bytes) {
  parsers::any_report_parser reader;
  fuzz::in_pieces(bytes.data(), bytes.size(), [&](const char* at, std::size_t length) {
    reader.feed({at, length});
  });
  return reader.finish();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes{reinterpret_cast<const char*>(data), size};
  const auto whole = read_whole(bytes), literals = read_in_pieces(bytes);
  if (whole.index() != literals.index()) std::abort();
  if (const auto* none = std::get_if<parsers::no_report>(&whole)) {
    if (none->reason != std::get<parsers::no_report>(literals).reason) std::abort();
    if (none->reason.empty() || !parsers::is_utf8(none->reason)) std::abort();
    return 0;
  }
  const auto& report = std::get<parsers::coverage_report>(whole);
  fuzz::check_model(report);
  fuzz::check_same(report, std::get<parsers::coverage_report>(literals));
  return 0;
}

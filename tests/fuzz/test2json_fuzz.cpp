// A line of `go test -json`, against a reader that builds a document of it.
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/documents.hpp"
#include "parsers/text/streams.hpp"
#include <boost/json.hpp>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>

namespace {

using namespace covey::parsers;
using namespace covey::parsers::languages::go;
namespace json = boost::json;

test2json_action action_named(std::string_view name) {
  using enum test2json_action;
  constexpr std::array<std::pair<std::string_view, test2json_action>, 8> names{
      {{"start", start},
       {"run", run},
       {"pass", pass},
       {"fail", fail},
       {"skip", skip},
       {"output", output},
       {"build-output", build_output},
       {"build-fail", build_fail}}};
  for (const auto& [known, action] : names)
    if (known == name) return action;
  return other;
}

double finite(double value) {
  return std::isfinite(value) ? value : 0;
}

double elapsed_of(const json::object& from) {
  const auto* value = from.if_contains("Elapsed");
  return value != nullptr && value->is_number() ? finite(value->to_number<double>()) : 0;
}

// Boost.JSON's numbers are some units in the last place off.
bool close(double a, double b) {
  return std::abs(a - b) <= 1e-12 * std::abs(b) + std::numeric_limits<double>::min();
}

void require(bool holds, const char* what, std::string_view line) {
  if (holds) return;
  std::fprintf(stderr, "%s: %.*s\n", what, static_cast<int>(line.size()), line.data());
  std::abort();
}

void compare(test2json_reader& reader, std::string_view line) {
  test2json_event read;
  const bool is_event = reader.read(line, read);
  boost::system::error_code ec;
  const auto document = json::parse(line, ec);
  if (ec == json::error::exponent_overflow) return;  // RFC 8259 knows no highest exponent
  if (ec || !document.is_object() || line.front() != '{') return require(!is_event, "no JSON object", line);
  const auto& from = document.get_object();
  const auto action = text_at(from, "Action");
  require(is_event == !action.empty(), "an action makes an event", line);
  if (!is_event) return;
  require(read.action == action_named(action), "action", line);
  require(read.package == text_at(from, "Package"), "package", line);
  require(read.test == text_at(from, "Test"), "test", line);
  require(read.output == text_at(from, "Output"), "output", line);
  require(read.import_path == text_at(from, "ImportPath"), "import path", line);
  require(read.failed_build == text_at(from, "FailedBuild"), "failed build", line);
  require(close(read.elapsed, elapsed_of(from)), "elapsed", line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  test2json_reader reader;  // one for all lines, for it keeps its room
  line_splitter lines{std::size_t{1} << 20};
  const auto on_line = [&](std::string_view line, bool) { compare(reader, line); };
  lines.feed({reinterpret_cast<const char*>(data), size}, on_line);
  lines.finish(on_line);
  return 0;
}

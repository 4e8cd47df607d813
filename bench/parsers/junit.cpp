#include "parsers/events/junit.hpp"
#include "bench/inputs/recorded.hpp"
#include "bench/inputs/test_reports.hpp"
#include "bench/parsers/anchors.hpp"
#include "bench/parsers/readers.hpp"
#include "bench/parsers/xml_anchors.hpp"

namespace covey::bench {
namespace {

// The document is whole when covey reads it: runners write it at their end.
counts covey(std::string_view bytes) {
  const auto report = parsers::read_junit(bytes);
  counts out{{"tests", report.cases.size()}, {"passes", 0}, {"fails", 0}, {"skips", 0}};
  for (const auto& each : report.cases) switch (each.result) {
      case parsers::outcome::passed:
        ++out["passes"];
        break;
      case parsers::outcome::failed:
        ++out["fails"];
        break;
      case parsers::outcome::skipped:
        ++out["skips"];
        break;
    }
  return out;
}

}  // namespace

void add_junit(inputs& into) {
  const counted_elements which{"testcase", "tests"};
  const std::vector<reader> readers = {
      {"covey", covey},
      {"scan", scan},
      {"expat", [which](auto bytes) { return expat_parse(bytes, which); }},
      {"pugixml", [which](auto bytes) { return pugixml_load(bytes, which); }}};
  into.push_back({"junit/made", "tests", 32'000'000, make_junit, readers});
  const auto recorded = [](std::size_t bytes, std::uint64_t) {
    return enlarged(recorded_junit, covey, bytes);
  };
  into.push_back({"junit/recorded", "tests", 16'000'000, recorded, readers});
}

}  // namespace covey::bench

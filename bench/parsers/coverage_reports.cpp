#include "bench/inputs/coverage_reports.hpp"
#include "bench/inputs/recorded.hpp"
#include "bench/parsers/anchors.hpp"
#include "bench/parsers/istanbul_tally.hpp"
#include "bench/parsers/readers.hpp"
#include "bench/parsers/simdjson_readers.hpp"
#include "bench/parsers/xml_anchors.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include <stdexcept>

namespace covey::bench {
namespace {

// From the bytes to the finished report, the format being told by its head.
counts covey(std::string_view bytes) {
  parsers::any_report_parser parser;
  feed_in_pieces(bytes, [&](auto part) { parser.feed(part); });
  const auto result = parser.finish();
  const auto* report = std::get_if<parsers::coverage_report>(&result);
  if (report == nullptr)
    throw std::runtime_error("no report: " + std::get<parsers::no_report>(result).reason);
  const auto sums = parsers::totals(report->data);
  return {{"files", report->data.files.size()},
          {"lines found", sums.lines.found},
          {"lines hit", sums.lines.hit},
          {"branches found", sums.branches.found},
          {"branches hit", sums.branches.hit}};
}

std::uint64_t number_of(const boost::json::value& from) {
  return from.to_number<std::uint64_t>();
}
std::uint64_t line_of(const boost::json::value& place) {
  return number_of(place.at("start").at("line"));
}

// The parts of a file that covey walks, too.
void take_file(const boost::json::object& from, istanbul_tally& into) {
  const auto members = [&](const char* name) -> const boost::json::object& {
    return from.at(name).as_object();
  };
  for (const auto& [id, place] : members("statementMap")) into.add_line(line_of(place));
  for (const auto& [id, hits] : members("s")) into.add_statement(number_of(hits));
  for (const auto& [id, function] : members("fnMap"))
    into.add_function(text_of(function.as_object(), "name"));
  for (const auto& [id, hits] : members("f")) into.add_call(number_of(hits));
  for (const auto& [id, branch] : members("branchMap")) into.add_line(line_of(branch.at("loc")));
  for (const auto& [id, ways] : members("b"))
    for (const auto& taken : ways.as_array()) into.add_way(number_of(taken));
}

// The one document of a report.
template <class Documents>
counts boost_istanbul(std::string_view bytes) {
  istanbul_tally tally;
  Documents{}.read(bytes, [&](const boost::json::value& value) {
    for (const auto& [path, file] : value.as_object()) {
      tally.add_file(path);
      take_file(file.as_object(), tally);
    }
  });
  return tally.take();
}

using make_function = made_text (*)(std::size_t, std::uint64_t);
using recording = made_text (*)(std::size_t);

void add_format(inputs& into, const std::string& name, make_function make, recording recorded,
                const std::vector<reader>& anchors) {
  std::vector<reader> readers = {{"covey", covey}, {"scan", scan}};
  readers.insert(readers.end(), anchors.begin(), anchors.end());
  into.push_back({name + "/made", "lines found", 32'000'000, make, readers});
  const auto enlarge = [recorded](std::size_t bytes, std::uint64_t) {
    return enlarged(recorded, covey, bytes);
  };
  into.push_back({name + "/recorded", "lines found", 16'000'000, enlarge, readers});
}

}  // namespace

void add_coverage_reports(inputs& into) {
  const counted_elements classes{"class", "classes"};
  std::vector<reader> json = {{"boost_dom", boost_istanbul<fresh_documents>},
                              {"boost_dom/reused", boost_istanbul<reused_documents>}};
  COVEY_ADD_SIMDJSON(json, istanbul);
  add_format(into, "lcov", make_lcov, recorded_lcov, {});
  add_format(into, "coverprofile", make_go_profile, recorded_go_profile, {});
  add_format(into, "cobertura", make_cobertura, recorded_cobertura,
             {{"expat", [classes](auto bytes) { return expat_parse(bytes, classes); }},
              {"pugixml", [classes](auto bytes) { return pugixml_load(bytes, classes); }}});
  add_format(into, "istanbul", make_istanbul, recorded_istanbul, json);
}

}  // namespace covey::bench

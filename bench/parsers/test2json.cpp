#include "bench/inputs/recorded.hpp"
#include "bench/inputs/test2json.hpp"
#include "bench/parsers/anchors.hpp"
#include "bench/parsers/readers.hpp"
#include "bench/parsers/simdjson_readers.hpp"
#include "bench/parsers/test2json_tally.hpp"
#include "parsers/languages/go/output/output.hpp"
#include "parsers/languages/go/output/test2json.hpp"
#include "parsers/text/streams.hpp"

namespace covey::bench {
namespace {

constexpr std::size_t max_line =
    std::size_t{4} * 1024 * 1024;  // as parsers/languages/go/output/output.cpp has it

std::string_view name_of(parsers::languages::go::test2json_action action) {
  using enum parsers::languages::go::test2json_action;
  switch (action) {
    case output:
      return "output";
    case pass:
      return "pass";
    case fail:
      return "fail";
    case skip:
      return "skip";
    default:
      return "";
  }
}

counts covey_events(std::string_view bytes) {
  parsers::line_splitter lines{max_line};
  parsers::languages::go::test2json_reader reader;
  parsers::languages::go::test2json_event event;
  test2json_tally tally;
  const auto on_line = [&](std::string_view line, bool) {
    if (reader.read(line, event))
      tally.add({name_of(event.action), event.package, event.test, event.output, event.import_path,
                 event.failed_build, event.elapsed});
  };
  feed_in_pieces(bytes, [&](auto part) { lines.feed(part, on_line); });
  lines.finish(on_line);
  return tally.take();
}

// All that covey does with Go's output while a run goes on, up to its results.
counts covey_results(std::string_view bytes) {
  const auto parser = parsers::languages::go::make_output({});
  feed_in_pieces(bytes, [&](auto part) { parser->feed(parsers::stream::out, part); });
  const auto results = parser->finish({parsers::run_ending::kind_type::exited, 1});
  return {{"tests", results.tests.size()}};
}

template <class Documents>
counts boost_dom(std::string_view bytes) {
  Documents documents;
  test2json_tally tally;
  for_each_line(bytes, [&](std::string_view line) {
    documents.read(line, [&](const boost::json::value& value) {
      const auto* from = value.if_object();
      if (from == nullptr || text_of(*from, "Action").empty()) return;
      const auto* elapsed = from->if_contains("Elapsed");
      tally.add({text_of(*from, "Action"), text_of(*from, "Package"), text_of(*from, "Test"),
                 text_of(*from, "Output"), text_of(*from, "ImportPath"), text_of(*from, "FailedBuild"),
                 elapsed != nullptr && elapsed->is_number() ? elapsed->to_number<double>() : 0});
    });
  });
  return tally.take();
}

}  // namespace

void add_test2json(inputs& into) {
  std::vector<reader> readers = {{"covey/events", covey_events},
                                 {"covey/results", covey_results},
                                 {"scan", scan},
                                 {"boost_dom", boost_dom<fresh_documents>},
                                 {"boost_dom/reused", boost_dom<reused_documents>}};
  COVEY_ADD_SIMDJSON(readers, test2json);
  into.push_back({"test2json/made", "events", 64'000'000, make_test2json, readers});
  const auto recorded = [](std::size_t bytes, std::uint64_t) {
    return enlarged(recorded_test2json, covey_results, bytes);
  };
  into.push_back({"test2json/recorded", "events", 32'000'000, recorded, readers});
}

}  // namespace covey::bench

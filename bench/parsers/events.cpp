#include "bench/inputs/recorded.hpp"
#include "bench/inputs/test_reports.hpp"
#include "bench/parsers/anchors.hpp"
#include "bench/parsers/events_tally.hpp"
#include "bench/parsers/readers.hpp"
#include "bench/parsers/simdjson_readers.hpp"
#include "parsers/events/event_output.hpp"
#include "parsers/events/event_reader.hpp"
#include "parsers/text/streams.hpp"

namespace covey::bench {
namespace {

constexpr std::size_t max_line = std::size_t{4} * 1024 * 1024;  // as parsers/events/event_output.cpp has it
constexpr char root[] = "/w";

void take(const parsers::reporter_event& event, events_tally& into) {
  const bool report = event.type == parsers::event_type::report;
  into.add(report ? "report" : "", parsers::to_string(event.result),
           static_cast<double>(event.duration.count()));
  into.add_name(event.group);
  into.add_name(event.name);
  into.add_name(event.key);
  into.add_text(event.output);
  into.add_line(event.place.line);
  for (const auto& why : event.failures) {
    into.add_text(why.message);
    into.add_text(why.diff);
    if (why.expected) into.add_text(*why.expected);
    if (why.actual) into.add_text(*why.actual);
    into.add_line(why.where.line);
  }
}

counts covey_events(std::string_view bytes, const char* text_name) {
  parsers::line_splitter lines{max_line};
  parsers::event_reader reader{root};
  parsers::reporter_event event;
  events_tally tally;
  const auto on_line = [&](std::string_view line, bool) {
    if (reader.read(line, event)) take(event, tally);
  };
  feed_in_pieces(bytes, [&](auto part) { lines.feed(part, on_line); });
  lines.finish(on_line);
  return tally.take(text_name);
}

// All that covey does with the private channel while a run goes on, up to its results.
counts covey_results(std::string_view bytes) {
  parsers::event_output_options options;
  options.root = root;
  const auto parser = parsers::make_event_output(std::move(options));
  feed_in_pieces(bytes, [&](auto part) { parser->feed(parsers::stream::events, part); });
  const auto results = parser->finish({parsers::run_ending::kind_type::exited, 1});
  return {{"tests", results.tests.size()}};
}

double number_of(const boost::json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_number() ? value->to_number<double>() : 0;
}

void take_failure(const boost::json::value& from, events_tally& into) {
  const auto* why = from.if_object();
  if (why == nullptr) return;
  for (const auto* text : {"message", "diff", "expected", "actual"}) into.add_text(text_of(*why, text));
  into.add_line(static_cast<std::uint64_t>(number_of(*why, "line")));
}

template <class Documents>
counts boost_dom(std::string_view bytes) {
  Documents documents;
  events_tally tally;
  for_each_line(bytes, [&](std::string_view line) {
    documents.read(line, [&](const boost::json::value& value) {
      const auto* from = value.if_object();
      if (from == nullptr || text_of(*from, "e").empty()) return;
      tally.add(text_of(*from, "e"), text_of(*from, "outcome"), number_of(*from, "ms"));
      for (const auto* name : {"group", "name", "key"}) tally.add_name(text_of(*from, name));
      tally.add_text(text_of(*from, "output"));
      tally.add_line(static_cast<std::uint64_t>(number_of(*from, "line")));
      if (const auto* one = from->if_contains("failure")) take_failure(*one, tally);
      if (const auto* all = from->if_contains("failures"); all != nullptr && all->is_array())
        for (const auto& one : all->get_array()) take_failure(one, tally);
    });
  });
  return tally.take();
}

}  // namespace

void add_events(inputs& into) {
  const auto readers_for = [](const char* text_name) {
    std::vector<reader> out = {{"covey/events", [=](auto bytes) { return covey_events(bytes, text_name); }},
                               {"covey/results", covey_results},
                               {"scan", scan},
                               {"boost_dom", boost_dom<fresh_documents>},
                               {"boost_dom/reused", boost_dom<reused_documents>}};
    COVEY_ADD_SIMDJSON(out, events);
    return out;
  };
  into.push_back({"events/made", "events", 32'000'000, make_events, readers_for("text")});
  const auto recorded = [](std::size_t bytes, std::uint64_t) {
    return enlarged(recorded_events, covey_results, bytes);
  };
  into.push_back({"events/recorded", "events", 16'000'000, recorded, readers_for("plain text")});
}

}  // namespace covey::bench

#include "bench/parsers/simdjson_readers.hpp"
#include "bench/parsers/simdjson_lines.hpp"
#include "bench/parsers/test2json_tally.hpp"

namespace covey::bench::COVEY_SIMDJSON_NAMESPACE {
namespace {

bool read_members(simdjson::ondemand::object& from, test2json_members& into) {
  for (auto result : from) {
    simdjson::ondemand::field field;
    if (std::move(result).get(field)) return false;
    const auto key = field.key();
    auto& value = field.value();
    bool ok = true;
    if (key == "Action")
      ok = take_text(value, into.action);
    else if (key == "Package")
      ok = take_text(value, into.package);
    else if (key == "Test")
      ok = take_text(value, into.test);
    else if (key == "Output")
      ok = take_text(value, into.output);
    else if (key == "Elapsed")
      ok = value.get_double().get(into.elapsed) == simdjson::SUCCESS;
    else if (key == "ImportPath")
      ok = take_text(value, into.import_path);
    else if (key == "FailedBuild")
      ok = take_text(value, into.failed_build);
    if (!ok) return false;
  }
  return !into.action.empty();
}

}  // namespace

counts test2json(std::string_view bytes) {
  simdjson::ondemand::parser parser;
  test2json_tally tally;
  for_each_line(bytes, [&](std::string_view line) {
    test2json_members event;
    if (read_simdjson_line(parser, line, [&](auto& object) { return read_members(object, event); }))
      tally.add(event);
  });
  return tally.take();
}

}  // namespace covey::bench::COVEY_SIMDJSON_NAMESPACE

#include "bench/parsers/simdjson_readers.hpp"
#include "bench/parsers/events_tally.hpp"
#include "bench/parsers/simdjson_lines.hpp"

namespace covey::bench::COVEY_SIMDJSON_NAMESPACE {
namespace {

namespace ondemand = simdjson::ondemand;

bool read_failure(ondemand::value& from, events_tally& into) {
  ondemand::object object;
  if (from.get_object().get(object)) return false;
  for (auto result : object) {
    ondemand::field field;
    if (std::move(result).get(field)) return false;
    const auto key = field.key();
    std::string_view text;
    if (key == "line") {
      std::uint64_t line = 0;
      if (field.value().get_uint64().get(line)) return false;
      into.add_line(line);
    } else if (key == "message" || key == "diff" || key == "expected" || key == "actual") {
      if (!take_text(field.value(), text)) return false;
      into.add_text(text);
    }
  }
  return true;
}

bool read_failures(ondemand::value& from, events_tally& into) {
  ondemand::array all;
  if (from.get_array().get(all)) return false;
  for (auto result : all) {
    ondemand::value one;
    if (std::move(result).get(one) || !read_failure(one, into)) return false;
  }
  return true;
}

// What tells how an event counts; the rest of it goes to the tally at once.
struct event_head {
  std::string_view type, outcome;
  double milliseconds = 0;
};

bool read_member(ondemand::field& field, event_head& head, events_tally& into) {
  const auto key = field.key();
  auto& value = field.value();
  std::string_view text;
  std::uint64_t line = 0;
  if (key == "e") return take_text(value, head.type);
  if (key == "outcome") return take_text(value, head.outcome);
  if (key == "ms") return value.get_double().get(head.milliseconds) == simdjson::SUCCESS;
  if (key == "group" || key == "name" || key == "key") {
    const bool ok = take_text(value, text);
    into.add_name(text);
    return ok;
  }
  if (key == "output") {
    const bool ok = take_text(value, text);
    into.add_text(text);
    return ok;
  }
  if (key == "line") {
    const bool ok = value.get_uint64().get(line) == simdjson::SUCCESS;
    into.add_line(line);
    return ok;
  }
  if (key == "failures") return read_failures(value, into);
  if (key == "failure") return read_failure(value, into);
  return true;
}

}  // namespace

counts events(std::string_view bytes) {
  ondemand::parser parser;
  events_tally tally;
  for_each_line(bytes, [&](std::string_view line) {
    event_head head;
    const auto read = [&](ondemand::object& object) {
      for (auto result : object) {
        ondemand::field field;
        if (std::move(result).get(field) || !read_member(field, head, tally)) return false;
      }
      return !head.type.empty();
    };
    if (read_simdjson_line(parser, line, read)) tally.add(head.type, head.outcome, head.milliseconds);
  });
  return tally.take();
}

}  // namespace covey::bench::COVEY_SIMDJSON_NAMESPACE

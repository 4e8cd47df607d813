// Events of the private channel, read whole and byte by byte.
#pragma once

#include "parsers/events/event_output.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

namespace covey::parsers::testing::events {

inline constexpr run_ending good{run_ending::kind_type::exited, 0, false, false};

inline run_ending exited(int code) {
  return {run_ending::kind_type::exited, code, false, false};
}

inline event_output_options options() {
  event_output_options out;
  out.root = "/w";
  out.separator = "::";
  out.runner = "pytest";
  return out;
}

inline run_results read(const std::string& events, const run_ending& ending = good,
                        event_output_options how = options(), const std::string& printed = "") {
  const auto parser = make_event_output(how);
  parser->feed(stream::events, events);
  parser->feed(stream::err, printed);
  auto whole = parser->finish(ending);
  const auto in_pieces = make_event_output(how);
  for (const char byte : events) in_pieces->feed(stream::events, {&byte, 1});
  in_pieces->feed(stream::err, printed);
  const auto other = in_pieces->finish(ending);
  BOOST_TEST(whole.failures.size() == other.failures.size());
  BOOST_TEST((whole.totals == other.totals));
  return whole;
}

inline failure wanted(std::string group, std::string name, std::string key = "") {
  failure out;
  out.id = {std::move(group), std::move(name), "::"};
  out.key = std::move(key);
  return out;
}

inline const std::string start = R"({"e":"start","runner":"pytest","version":"9.1"})"
                                 "\n";
inline const std::string end = R"({"e":"end"})"
                               "\n";
inline const std::string green =
    R"({"e":"begin","group":"t.py","name":"test_a"})"
    "\n"
    R"({"e":"report","group":"t.py","name":"test_a","outcome":"passed","ms":1.6})"
    "\n";
inline const std::string red =
    R"({"e":"begin","group":"t.py","name":"test_b"})"
    "\n"
    R"({"e":"report","group":"t.py","name":"test_b","key":"k","outcome":"failed","failures":[{"kind":"assertion",)"
    R"("message":"assert 3 == 2","file":"/w/t.py","line":7,"expected":"2","actual":"3"}]})"
    "\n";

}  // namespace covey::parsers::testing::events

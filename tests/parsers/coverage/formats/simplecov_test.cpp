#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/json_report.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
extern const coverage_format simplecov_format;
}

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

coverage_report recording(const std::string& name) {
  const auto bytes = recorded("fixtures/coverage/simplecov/" + name + ".json");
  any_report_parser reader;
  reader.feed(bytes);
  auto out = reader.finish();
  BOOST_REQUIRE(std::holds_alternative<coverage_report>(out));
  BOOST_TEST(std::get<coverage_report>(out).format == "SimpleCov JSON");
  for (const std::size_t piece : {1u, 7u, 1000u})
    BOOST_TEST(text_of(read_report(simplecov_format, bytes, piece)) ==
               text_of(std::get<coverage_report>(out)));
  return std::get<coverage_report>(std::move(out));
}

BOOST_AUTO_TEST_SUITE(simplecov_suite)

// SimpleCov says "13 / 21 LOC": of the two lines in `:nocov:`, one of which ran, the file knows nothing.
BOOST_AUTO_TEST_CASE(totals_are_those_of_the_tool_and_the_lines_that_it_was_told_to_ignore) {
  for (const std::string name : {"lines", "branches"}) {
    BOOST_TEST(recorded("fixtures/coverage/simplecov/" + name + ".totals").find(" 13 / 21 LOC") !=
               std::string::npos);
    const auto sum = totals(recording(name).data);
    BOOST_TEST(sum.lines.found == 21u + 2u);
    BOOST_TEST(sum.lines.hit == 13u + 1u);
  }
}

BOOST_AUTO_TEST_CASE(the_runs_of_several_commands_are_added) {
  const auto report = recording("branches");
  BOOST_TEST(report.diagnostics.empty());
  BOOST_TEST(
      text_of(report) ==
      "/w/lib/prices.rb: 3=2 4=2 5=1 6=1 7=2 8=1 10=1 13=1 16=2 17=2 18=1 19=1 20=0 25=2 26=0 30=2 31=0,"
      " 7/0/0=1 7/0/1=1 17/3/0=1 17/3/1=1 17/3/2=0 31/7/0=- 31/7/1=-;"
      " /w/lib/unused.rb: 1=0 2=0 3=0 5=0 6=0 7=0");
}

struct odd_case {
  std::string_view about;
  std::string_view bytes;
  std::string_view text;
};

BOOST_AUTO_TEST_CASE(what_is_odd_costs_no_more_than_itself) {
  const odd_case cases[] = {
      {"lists of counts, as before 0.18", R"({"RSpec":{"coverage":{"/a.rb":[null,1,0]},"timestamp":1}})",
       "/a.rb: 2=1 3=0"},
      {"no counts", R"({"RSpec":{"coverage":{"/a.rb":{"lines":[null,"ignored",1]}}}})",
       "/a.rb: 3=1 ! 1 x a count that is no number, left out (/a.rb)"},
      {"a file without lines", R"({"RSpec":{"coverage":{"/a.rb":{"lines":[1]},"/b.rb":{},"/c.rb":7}}})",
       "/a.rb: 1=1 ! 2 x a file without its lines, left out (/b.rb)"},
      {"odd branches",
       R"({"RSpec":{"coverage":{"/a.rb":{"lines":[1],"branches":{"[:if, 0]":{"[:then, 1]":1},"if":{},)"
       R"("[:if, 0, 0, 1]":{},"[:if, 1, 1, 1, 1, 2]":{"[:then, 2]":1,"[:else, 3]":0}}}}}})",
       "/a.rb: 1=1, 1/1/0=1 1/1/1=0 ! 3 x a branch that does not read, left out (/a.rb)"},
      {"no code to one command, and not run by the other",
       R"({"a":{"coverage":{"/a.rb":{"lines":[1,null,0,2]}}},"b":{"coverage":{"/a.rb":{"lines":[0,0,0,null]}}},)"
       R"("c":{"coverage":{"/a.rb":{"lines":[0,0,0,0]}}}})",
       "/a.rb: 1=1 3=0 4=2"},
  };
  for (const auto& [about, bytes, text] : cases) {
    BOOST_TEST_CONTEXT(about) {
      BOOST_TEST(text_of(simplecov_format, bytes) == text);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_beginning_keeps_the_files_that_are_whole) {
  check_beginnings(simplecov_format, recorded("fixtures/coverage/simplecov/branches.json"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/json_report.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
extern const coverage_format istanbul_format;
}

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

coverage_report recording(const std::string& name) {
  const auto bytes = recorded("fixtures/coverage/istanbul/" + name + ".json");
  any_report_parser reader;
  reader.feed(bytes);
  auto out = reader.finish();
  BOOST_REQUIRE(std::holds_alternative<coverage_report>(out));
  BOOST_TEST(std::get<coverage_report>(out).format == "Istanbul JSON");
  for (const std::size_t piece : {1u, 2u, 7u, 1000u})
    BOOST_TEST(text_of(read_report(istanbul_format, bytes, piece)) ==
               text_of(std::get<coverage_report>(out)));
  return std::get<coverage_report>(std::move(out));
}

BOOST_AUTO_TEST_SUITE(istanbul_suite)

BOOST_AUTO_TEST_CASE(totals_are_those_of_each_tool) {
  for (const std::string name : {"nyc", "nyc15", "c8-12", "jest-30", "vitest-istanbul-3", "vitest-v8-1",
                                 "vitest-v8-3", "vitest-v8-4"}) {
    const auto report = recording(name);
    BOOST_TEST(report.diagnostics.empty());
    const auto own = boost::json::parse(recorded("fixtures/coverage/istanbul/" + name + ".summary.json"));
    for (const auto& [path, summary] : own.as_object()) {
      if (path == "total") continue;
      const auto file = report.data.files.find(path);
      BOOST_REQUIRE(file != report.data.files.end());
      const auto number = [&, &all = summary](const char* what, const char* which) {
        return static_cast<std::uint64_t>(all.at(what).at(which).as_int64());
      };
      BOOST_TEST_CONTEXT(name << " " << path)
      BOOST_TEST(totals_text(totals(file->second)) ==
                 totals_text(number("lines", "total"), number("lines", "covered"),
                             number("branches", "total"), number("branches", "covered"),
                             number("functions", "total"), number("functions", "covered")));
    }
    BOOST_TEST(report.data.files.size() + 1 == own.as_object().size());
  }
}

BOOST_AUTO_TEST_CASE(recorded_lines_branches_and_functions) {
  const auto text = text_of(recording("nyc"));
  BOOST_TEST(text.starts_with("/w/lib/prices.js: 3=1 7=3 "));
  BOOST_TEST(text.find(" 30/5/0=- 30/5/1=- 38/6/0=0 ") != std::string::npos);
  BOOST_TEST(text.find(", (anonymous_0)@6-9=3 (anonymous_1)@11-11=3 ") != std::string::npos);
  BOOST_TEST(text.find(" kindOf@37-46=2; /w/lib/unused.js: 1=0, 1/0/0=- 1/0/1=-, never@1-1=0") !=
             std::string::npos);
}

std::string read(std::string_view bytes) {
  return text_of(istanbul_format, bytes);
}

struct file_case {
  std::string_view name;
  std::string_view file;  // what follows "statementMap" in the value of "a"
  std::string_view wanted;
};

constexpr std::string_view map_of_two =
    R"({"0":{"start":{"line":1,"column":0},"end":{"line":9,"column":null}},"1":{"start":{"line":2}}})";

BOOST_AUTO_TEST_CASE(lines_take_the_highest_count_of_the_statements_that_begin_there) {
  const std::vector<file_case> table = {
      {"one", R"({"0":{"start":{"line":3},"end":{"line":5}}},"s":{"0":2})", "a: 3=2"},
      {"the highest wins",
       R"({"0":{"start":{"line":3}},"1":{"start":{"line":3}},"2":{"start":{"line":1}}},"s":{"0":2,"1":7,"2":0})",
       "a: 1=0 3=7"},
      {"a statement that is not in the map", R"({"0":{"start":{"line":3}}},"s":{"0":2,"1":7})",
       "a: 3=2 ! 1 x an entry of the maps that has no line, left out (a)"},
      {"a statement that has no count", R"({"0":{"start":{"line":3}},"1":{"start":{"line":4}}},"s":{"1":7})",
       "a: 4=7"},
      {"no place",
       R"({"0":null,"1":{},"2":{"start":null},"3":{"start":{}},"4":{"start":{"line":null}},"5":{"start":{"line":0}},)"
       R"("6":{"start":{"line":-1}},"7":{"start":{"line":"1"}},"8":{"start":{"line":1e400}},"9":[]},)"
       R"("s":{"0":1,"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1})",
       "a: ! 10 x an entry of the maps that has no line, left out (a)"},
      {"zero with an exponent that makes NaN of it", R"({"0":{"start":{"line":7}}},"s":{"0":0e400})",
       "a: 7=0"},
      {"counts",
       R"({"0":{"start":{"line":1}},"1":{"start":{"line":2}},"2":{"start":{"line":3}},"3":{"start":{"line":4}},"4":{"start":{"line":5}}},)"
       R"("s":{"0":-4,"1":1e3,"2":1e400,"3":18446744073709551615,"4":0.25})",
       "a: 1=0 2=1000 3=1099511627775 4=1099511627775 5=1 ! 1 x a negative count, taken as 0 (a) ! 2 x a "
       "count "
       "over 1099511627775, taken as that (a)"},
      {"counts that are none",
       R"({"0":{"start":{"line":1}},"1":{"start":{"line":2}},"2":{"start":{"line":3}}},"s":{"0":"4","1":null,"2":[1]})",
       "a: ! 3 x a count that is no number, left out (a)"},
      {"maps of other types", R"([],"s":[1],"b":3,"f":"x","branchMap":null,"fnMap":false)", "a:"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name)
  BOOST_TEST(read("{\"a\":{\"statementMap\":" + std::string{one.file} + "}}") == one.wanted);
}

BOOST_AUTO_TEST_CASE(branches_stand_on_the_line_of_their_place) {
  const std::vector<file_case> table = {
      {"two ways",
       R"("branchMap":{"4":{"loc":{"start":{"line":2}},"locations":[{"start":{"line":8}},{"start":{},"end":{}}]}},"b":{"4":[1,0]})",
       "2/4/0=1 2/4/1=0"},
      {"ways of a branch that was not reached",
       R"("branchMap":{"0":{"loc":{"start":{"line":2}}}},"b":{"0":[0,0,0]})", "2/0/0=- 2/0/1=- 2/0/2=-"},
      {"old reports have a line", R"("branchMap":{"0":{"line":3,"locations":[]}},"b":{"0":[5]})", "3/0/0=5"},
      {"a place without a line",
       R"("branchMap":{"0":{"loc":{"start":{"line":null}},"locations":[{"start":null},{"start":{"line":6}}]}},"b":{"0":[5]})",
       "6/0/0=5"},
      {"an id that is no number",
       R"("branchMap":{"x":{"line":3},"9999999999":{"line":3}},"b":{"x":[1],"9999999999":[2]})",
       "3/0/0=1 3/1/0=2"},
      {"a count that is none", R"("branchMap":{"0":{"line":3}},"b":{"0":[1,"x",-2]})",
       "3/0/0=1 3/0/2=0 ! 1 x a count that is no number, left out (a) ! 1 x a negative count, taken as 0 "
       "(a)"},
      {"no place, no counts",
       R"("branchMap":{"0":{"line":3},"1":{"loc":null},"2":7},"b":{"0":3,"1":[1],"2":[1],"3":[1]})",
       "! 1 x a branch without its counts, left out (a) ! 3 x an entry of the maps that has no line, left "
       "out (a)"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) {
      const auto text = std::string{"{\"a\":{\"statementMap\":"} + std::string{map_of_two} +
                        ",\"s\":{\"0\":1}," + std::string{one.file} + "}}";
      const auto separator = one.wanted.starts_with("!") ? " " : ", ";
      BOOST_TEST(read(text) == "a: 1=1" + std::string{separator} + std::string{one.wanted});
    }
}

BOOST_AUTO_TEST_CASE(functions_have_names_of_their_own) {
  const std::vector<file_case> table = {
      {"a function",
       R"("fnMap":{"0":{"name":"f","decl":{"start":{"line":2}},"loc":{"start":{"line":3},"end":{"line":5}}}},"f":{"0":4})",
       ", f@2-5=4"},
      {"one name four times",
       R"("fnMap":{"0":{"name":"f","line":2},"1":{"name":"f","line":3},"2":{"name":"f","decl":{"start":{"line":3,"column":7}}},)"
       R"("3":{"name":"f","decl":{"start":{"line":3,"column":7}}},"4":{"name":"f","decl":{"start":{"line":3,"column":7}}}},"f":{"0":1,"1":2,"2":3,"3":4,"4":5})",
       ", f@2-2=1 f@3@3-3=2 f@3:7@3-3=3 f@3:7#2@3-3=4 f@3:7#3@3-3=5"},
      {"no name",
       R"("fnMap":{"0":{"line":2},"7":{"name":null,"loc":{"start":{"line":4},"end":{"line":1}}}},"f":{"0":1,"7":0})",
       ", (anonymous_0)@2-2=1 (anonymous_7)@4-4=0"},
      {"no place is no harm",
       R"("fnMap":{"0":{"name":"f","decl":null,"loc":{"start":{"line":null}}}},"f":{"0":1})", ", f@0-0=1"},
      {"not in the map", R"("fnMap":{"0":null},"f":{"0":1,"1":1})",
       " ! 2 x an entry of the maps that has no line, left out (a)"},
      {"a count that is none", R"("fnMap":{"0":{"name":"f","line":1}},"f":{"0":"x"})",
       " ! 1 x a count that is no number, left out (a)"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name)
  BOOST_TEST(read(std::string{"{\"a\":{\"statementMap\":"} + std::string{map_of_two} + ",\"s\":{\"0\":1}," +
                  std::string{one.file} + "}}") == "a: 1=1" + std::string{one.wanted});
}

BOOST_AUTO_TEST_CASE(documents_with_something_odd) {
  const std::vector<file_case> table = {
      {"nothing", "{}", ""},
      {"an old report",
       R"({"a":{"data":{"path":"a","statementMap":{"0":{"start":{"line":3}}},"s":{"0":2}}}})", "a: 3=2"},
      {"files that are none",
       R"({"a":1,"b":null,"c":[],"d":{},"e":{"data":[]},"f":{"data":{"s":{}}},"g":"x"})",
       "! 7 x a file without its statements, left out (a)"},
      {"a file twice",
       R"({"a":{"statementMap":{"0":{"start":{"line":3}}},"s":{"0":2}},"a":{"statementMap":{"0":{"start":{"line":3}}},"s":{"0":1}}})",
       "a: 3=3"},
      {"source maps are not kept",
       R"({"a":{"inputSourceMap":{"mappings":"AAAA"},"statementMap":{"0":{"start":{"line":3}}},"s":{"0":2}}})",
       "a: 3=2"},
      {"a name that is no UTF-8",
       "{\"\xe9\":{\"statementMap\":{\"0\":{\"start\":{\"line\":3}}},\"s\":{\"0\":2},\"fnMap\":{\"0\":{"
       "\"name\":\"\xff\"}},\"f\":{\"0\":1}}}",
       "\xef\xbf\xbd: 3=2, \xef\xbf\xbd@0-0=1"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read(one.file) == one.wanted);
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_its_files) {
  check_beginnings(istanbul_format,
                   "{\n\"a\": {\"statementMap\": {\"0\": {\"start\": {\"line\": 3}}},\n\"s\": {\"0\": 2}},\n"
                   "\"b\": {\"statementMap\": {}, \"s\": {}}\n}\n");
}

BOOST_AUTO_TEST_CASE(it_is_told_from_other_json) {
  const auto is = istanbul_format.recognises;
  BOOST_TEST(is(R"({"/w/a.js": {"path":"/w/a.js","all":true,"statementMap":{)"));
  BOOST_TEST(is("{\n \"/w/a.js\": {\n  \"data\": {\n   \"path\": \"/w/a.js\",\n   \"statementMap\": {"));
  BOOST_TEST(!is(R"({"statementMap":{"0":1}})"));
  BOOST_TEST(!is(R"({"a":"statementMap","b":["statementMap"]})"));
  BOOST_TEST(!is(R"({"name":"x","version":"1","dependencies":{"nyc":"1"}})"));
  BOOST_TEST(!is(R"({"result":[{"scriptId":"1","url":"a","functions":[{"statementMap":1}]}]})"));
  BOOST_TEST(!is("{}"));
  for (const std::string other : {"coverage_py/7.17.json", "llvm_cov/cpp-14.json"})
    BOOST_TEST(!is(std::string_view{recorded("fixtures/coverage/" + other)}.substr(0, format_head)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

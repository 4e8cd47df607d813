#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/json_report.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
extern const coverage_format coverage_py_format;
}

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

std::string read(std::string_view bytes) {
  return text_of(coverage_py_format, bytes);
}

coverage_report recording(const std::string& name) {
  const auto bytes = recorded("fixtures/coverage/coverage_py/" + name + ".json");
  any_report_parser reader;
  reader.feed(bytes);
  auto out = reader.finish();
  BOOST_REQUIRE(std::holds_alternative<coverage_report>(out));
  BOOST_TEST(std::get<coverage_report>(out).format == "coverage.py JSON");
  for (const std::size_t piece : {1u, 2u, 7u, 1000u})
    BOOST_TEST(text_of(read_report(coverage_py_format, bytes, piece)) ==
               text_of(std::get<coverage_report>(out)));
  return std::get<coverage_report>(std::move(out));
}

// "LINES/HIT BRANCHES/HIT" that coverage.py itself counts in a file.
std::string own_totals(const std::string& name, const std::string& file) {
  const auto all = boost::json::parse(recorded("fixtures/coverage/coverage_py/" + name + ".json"));
  const auto& summary = all.at("files").at(file).at("summary").as_object();
  const auto number = [&](std::string_view key) {
    return summary.contains(key) ? std::to_string(summary.at(key).as_int64()) : std::string{"0"};
  };
  return number("num_statements") + "/" + number("covered_lines") + " " + number("num_branches") + "/" +
         number("covered_branches");
}

std::string read_totals(const coverage_report& report, const std::string& file) {
  const auto of = totals(report.data.files.at(file));
  return std::to_string(of.lines.found) + "/" + std::to_string(of.lines.hit) + " " +
         std::to_string(of.branches.found) + "/" + std::to_string(of.branches.hit);
}

BOOST_AUTO_TEST_SUITE(coverage_py_suite)

BOOST_AUTO_TEST_CASE(totals_are_those_of_coverage_py) {
  for (const std::string name :
       {"6.5", "6.5-branch", "7.6", "7.6-branch", "7.12-sysmon", "7.17", "7.17-branch"}) {
    const auto report = recording(name);
    BOOST_TEST(report.data.files.size() == 4u);
    BOOST_TEST(report.diagnostics.size() == (name.starts_with("7.17") ? 0u : 1u));
    for (const std::string file : {"main.py", "shop/__init__.py", "shop/prices.py", "shop/unused.py"}) {
      BOOST_TEST_CONTEXT(name << " " << file)
      BOOST_TEST(read_totals(report, file) == own_totals(name, file));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_modules_docstring_among_the_executed_lines_is_left_out) {
  for (const std::string name : {"6.5", "7.6", "7.12-sysmon"}) {
    const auto report = recording(name);
    const auto& lines = report.data.files.at("shop/prices.py").lines;
    BOOST_TEST_CONTEXT(name) BOOST_TEST(lines.begin()->line == 3u);
  }
}

BOOST_AUTO_TEST_CASE(recorded_lines_branches_and_functions) {
  const auto report = recording("7.17-branch");
  const auto& file = report.data.files.at("shop/prices.py");
  const auto hits = [&](std::uint32_t line) {
    for (const auto& one : file.lines)
      if (one.line == line) return static_cast<int>(one.hits);
    return -1;
  };
  BOOST_TEST(hits(10) == 1);
  BOOST_TEST(hits(11) == 0);
  BOOST_TEST(hits(1) == -1);   // a docstring
  BOOST_TEST(hits(23) == -1);  // excluded
  const auto text = text_of(report);
  BOOST_TEST(text.find(" 10/0/jump to line 11=0 10/0/jump to line 12=1 ") != std::string::npos);
  BOOST_TEST(text.find(" 44/0/jump to line 45=- 44/0/jump to line 49=- ") != std::string::npos);
  BOOST_TEST(text.find(" 67/0/jump to line 68=1 67/0/pragma: no branch=1 ") != std::string::npos);
  BOOST_TEST(text.find(" 71/0/jump to line 72=0 71/0/exit of line 1=1,") != std::string::npos);
  BOOST_TEST(
      text.find(", Price.__init__@9-13=1 Price.gross@15-21=1 Price.gross.rounded@18-19=1 total@27-36=1 "
                "first_dear@39-40=1 never@43-54=0 kind_of@57-63=1 debug@66-68=1;") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(functions_before_they_had_a_start_begin_with_their_first_statement) {
  BOOST_TEST(text_of(recording("7.6")).find(", Price.__init__@10-13=1 ") != std::string::npos);
  BOOST_TEST(recording("6.5").data.files.at("shop/prices.py").functions.empty());
}

struct file_case {
  std::string_view name;
  std::string_view file;  // the value in "files"
  std::string_view wanted;
};

BOOST_AUTO_TEST_CASE(files_with_something_odd) {
  const std::vector<file_case> table = {
      {"lists in any order, with repeats", R"({"executed_lines":[3,1,3],"missing_lines":[2,1]})",
       "a: 1=1 2=0 3=1"},
      {"only one list", R"({"missing_lines":[2]})", "a: 2=0"},
      {"excluded lines are no lines", R"({"executed_lines":[1,2],"missing_lines":[3],"excluded_lines":[2]})",
       "a: 1=1 3=0"},
      {"line 0 of an empty module", R"({"executed_lines":[0],"missing_lines":[]})", "a:"},
      {"lines that are none", R"({"executed_lines":[-1,"1",null,1.5,[2],{},true,1e400,16777216,4]})",
       "a: 4=1 ! 9 x a line that is no number from 1 to 16777215, left out (a)"},
      {"the highest line, a whole double", R"({"executed_lines":[16777215,2.0]})", "a: 2=1 16777215=1"},
      {"huge numbers", R"({"executed_lines":[99999999999999999999,18446744073709551615,1]})",
       "a: 1=1 ! 2 x a line that is no number from 1 to 16777215, left out (a)"},
      {"no list", R"({"executed_lines":"1","missing_lines":{"1":2}})", "a:"},
      {"no object", "[1]", "! 1 x a file without its lines, left out (a)"},
      {"no lists", R"({"summary":{}})", "! 1 x a file without its lines, left out (a)"},
      {"branches",
       R"({"executed_lines":[1],"executed_branches":[[1,2],[1,2]],"missing_branches":[[1,-1],[3,4]]})",
       "a: 1=1, 1/0/jump to line 2=1 1/0/exit of line 1=0 3/0/jump to line 4=-"},
      {"a way both executed and missing",
       R"({"executed_lines":[1],"executed_branches":[[1,2]],"missing_branches":[[1,2]]})",
       "a: 1=1, 1/0/jump to line 2=1"},
      {"branches that are none",
       R"({"executed_lines":[1],"executed_branches":[1,[1],[1,2,3],[0,1],[-1,2],[1,0],["1",2],[1,"2"],[1,null],[1,-16777216],[1,1e400],{}]})",
       "a: 1=1 ! 12 x a branch that is no pair of lines, left out (a)"},
      {"no more excluded ways than are counted",
       R"({"executed_lines":[1,5,7],"executed_branches":[[1,2],[5,6],[7,8]],"summary":{"num_branches":5}})",
       "a: 1=1 5=1 7=1, 1/0/jump to line 2=1 1/0/pragma: no branch=1 5/0/jump to line 6=1 5/0/pragma: no "
       "branch=1 "
       "7/0/jump to line 8=1"},
      {"loops within a line that are not counted",
       R"({"executed_lines":[1,2,3],"executed_branches":[[1,1],[1,2],[2,2],[2,3],[3,3]],"missing_branches":[[1,-1]],"summary":{"num_branches":4}})",
       "a: 1=1 2=1 3=1, 1/0/jump to line 2=1 1/0/exit of line 1=0 2/0/jump to line 3=1 3/0/jump to line 3=1"},
      {"a count of branches beyond reason",
       R"({"executed_lines":[1],"executed_branches":[[1,2]],"summary":{"num_branches":1e300}})",
       "a: 1=1, 1/0/jump to line 2=1"},
      {"functions",
       R"({"executed_lines":[1],"functions":{"":{"executed_lines":[1]},"f":{"missing_lines":[3],"start_line":2},)"
       R"("g":{"executed_lines":[5],"start_line":"4"},"h":{"executed_lines":[]},"i":7,"f":{"executed_lines":[9]}}})",
       "a: 1=1, f@9-9=1 g@5-5=1 ! 1 x a function that is no object, left out (a)"},
      {"a function that begins after its lines",
       R"({"executed_lines":[1],"functions":{"f":{"executed_lines":[3],"start_line":9}}})",
       "a: 1=1, f@3-3=1"},
      // """M""" / class A: / """A""" / x = 1 / class B: / """B""" / def f(self): return 1
      {"docstrings of a module and of classes",
       R"({"executed_lines":[1,3,4,6,8,9,11,12],"missing_lines":[14],"functions":{"B.f":{"executed_lines":[12]}},)"
       R"("summary":{"covered_lines":5,"num_statements":6}})",
       "a: 3=1 6=1 8=1 11=1 12=1 14=0, B.f@12-12=1 ! 1 x a file with executed lines that are no statements (docstrings); as "
       "many as coverage.py does not count are left out, but it does not say which (a)"},
      {"statements for certain are no docstrings",
       R"({"executed_lines":[1,2,4],"missing_lines":[],"executed_branches":[[1,2]],)"
       R"("functions":{"f":{"executed_lines":[2]}},"summary":{"covered_lines":2,"num_statements":2}})",
       "a: 1=1 2=1, 1/0/jump to line 2=1, f@2-2=1 ! 1 x a file with executed lines that are no statements (docstrings); as "
       "many as coverage.py does not count are left out, but it does not say which (a)"},
      {"a first line without room behind it is code first",
       R"({"executed_lines":[1,2,4,5,7],"missing_lines":[],"summary":{"covered_lines":4,"num_statements":4}})",
       "a: 1=1 4=1 5=1 7=1 ! 1 x a file with executed lines that are no statements (docstrings); as many as "
       "coverage.py does not count are left out, but it does not say which (a)"},
      {"a line that is listed twice is no docstring",
       R"({"executed_lines":[1,1,2],"missing_lines":[],"summary":{"covered_lines":2,"num_statements":2}})",
       "a: 1=1 2=1"},
      {"a summary that does not go with the lists",
       R"({"executed_lines":[1,2],"missing_lines":[3],"summary":{"covered_lines":1,"num_statements":9}})",
       "a: 1=1 2=1 3=0"},
      {"contexts and classes are not looked at",
       R"({"executed_lines":[1],"contexts":{"1":["a"]},"classes":5})", "a: 1=1"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name)
  BOOST_TEST(read("{\"meta\":{},\"files\":{\"a\":" + std::string{one.file} + "}}") == one.wanted);
}

BOOST_AUTO_TEST_CASE(documents_with_something_odd) {
  const std::vector<file_case> table = {
      {"no files", R"({"meta":{"branch_coverage":true}})", ""},
      {"files that are a list", R"({"files":[{"executed_lines":[1]}]})", ""},
      {"a file twice", R"({"files":{"a":{"executed_lines":[1]},"a":{"missing_lines":[1,2]}}})", "a: 1=1 2=0"},
      {"names with escapes", R"({"files":{"C:\\a\u00e9.py":{"executed_lines":[1]}}})",
       "C:\\a\xc3\xa9.py: 1=1"},
      {"names that are no UTF-8", "{\"files\":{\"a\xff\":{\"executed_lines\":[1,0.5]}}}",
       "a\xef\xbf\xbd: 1=1 ! 1 x a line that is no number from 1 to 16777215, left out (a\xef\xbf\xbd)"},
      {"a name written by surrogateescape", R"({"files":{"a\udcff":{"executed_lines":[1]}}})",
       "a\xef\xbf\xbd: 1=1"},
      {"text after the end", "{\"files\":{\"a\":{\"executed_lines\":[1]}}}\nx",
       "a: 1=1 ! 1 x text after the end of the JSON (line 2)"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read(one.file) == one.wanted);
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_its_files) {
  check_beginnings(
      coverage_py_format,
      "{\n \"meta\": {},\n \"files\": {\n  \"a\": {\"executed_lines\": [1],\n \"functions\": {\"f\": "
      "{\"missing_lines\": [3]}}},\n  \"b\\u00e9\": {\"missing_lines\": [2]}\n }\n}\n");
}

BOOST_AUTO_TEST_CASE(it_is_told_from_other_json) {
  const auto is = coverage_py_format.recognises;
  BOOST_TEST(is(R"({"meta":{"version":"7.6","branch_coverage":false)"));
  BOOST_TEST(is("{\n    \"meta\": {\n        \"format\": 3,\n        \"branch_coverage\": true,\n"));
  BOOST_TEST(is(R"({"files":{"a":{"excluded_lines":[],"executed_lines":[)"));
  BOOST_TEST(!is(R"({"name":"x","files":["lib"],"meta":{}})"));
  BOOST_TEST(!is(R"({"branch_coverage":true})"));
  BOOST_TEST(!is(R"({"result":[{"scriptId":"1","functions":[]}]})"));
  BOOST_TEST(!is("{"));
  for (const std::string other : {"istanbul/nyc.json", "llvm_cov/cpp-14.json"})
    BOOST_TEST(!is(std::string_view{recorded("fixtures/coverage/" + other)}.substr(0, format_head)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

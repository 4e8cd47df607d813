#include "parsers/coverage/formats/any_report.hpp"
#include "tests/parsers/coverage/formats/json_report.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
extern const coverage_format llvm_cov_format;
}

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

coverage_report recording(const std::string& name) {
  const auto bytes = recorded("fixtures/coverage/llvm_cov/" + name + ".json");
  any_report_parser reader;
  reader.feed(bytes);
  auto out = reader.finish();
  BOOST_REQUIRE(std::holds_alternative<coverage_report>(out));
  BOOST_TEST(std::get<coverage_report>(out).format == "llvm-cov JSON");
  BOOST_TEST(std::get<coverage_report>(out).diagnostics.empty());
  for (const std::size_t piece : {1u, 2u, 7u, 1000u})
    BOOST_TEST(text_of(read_report(llvm_cov_format, bytes, piece)) ==
               text_of(std::get<coverage_report>(out)));
  return std::get<coverage_report>(std::move(out));
}

BOOST_AUTO_TEST_SUITE(llvm_cov_suite)

BOOST_AUTO_TEST_CASE(lines_are_those_of_llvm_covs_own_lcov) {
  for (const std::string name : {"cpp-14", "cpp-22", "rust-22"}) {
    const auto report = recording(name);
    const auto lcov = read_report(lcov_format, recorded("fixtures/coverage/llvm_cov/" + name + ".lcov"));
    BOOST_TEST(report.data.files.size() == lcov.data.files.size());
    for (const auto& [path, file] : lcov.data.files) {
      const auto own = report.data.files.find(path);
      BOOST_REQUIRE(own != report.data.files.end());
      BOOST_TEST_CONTEXT(name << " " << path) {
        BOOST_TEST(!file.lines.empty());
        BOOST_TEST((own->second.lines == file.lines));
      }
    }
  }
}

struct totals_case {
  std::string_view recording;
  std::string_view file;
  // Lines that the summary counts more (in lambdas and closures) or less (in macros), found and hit.
  int more_lines = 0;
  int more_lines_hit = 0;
  int more_branches_hit = 0;  // ways that only different instantiations of a template took
};

BOOST_AUTO_TEST_CASE(totals_are_those_of_the_summary) {
  const std::vector<totals_case> table = {{"cpp-14", "/w/main.cpp"},
                                          {"cpp-14", "/w/prices.cpp", -3, -3},
                                          {"cpp-14", "/w/prices.hpp", 5, 5, 1},
                                          {"cpp-22", "/w/main.cpp"},
                                          {"cpp-22", "/w/prices.cpp", -3, -3},
                                          {"cpp-22", "/w/prices.hpp", 5, 5, 1},
                                          {"rust-22", "/w/src/main.rs", -3, -1}};
  for (const auto& one : table) {
    const std::string name{one.recording};
    const auto all = boost::json::parse(recorded("fixtures/coverage/llvm_cov/" + name + ".json"));
    for (const auto& file : all.at("data").at(0).at("files").as_array()) {
      if (file.at("filename").as_string() != one.file) continue;
      const auto number = [&](const char* what, const char* which, int more) {
        return static_cast<std::uint64_t>(file.at("summary").at(what).at(which).as_int64() + more);
      };
      const auto report = recording(name);
      BOOST_TEST_CONTEXT(name << " " << one.file)
      BOOST_TEST(totals_text(totals(report.data.files.find(one.file)->second)) ==
                 totals_text(number("lines", "count", one.more_lines),
                             number("lines", "covered", one.more_lines_hit), number("branches", "count", 0),
                             number("branches", "covered", one.more_branches_hit),
                             number("functions", "count", 0), number("functions", "covered", 0)));
    }
  }
}

BOOST_AUTO_TEST_CASE(branches_in_macros_stand_where_the_macro_is_used) {
  const auto text = text_of(recording("cpp-14"));
  BOOST_TEST(text.find("/w/prices.cpp:") != std::string::npos);
  BOOST_TEST(text.find(", 5/3/0=2 5/3/1=1 5/3/2=0 5/3/3=1 11/12/0=1 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(instantiations_of_a_template_are_one_function) {
  const auto report = recording("cpp-14");
  const auto text = text_of(report);
  BOOST_TEST(report.data.files.at("/w/prices.hpp").functions.size() == 4u);
  BOOST_TEST(text.find(" _Z6largerIiET_S0_S0_@16-19=4 ") != std::string::npos);
  BOOST_TEST(text.find(" _ZN3boxIiEC2Ei@29-29=2 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(functions_of_rust_end_with_their_last_region) {
  BOOST_TEST(text_of(recording("rust-22")).find("4main5total@41-48=1 ") != std::string::npos);
}

std::string file_of(std::string_view segments, std::string_view more = {}) {
  return R"({"filename":"a","segments":)" + std::string{segments} + std::string{more} + "}";
}
std::string report_of(std::string_view files, std::string_view functions = "[]") {
  return R"({"data":[{"files":[)" + std::string{files} + R"(],"functions":)" + std::string{functions} +
         R"(,"totals":{}}],"type":"llvm.coverage.json.export","version":"2.0.1"})";
}

std::string read(std::string_view bytes) {
  return text_of(llvm_cov_format, bytes);
}

struct part_case {
  std::string_view name;
  std::string_view part;
  std::string_view wanted;
};

BOOST_AUTO_TEST_CASE(lines_from_segments) {
  const std::vector<part_case> table = {
      {"none", "[]", "a:"},
      {"a region over lines", "[[2,1,5,true,true,false],[4,2,0,false,false,false]]", "a: 2=5 3=5 4=5"},
      {"five parts", "[[2,1,5,true,true],[3,2,0,false,false]]", "a: 2=5 3=5"},
      {"flags as numbers", "[[2,1,5,1,1],[3,2,0,0,0]]", "a: 2=5 3=5"},
      {"the highest entry of a line",
       "[[1,1,2,true,true,false],[1,5,9,true,true,false],[1,7,2,true,false,false],[2,1,0,false,false,false]]",
       "a: 1=9 2=2"},
      {"the end of a region is no entry",
       "[[1,1,2,true,true,false],[2,5,9,true,false,false],[3,1,0,false,false,false]]", "a: 1=2 2=2 3=9"},
      {"a gap gives no count",
       "[[1,1,2,true,true,false],[1,5,7,true,true,true],[2,2,1,true,true,false],[2,9,0,false,false,false]]",
       "a: 1=2 2=7"},
      {"a gap alone", "[[1,1,7,true,true,true],[2,1,0,false,false,false]]", "a: 1=0 2=7"},
      {"a skipped region",
       "[[1,1,2,true,true,false],[3,1,0,false,true,false],[5,1,2,true,false,false],[6,1,0,false,false,false]"
       "]",
       "a: 1=2 2=2 6=2"},
      {"code on a line that begins with a skipped region",
       "[[3,1,0,false,true,false],[3,5,4,true,true,false],[3,9,0,false,false,false]]", "a: 3=4"},
      {"between functions",
       "[[1,1,1,true,true,false],[2,2,0,false,false,false],[5,1,3,true,true,false],[6,2,0,false,false,false]"
       "]",
       "a: 1=1 2=1 5=3 6=3"},
      {"out of order", "[[4,2,0,false,false,false],[2,1,5,true,true,false]]", "a: 2=5 3=5 4=5"},
      {"counts",
       "[[1,1,-4,true,true],[2,1,1e3,true,true],[3,1,9223372036854775807,true,true],[4,1,1e400,true,true],[5,"
       "1,0,false,false]]",
       "a: 1=0 2=1000 3=1099511627775 4=1099511627775 5=1099511627775 ! 1 x a negative count, taken as 0 "
       "(a) ! 2 x a count over 1099511627775, taken as that (a)"},
      {"segments that are none",
       R"([1,null,[],[1,2,3,true],["1",1,1,true,true],[0,1,1,true,true],[-1,1,1,true,true],[16777216,1,1,true,true],{},[1,1,1,true,true]])",
       "a: 1=1 ! 9 x a segment that is no list of numbers, left out (a)"},
      {"a count that is none", R"([[1,1,"x",true,true],[2,1,1,true,true]])",
       "a: 2=1 ! 1 x a count that is no number, left out (a)"},
      {"columns and flags of other types", R"([[1,null,1,true,true],[2,"x",1,"true",null]])", "a: 1=1 2=1"},
      {"no list", R"({"1":2})", "a:"}};
  for (const auto& one : table)
    BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read(report_of(file_of(one.part))) == one.wanted);
}

BOOST_AUTO_TEST_CASE(branches_of_files) {
  const std::vector<part_case> table = {
      {"two ways", "[[2,3,2,9,4,0,0,0,4]]", "2/3/0=4 2/3/1=0"},
      {"several on a line", "[[2,9,2,12,1,1,0,0,4],[2,3,2,7,1,0,0,0,4]]", "2/3/0=1 2/3/1=0 2/9/0=1 2/9/1=1"},
      {"two that begin at one place", "[[2,3,2,9,1,0,0,0,4],[2,3,2,7,0,1,0,0,4]]",
       "2/3/0=0 2/3/1=1 2/3/2=1 2/3/3=0"},
      {"instantiations are added", "[[2,3,2,7,1,0,0,0,4],[2,3,2,7,0,5,0,0,4]]", "2/3/0=1 2/3/1=5"},
      {"a constant has none", "[[2,3,2,7,0,0,0,0,4]]", ""},
      {"what did not run", "[[7,3,7,7,0,0,0,0,4]]", "7/3/0=- 7/3/1=-"},
      {"a macro that the file defines", "[[2,3,2,9,4,0,1,0,4]]", ""},
      {"six parts do", "[[2,3,2,9,4,0]]", "2/3/0=4 2/3/1=0"},
      {"branches that are none", R"([1,[],[2,3,2,9,4],["2",3,2,9,4,0],[2,3,0,9,4,0],{}])",
       "! 6 x a branch that is no list of numbers, left out (a)"},
      {"counts that are none", R"([[2,3,2,9,"4",0],[2,3,2,9,1,-1]])",
       "2/3/0=1 2/3/1=0 ! 1 x a count that is no number, left out (a) ! 1 x a negative count, taken as 0 "
       "(a)"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) {
      const auto file = file_of("[[2,1,5,true,true,false],[2,20,0,false,false,false]]",
                                ",\"branches\":" + std::string{one.part});
      const std::string separator = one.wanted.empty() ? "" : one.wanted.starts_with("!") ? " " : ", ";
      BOOST_TEST(read(report_of(file)) == "a: 2=5" + separator + std::string{one.wanted});
    }
}

BOOST_AUTO_TEST_CASE(functions) {
  const std::vector<part_case> table = {
      {"one", R"([{"name":"f","count":3,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}])", ", f@1-4=3"},
      {"instantiations",
       R"([{"name":"f1","count":3,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]},)"
       R"({"name":"f2","count":4,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}])",
       ", f1@1-4=7"},
      {"one name at two places",
       R"([{"name":"f","count":3,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]},)"
       R"({"name":"f","count":4,"filenames":["a"],"regions":[[5,1,6,2,3,0,0,0]]}])",
       ", f@1-4=3 f@5@5-6=4"},
      {"of a file that is left out",
       R"([{"name":"f","count":3,"filenames":["b"],"regions":[[1,1,4,2,3,0,0,0]]}])", ""},
      {"its body in another file than its first",
       R"([{"name":"f","count":3,"filenames":["b","a"],"regions":[[9,1,9,2,3,0,0,0],[1,1,4,2,3,1,0,0],[3,1,3,4,3,1,0,1]]}])",
       ", f@1-4=3"},
      {"counts saturate",
       R"([{"name":"f","count":9223372036854775807,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]},)"
       R"({"name":"g","count":1e400,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}])",
       ", f@1-4=1099511627775 ! 2 x a count over 1099511627775, taken as that (f)"},
      {"no count", R"([{"name":"f","filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}])", ", f@1-4=0"},
      {"functions that are none",
       R"([1,{},{"name":"g"},{"name":"h","filenames":["a"]},{"name":"i","regions":[[1,1,4,2,3,0,0,0]]},)"
       R"({"name":"j","filenames":[1],"regions":[[1,1,4,2,3,0,0,0]]},{"name":7,"filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}])",
       " ! 1 x a file or a function that is no object, left out ! 6 x a function without name, place or "
       "file, left out"},
      {"regions that are none",
       R"([{"name":"f","filenames":["a"],"regions":[1,[1,1,4,2,3,0,0],["1",1,4,2,3,0,0,0],[1,1,4,2,"3",0,0,0],[1,1,4,2,3,-1,0,0],[2,1,4,2,3,0,0,0]]}])",
       ", f@1-4=0 ! 3 x a region that is no list of numbers, left out (f) ! 1 x a count that is no number, "
       "left out (f)"},
      {"macros that expand each other",
       R"([{"name":"f","filenames":["a","a"],"regions":[[1,1,4,2,3,0,0,0],[2,1,2,2,3,1,2,1],[3,1,3,2,3,2,1,1]],"branches":[[2,1,2,2,1,1,1,0,4]]}])",
       ", f@1-4=0"},
      {"a branch in no macro",
       R"([{"name":"f","filenames":["a","a"],"regions":[[1,1,4,2,3,0,0,0]],"branches":[[2,1,2,2,1,1,5,0,4],[2,1,2,2,1,1,"0",0,4],[1]]}])",
       ", f@1-4=0 ! 1 x a branch that is no list of numbers, left out (f)"},
      {"a name that is no UTF-8",
       "[{\"name\":\"\xff\",\"filenames\":[\"a\"],\"regions\":[[1,1,4,2,3,0,0,0]]}]",
       ", \xef\xbf\xbd@1-4=0"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name)
  BOOST_TEST(read(report_of(file_of("[[1,1,5,true,true,false]]"), one.part)) ==
             "a: 1=5" + std::string{one.wanted});
}

BOOST_AUTO_TEST_CASE(branches_of_functions_count_and_not_those_of_the_file) {
  const auto with = [](std::string_view branches) {
    return R"([{"name":"f","count":1,"filenames":["a","m","m"],"regions":[[1,1,4,2,1,0,0,0],[2,5,2,9,1,0,1,1],)"
           R"([20,1,24,9,1,1,0,0],[22,3,22,8,1,1,2,1],[30,1,30,9,0,2,0,0]],"branches":)" +
           std::string{branches} + "}]";
  };
  const std::vector<part_case> table = {
      {"written in the function", "[[3,1,3,5,1,0,0,0,4]]", ", 3/1/0=1 3/1/1=0"},
      {"several at one place, as of a defaulted operator", "[[3,1,3,5,1,0,0,0,4],[3,1,3,5,0,1,0,0,4]]",
       ", 3/1/0=1 3/1/1=0 3/1/2=0 3/1/3=1"},
      {"in a macro", "[[21,1,21,5,1,0,1,0,4]]", ", 2/5/0=1 2/5/1=0"},
      {"in a macro in a macro", "[[30,1,30,5,1,0,2,0,4]]", ", 2/5/0=1 2/5/1=0"},
      {"the same twice", "[[21,1,21,5,1,0,1,0,4],[21,1,21,5,0,1,1,0,4]]",
       ", 2/5/0=1 2/5/1=0 2/5/2=0 2/5/3=1"},
      {"a constant", "[[21,1,21,5,0,0,1,0,4]]", ""},
      {"what did not run", "[[30,1,30,5,0,0,2,0,4]]", ", 2/5/0=- 2/5/1=-"}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name)
  BOOST_TEST(read(report_of(file_of("[[1,1,5,true,true,false]]", ",\"branches\":[[1,8,1,9,1,1,0,0,4]]"),
                            with(one.part))) == "a: 1=5" + std::string{one.wanted} + ", f@1-4=1");
}

BOOST_AUTO_TEST_CASE(documents_with_something_odd) {
  const std::vector<part_case> table = {
      {"files that are none", R"({"data":[{"files":[1,null,[],{},{"filename":7},{"filename":"a"}]}]})",
       "a: ! 3 x a file or a function that is no object, left out ! 2 x a file without a name, left out"},
      {"a summary alone", R"({"data":[{"files":[{"filename":"a","summary":{"lines":{"count":1}}}]}]})", "a:"},
      {"a file twice",
       R"({"data":[{"files":[{"filename":"a","segments":[[1,1,2,true,true]]},{"filename":"a","segments":[[1,1,3,true,true]]}]}]})",
       "a: 1=5"},
      {"the order of old versions",
       R"({"version":"2.0.0","type":"llvm.coverage.json.export","data":[{"files":[{"filename":"a","segments":[[1,1,2,1,1]],"expansions":[],"summary":{}}],"functions":[]}]})",
       "a: 1=2"},
      {"functions before files are not known",
       R"({"data":[{"functions":[{"name":"f","filenames":["a"],"regions":[[1,1,4,2,3,0,0,0]]}],"files":[{"filename":"a"}]}]})",
       "a:"},
      {"data that is no list", R"({"data":{"files":[{"filename":"a"}]}})", ""}};
  for (const auto& one : table) BOOST_TEST_CONTEXT(one.name) BOOST_TEST(read(one.part) == one.wanted);
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_its_files) {
  check_beginnings(
      llvm_cov_format,
      "{\"data\": [\n{\"files\": [\n{\"filename\": \"a\",\n\"segments\": [[1,1,1,true,true,false]]},\n"
      "{\"filename\": \"b\"}],\n\"functions\": []}]\n}\n");
}

BOOST_AUTO_TEST_CASE(a_few_bytes_cannot_claim_all_memory) {
  std::string files;
  for (int i = 0; i < 10000; ++i)
    files += (i > 0 ? ",{\"filename\":\"" : "{\"filename\":\"") + std::to_string(i) +
             "\",\"segments\":[[1,1,1,true,true,false],[16777215,1,0,false,false,false]]}";
  files += R"(,{"filename":"small","segments":[[1,1,1,true,true,false]]})";
  const auto report = read_report(llvm_cov_format, report_of(files));
  BOOST_TEST(report.data.files.size() == 4u);  // three of them take what there is, but for the small one
  BOOST_TEST(report.data.files.contains("small"));
  BOOST_REQUIRE(report.diagnostics.size() == 1u);
  BOOST_TEST(report.diagnostics[0].what == too_many_lines);
  BOOST_TEST(report.diagnostics[0].count == 9997u);
}

BOOST_AUTO_TEST_CASE(it_is_told_from_other_json) {
  const auto is = llvm_cov_format.recognises;
  BOOST_TEST(is(R"({"data":[{"files":[{"branches":[[1,2)"));
  BOOST_TEST(is(
      "{\n \"version\": \"2.0.0\", \"type\": \"llvm.coverage.json.export\",\n \"data\": [ {\n \"files\": [ { "
      "\"filename\": \"a\", \"segments\": ["));
  BOOST_TEST(!is(R"({"data":[{"files":[{"filename":"a","size":3}]}]})"));
  BOOST_TEST(!is(R"({"data":{"files":[{"segments":[]}]}})"));
  BOOST_TEST(!is(R"({"name":"llvm.coverage.json.export"})"));
  BOOST_TEST(!is(R"({"result":[{"scriptId":"1"}]})"));
  for (const std::string other : {"coverage_py/7.17.json", "istanbul/nyc.json"})
    BOOST_TEST(!is(std::string_view{recorded("fixtures/coverage/" + other)}.substr(0, format_head)));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

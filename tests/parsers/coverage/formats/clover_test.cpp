#include "tests/parsers/coverage/formats/xml_reading.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

using texts = std::vector<std::string>;

coverage_report read(const std::string& bytes) {
  return read_report(clover_format, bytes);
}
std::string of_lines(const std::string& lines) {
  return "<coverage generated='1'><project><file name='a.php'>" + lines + "</file></project></coverage>";
}
const file_coverage& only_file(const coverage_report& report) {
  BOOST_REQUIRE(report.data.files.size() == 1u);
  return report.data.files.begin()->second;
}
const auto each = boost::test_tools::per_element();

// A figure of the first or the last <metrics> in the report.
std::uint64_t metric(const std::string& bytes, const std::string& name, bool last = false) {
  return number_after(bytes, " " + name + "=\"", last);
}

BOOST_AUTO_TEST_SUITE(clover_suite)

BOOST_AUTO_TEST_CASE(istanbul_s_reports_have_its_totals) {
  // nyc counts the branch of a default argument too, on a line that is not in the report.
  for (const auto& [name, without_line] : {std::pair{"clover/nyc.xml", 1u}, std::pair{"clover/c8.xml", 0u}}) {
    BOOST_TEST_CONTEXT(name) {
      const auto bytes = recorded_report(name);
      const auto report = read_recorded(clover_format, name);
      const auto sums = totals(report.data);
      BOOST_TEST(diagnostics_of(report).empty());
      BOOST_TEST(file_names(report) == "/w/node/lib/prices.js /w/node/lib/unused.js /w/node/main.js");
      BOOST_TEST(sums.lines.found == metric(bytes, "statements"));
      BOOST_TEST(sums.lines.hit == metric(bytes, "coveredstatements"));
      BOOST_TEST(sums.branches.found + without_line == metric(bytes, "conditionals"));
      BOOST_TEST(sums.branches.hit + without_line == metric(bytes, "coveredconditionals"));
      BOOST_TEST(sums.functions.found == 0u);  // it writes only how many there are
    }
  }
  const auto report = read_recorded(clover_format, "clover/nyc.xml");
  BOOST_TEST(branches_of(report.data.files.at("/w/node/lib/prices.js")) ==
             "2:0/0=1 2:0/1=0 8:0/0=1 8:0/1=1 21:0/0=1 21:0/1=0 21:0/2=0");
}

BOOST_AUTO_TEST_CASE(openclover_s_report_has_its_totals) {
  const auto bytes = recorded_report("clover/openclover.xml");
  const auto report = read_recorded(clover_format, "clover/openclover.xml");
  const auto sums = totals(report.data);
  BOOST_TEST(diagnostics_of(report).empty());
  BOOST_TEST(file_names(report) == "/w/java/shop/Main.java /w/java/shop/Prices.java");
  // Line 5 of Main.java has two statements.
  BOOST_TEST(sums.lines.found == metric(bytes, "statements") - 1);
  BOOST_TEST(sums.lines.hit == metric(bytes, "coveredstatements") - 1);
  BOOST_TEST(sums.branches.found == metric(bytes, "conditionals"));
  BOOST_TEST(sums.branches.hit == metric(bytes, "coveredconditionals"));
  BOOST_TEST(sums.functions.found == metric(bytes, "methods"));
  BOOST_TEST(sums.functions.hit == metric(bytes, "coveredmethods"));
  const auto& main = report.data.files.at("/w/java/shop/Main.java");
  BOOST_TEST(lines_of(main) == "5:4 6:1 7:1");
  BOOST_TEST(branches_of(main) == "5:0/0=3 5:0/1=1");
  BOOST_TEST(functions_of_file(main) == "main@4=1");
  BOOST_TEST(functions_of_file(report.data.files.at("/w/java/shop/Prices.java")) ==
             "reduced(int,int) : int@6=3 reduced(int) : int@13=3 label@17=1 adding@28=0 add@35=1 total@40=0 "
             "never@47=0");
}

BOOST_AUTO_TEST_CASE(phpunit_s_report_has_its_totals) {
  const auto bytes = recorded_report("clover/phpunit.xml");
  const auto report = read_recorded(clover_format, "clover/phpunit.xml");
  const auto sums = totals(report.data);
  BOOST_TEST(diagnostics_of(report).empty());
  // Line 19 is a method with its statement: PHPUnit writes the method only.
  BOOST_TEST(sums.lines.found == metric(bytes, "statements", true) - 1);
  BOOST_TEST(sums.lines.hit == metric(bytes, "coveredstatements", true) - 1);
  BOOST_TEST(sums.functions.found == metric(bytes, "methods", true));
  // To PHPUnit a method is covered if all its lines are; here `reduced` is hit too.
  BOOST_TEST(sums.functions.hit == metric(bytes, "coveredmethods", true) + 1);
  const auto& file = report.data.files.at("/w/php/src/Prices.php");
  BOOST_TEST(lines_of(file) == "8:2 9:0 11:2 16:1 23:0");
  BOOST_TEST(functions_of_file(file) == "reduced@6=2 label@14=1 short@19=1 never@21=0");
}

BOOST_AUTO_TEST_CASE(lines_are_statements_and_conditions) {
  struct example {
    const char* lines;
    const char* expected;
    const char* branches;
    texts diagnostics;
  };
  const example all[] = {
      {"<line num='3' type='stmt' count='2'/>", "3:2", "", {}},
      {"<line num='3' type='stmt' count='2'/><line num='3' type='stmt' count='5'/>", "3:5", "", {}},
      {"<line num='9' type='stmt' count='1'/><line num='3' type='stmt' count='0'/>", "3:0 9:1", "", {}},
      {"<line num='3' type='method' name='m' count='2'/>", "", "", {}},
      {"<line num='3' type='cond' truecount='2' falsecount='0'/>", "3:2", "3:0/0=2 3:0/1=0", {}},
      {"<line num='3' type='cond' truecount='0' falsecount='0'/>", "3:0", "3:0/0=- 3:0/1=-", {}},
      {"<line num='3' type='cond' truecount='1' falsecount='1'/><line num='3' type='stmt' count='1'/>"
       "<line num='3' type='cond' truecount='0' falsecount='1'/>",
       "3:2",
       "3:0/0=1 3:0/1=1 3:1/0=0 3:1/1=1",
       {}},
      {"<line num='3' type='cond' count='7' truecount='3' falsecount='0'/>",
       "3:7",
       "3:0/0=1 3:0/1=1 3:0/2=1",
       {}},
      {"<line num='3' type='cond' count='0' truecount='0' falsecount='2'/>", "3:0", "3:0/0=- 3:0/1=-", {}},
      {"<line num='3' type='cond' count='1' truecount='0' falsecount='0'/>", "3:1", "", {}},
      {"<line num='3' type='cond'/>", "", "", {"text where a count belongs: 1 @1"}},
      {"<line num='3' type='cond' truecount='1' falsecount='?'/>",
       "",
       "",
       {"text where a count belongs: 1 @1"}},
      {"<line num='3' type='cond' count='1' truecount='65536' falsecount='0'/>",
       "3:1",
       "",
       {"branches beyond 65535 of a line, or far more than lines; left out: 1 @1"}},
      {"<line num='3' type='cond' truecount='99999999999999' falsecount='99999999999999'/>",
       "3:1099511627775",
       "3:0/0=1099511627775 3:0/1=1099511627775",
       {"a count over 1099511627775, taken as that: 2 @1"}},
      {"<line num='3' type='what' count='2'/>\n<line num='4' count='2'/>",
       "3:2 4:2",
       "",
       {"a line of an unknown type, taken for a statement: 2 @1"}},
      {"<line num='0' type='stmt' count='2'/>", "", "", {"line number 0: 1 @1"}},
      {"<line type='stmt' count='2'/>", "", "", {"text where a line number belongs: 1 @1"}},
      {"<line num='99999999' type='stmt' count='2'/>", "", "", {"a line number over 16777215: 1 @1"}},
      {"<line num='3' type='stmt'/>", "", "", {"text where a count belongs: 1 @1"}},
      {"<line num='3' type='stmt' count='-2'/>", "3:0", "", {"a negative count, taken as 0: 1 @1"}},
      {"<line num='3' type='stmt' count='1.5'/>",
       "3:2",
       "",
       {"a count with a fraction or an exponent, rounded: 1 @1"}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.lines) {
      const auto report = read(of_lines(one.lines));
      BOOST_TEST(lines_of(only_file(report)) == one.expected);
      BOOST_TEST(branches_of(only_file(report)) == one.branches);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, each);
    }
  }
}

BOOST_AUTO_TEST_CASE(methods_are_functions_with_and_without_a_name) {
  struct example {
    const char* lines;
    const char* expected;
  };
  const example all[] = {
      {"<line num='3' type='method' name='m' count='2'/>", "m@3=2"},
      {"<line num='3' type='method' signature='m(int) : int' count='0'/>", "m@3=0"},
      {"<line num='3' type='method' count='1'/>", "line 3@3=1"},
      {"<line num='3' type='method' name='m' count='2'/><line num='9' type='method' name='m' count='0'/>",
       "m:3@3=2 m:9@9=0"},
      {"<line num='3' type='method' name='m' count='2'/><line num='3' type='method' name='m' count='1'/>",
       "m@3=3"},
  };
  for (const auto& one : all) BOOST_TEST_CONTEXT(one.lines)
  BOOST_TEST(functions_of_file(only_file(read(of_lines(one.lines)))) == one.expected);
}

BOOST_AUTO_TEST_CASE(a_file_is_called_by_its_path_or_by_its_name) {
  const auto names = [](const std::string& attributes) {
    return file_names(read("<coverage><project><package name='x'><file " + attributes +
                           "/></package></project></coverage>"));
  };
  BOOST_TEST(names("name='a.js' path='/w/src/a.js'") == "/w/src/a.js");
  BOOST_TEST(names("name='/w/a.php'") == "/w/a.php");
  BOOST_TEST(names("name='m/a.go' path=''") == "m/a.go");
}

BOOST_AUTO_TEST_CASE(a_file_that_comes_again_is_added) {
  const std::string file =
      "<file name='a'><line num='3' type='stmt' count='2'/><line num='3' type='cond' truecount='1' "
      "falsecount='0'/>"
      "<line num='2' type='method' name='m' count='1'/></file>";
  const auto report =
      read("<coverage><project>" + file + "</project><testproject>" + file + "</testproject></coverage>");
  BOOST_TEST(lines_of(only_file(report)) == "3:4");
  BOOST_TEST(branches_of(only_file(report)) == "3:0/0=2 3:0/1=0");
  BOOST_TEST(functions_of_file(only_file(report)) == "m@2=2");
}

BOOST_AUTO_TEST_CASE(elements_in_wrong_places_are_told) {
  struct example {
    std::string bytes;
    const char* files;
    texts diagnostics;
  };
  const std::string line = "<line num='1' type='stmt' count='1'/>";
  const example all[] = {
      {"<coverage>" + line + "</coverage>", "", {"a line outside of a file, left out: 1 @1"}},
      {"<coverage><file>" + line + "</file></coverage>", "", {"a file without a name, left out: 1 @1"}},
      {"<coverage>\n<file path='" + std::string(4097, 'x') + "'>" + line + "</file></coverage>",
       "",
       {"a file name over 4096 bytes, left out: 1 @2"}},
      {"<coverage><file name='a'><file name='b'>" + line + "</file>" + line + "</file></coverage>",
       "a b",
       {"a line outside of a file, left out: 1 @1"}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.bytes.substr(0, 80)) {
      const auto report = read(one.bytes);
      BOOST_TEST(file_names(report) == one.files);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, each);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_what_was_there) {
  const auto bytes = recorded_report("clover/openclover.xml");
  const auto report = read(bytes.substr(0, bytes.find("<line num=\"36\"") + 5));
  BOOST_TEST(report.data.files.at("/w/java/shop/Prices.java").lines.back().line == 29u);
  BOOST_TEST(diagnostics_of(report).size() == 1u);
  BOOST_TEST(report.diagnostics.front().what == "XML that breaks off");
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same_report) {
  check_every_split(clover_format, recorded_report("clover/phpunit.xml"));
  check_every_split(clover_format,
                    of_lines("<line num='x' type='stmt' count='1'/>\n<line num='1' type='cond' "
                             "truecount='3' falsecount='0'/>"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

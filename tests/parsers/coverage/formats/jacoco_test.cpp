#include "tests/parsers/coverage/formats/xml_reading.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

using texts = std::vector<std::string>;

coverage_report read(const std::string& bytes) {
  return read_report(jacoco_format, bytes);
}
std::string of_package(const std::string& inside) {
  return "<report name='r'><package name='p'>" + inside + "</package></report>";
}
std::string of_lines(const std::string& lines) {
  return of_package("<sourcefile name='A.java'>" + lines + "</sourcefile>");
}
std::string method(const std::string& name, const std::string& description, int covered) {
  return "<method name='" + name + "' desc='" + description + "' line='7'><counter type='METHOD' missed='" +
         std::to_string(1 - covered) + "' covered='" + std::to_string(covered) + "'/></method>";
}
const file_coverage& only_file(const coverage_report& report) {
  BOOST_REQUIRE(report.data.files.size() == 1u);
  return report.data.files.begin()->second;
}

// A counter of the report as a whole: those at its end.
found_and_hit counter(const std::string& bytes, const std::string& type) {
  const auto before = "<counter type=\"" + type + "\" missed=\"";
  const auto missed = number_after(bytes, before, true);
  const auto covered = number_after(std::string_view{bytes}.substr(bytes.rfind(before)), "covered=\"");
  return {missed + covered, covered};
}

BOOST_AUTO_TEST_SUITE(jacoco_suite)

BOOST_AUTO_TEST_CASE(the_recorded_report_has_the_totals_of_the_tool) {
  const auto bytes = recorded_report("jacoco/project.xml");
  const auto report = read_recorded(jacoco_format, "jacoco/project.xml");
  const auto sums = totals(report.data);
  BOOST_TEST(diagnostics_of(report).empty());
  BOOST_TEST((sums.lines == counter(bytes, "LINE")));
  BOOST_TEST((sums.branches == counter(bytes, "BRANCH")));
  BOOST_TEST((sums.functions == counter(bytes, "METHOD")));
  BOOST_TEST(sums.lines.found == 28u);
}

BOOST_AUTO_TEST_CASE(the_recorded_report_says_what_ran) {
  const auto report = read_recorded(jacoco_format, "jacoco/project.xml");
  BOOST_TEST(file_names(report) == "Main.java shop/Prices.java shop/Shopping.java shop/stock/Stock.java");
  BOOST_TEST(lines_of(report.data.files.at("Main.java")) == "3:0 5:1 6:1 7:1 8:1");
  BOOST_TEST(branches_of(report.data.files.at("Main.java")) == "7:0/0=1 7:0/1=0");
  BOOST_TEST(
      functions_of_file(report.data.files.at("shop/Prices.java")) ==
      "Prices.<init>()V@5=0 reduced(II)I@7=1 reduced(I)I@14=1 label@18=1 adding@29=1 lambda$adding$0@29=0 "
      "Prices$Basket.<init>()V@32=1 add@36=1 total@41=0 Unused.<init>()V@46=0 never@48=0");
}

// Compiled without debug information: there are counters of methods, but no file to put them into.
BOOST_AUTO_TEST_CASE(a_report_without_files_says_so) {
  any_report_parser reader;
  reader.feed(recorded_report("jacoco/nosource.xml"));
  const auto got = reader.finish();
  BOOST_REQUIRE(std::holds_alternative<no_report>(got));
  BOOST_TEST(std::get<no_report>(got).reason.find("a class whose source file is not told") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_line_is_hit_if_instructions_of_it_ran) {
  struct example {
    const char* attributes;
    const char* lines;
    const char* branches;
    texts diagnostics;
  };
  const example all[] = {
      {"nr='1' mi='0' ci='4' mb='0' cb='0'", "1:1", "", {}},
      {"nr='1' mi='2' ci='1' mb='1' cb='2'", "1:1", "1:0/0=1 1:0/1=1 1:0/2=0", {}},
      {"nr='1' mi='3' ci='0' mb='2' cb='0'", "1:0", "1:0/0=- 1:0/1=-", {}},
      {"nr='1' mi='0' ci='0' mb='2' cb='0'", "", "", {}},
      {"nr='1' mi='3'", "1:0", "", {}},
      {"nr='1'", "", "", {"a line that does not say whether it ran, left out: 1 @1"}},
      {"nr='1' mb='1' cb='1'", "", "", {"a line that does not say whether it ran, left out: 1 @1"}},  // gcovr
      {"nr='0' mi='3' ci='0'", "", "", {"line number 0: 1 @1"}},
      {"mi='3' ci='0'", "", "", {"text where a line number belongs: 1 @1"}},
      {"nr='16777216' ci='1'", "", "", {"a line number over 16777215: 1 @1"}},
      {"nr='1' mi='x' ci='1'", "1:1", "", {"text where a count belongs: 1 @1"}},
      {"nr='1' mi='-1' ci='1'", "1:1", "", {"a negative count, taken as 0: 1 @1"}},
      {"nr='1' ci='1e2'", "1:1", "", {"a count with a fraction or an exponent, rounded: 1 @1"}},
      {"nr='1' ci='99999999999999999999999'", "1:1", "", {"a count over 1099511627775, taken as that: 1 @1"}},
      {"nr='1' ci='1' cb='70000'",
       "1:1",
       "",
       {"branches beyond 65535 of a line, or far more than lines; left out: 1 @1"}},
      {"nr='1' ci='1' mb='1099511627775' cb='1099511627775'",
       "1:1",
       "",
       {"branches beyond 65535 of a line, or far more than lines; left out: 1 @1"}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.attributes) {
      const auto report = read(of_lines("<line " + std::string{one.attributes} + "/>"));
      BOOST_TEST(lines_of(only_file(report)) == one.lines);
      BOOST_TEST(branches_of(only_file(report)) == one.branches);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(the_switch_with_most_ways_is_read) {
  const auto report = read(of_lines("<line nr='1' mi='1' ci='1' mb='65534' cb='1'/>"));
  BOOST_TEST(only_file(report).branches.size() == 65535u);
  BOOST_TEST(diagnostics_of(report).empty());
}

BOOST_AUTO_TEST_CASE(files_of_several_groups_are_told_apart) {
  const std::string file =
      "<package name='p'><sourcefile name='A.java'><line nr='1' ci='1'/></sourcefile></package>";
  const std::string other =
      "<package name='p'><sourcefile name='B.java'><line nr='2' ci='1'/></sourcefile></package>";
  struct example {
    std::string inside;
    const char* files;
  };
  const example all[] = {
      {"<group name='core'>" + file + other + "</group>", "p/A.java p/B.java"},
      {"<group name='core'>" + file + "</group><group name='web'>" + file + other + "</group>",
       "core/p/A.java p/B.java web/p/A.java"},
      {"<group name='all'><group name='core'>" + file + "</group><group name='web'>" + file +
           "</group></group>",
       "all/core/p/A.java all/web/p/A.java"},
      {"<group name='core'>" + file + "</group>" + file, "core/p/A.java p/A.java"},
      {file + file, "p/A.java"},
      {"<group name='" + std::string(5000, 'g') + "'>" + file + "</group>", "p/A.java"},
  };
  for (const auto& one : all) BOOST_TEST_CONTEXT(one.inside.substr(0, 100))
  BOOST_TEST(file_names(read("<report name='r'>" + one.inside + "</report>")) == one.files);
}

BOOST_AUTO_TEST_CASE(a_long_package_is_not_repeated_without_end) {
  std::string bytes =
      "<report><group name='" + std::string(1000, 'g') + "'><package name='" + std::string(3000, 'p') + "'>";
  for (int i = 0; i < 17'000; ++i) bytes += "<sourcefile name='" + std::to_string(i) + "'/>";
  const auto report = read(bytes + "</package></group></report>");
  BOOST_TEST(report.data.files.size() > 16'000u);
  BOOST_TEST_REQUIRE(report.diagnostics.size() == 1u);
  BOOST_TEST(report.diagnostics.front().what == "files whose names have over 64 MiB in all, left out");
  BOOST_TEST(report.diagnostics.front().count + report.data.files.size() == 17'000u);
}

BOOST_AUTO_TEST_CASE(classes_without_a_file_go_to_the_one_of_their_name) {
  const std::string files =
      "<sourcefile name='A.kt'><line nr='7' ci='1'/></sourcefile>"
      "<sourcefile name='AB.java'><line nr='7' ci='1'/></sourcefile>";
  const auto of = [&](const std::string& name) {
    return read(of_package("<class name='" + name + "'>" + method("m", "()V", 1) + "</class>" + files));
  };
  for (const auto* name : {"p/A", "p/A$Inner", "p/A$1", "A"})
    BOOST_TEST_CONTEXT(name) BOOST_TEST(functions_of_file(of(name).data.files.at("p/A.kt")) == "m@7=1");
  BOOST_TEST(functions_of_file(of("p/AB").data.files.at("p/AB.java")) == "m@7=1");
  const auto unknown = of("p/Other");
  BOOST_TEST(totals(unknown.data).functions.found == 0u);
  BOOST_TEST(diagnostics_of(unknown) == texts{"a class whose source file is not told, left out: 1 @1"},
             boost::test_tools::per_element());
  BOOST_TEST(unknown.diagnostics.front().first_at == "p/Other");
}

BOOST_AUTO_TEST_CASE(elements_in_wrong_places_are_told) {
  struct example {
    std::string bytes;
    const char* files;
    texts diagnostics;
  };
  const std::string line = "<line nr='1' ci='1'/>";
  const std::string known = "<class name='p/A' sourcefilename='A.java'>";
  const example all[] = {
      {of_package(line), "", {"a line outside of a file, left out: 1 @1"}},
      {of_package("<sourcefile>" + line + "</sourcefile>"),
       "",
       {"a file without a name, left out: 1 @1", "a line outside of a file, left out: 1 @1"}},
      {of_package("<sourcefile name='" + std::string(4095, 'a') + "'/>"),
       "",
       {"a file name over 4096 bytes, left out: 1 @1"}},
      {of_package(method("m", "", 1)), "", {"a method outside of a class, left out: 1 @1"}},
      {of_package(known + method("", "()V", 1) + "</class>"),
       "p/A.java",
       {"a method without a name, left out: 1 @1"}},
      {of_package(known + "<method name='m'/></class>"), "p/A.java", {}},
      {"<report>" + known + method("m", "", 1) + "</class></report>", "A.java", {}},
      {"<report/>", "", {}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.bytes.substr(0, 80)) {
      const auto report = read(one.bytes);
      BOOST_TEST(file_names(report) == one.files);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
      BOOST_TEST(totals(report.data).functions.found == 0u);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_what_was_there) {
  const auto bytes = recorded_report("jacoco/project.xml");
  const auto at = bytes.find("<sourcefile name=\"Prices.java\">");
  BOOST_REQUIRE(at != std::string::npos);
  const auto report = read(bytes.substr(0, bytes.find("<line", at) + 20));
  BOOST_TEST(file_names(report) == "Main.java shop/Prices.java shop/Shopping.java");
  BOOST_TEST(diagnostics_of(report) == texts{"XML that breaks off: 1 @1"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same_report) {
  check_every_split(
      jacoco_format,
      "<?xml version='1.0' standalone='yes'?><!DOCTYPE report PUBLIC '-//JACOCO//DTD Report 1.1//EN' "
      "'report.dtd'>\n" +
          of_package("<class name='p/A'>" + method("m", "()V", 1) +
                     "</class><sourcefile name='A.java'>"
                     "\n<line nr='7' mi='1' ci='1' mb='1' cb='1'/>\n<line nr='-7'/></sourcefile>"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

#include "parsers/coverage/file_index.hpp"
#include "tests/parsers/coverage/formats/cobertura_reading.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

BOOST_AUTO_TEST_SUITE(cobertura_suite)

// The figures are those in the report's own root element. (nyc counts the branch of a default argument, on a
// line that has no statement and so is not in the report.)
BOOST_AUTO_TEST_CASE(recorded_reports_have_the_totals_of_the_tools) {
  struct recording {
    const char* name;
    std::uint64_t functions;
    std::uint64_t functions_hit;
    std::uint64_t without_line = 0;  // branches of lines that the report does not have
  };
  const recording all[] = {{"coverage.py", 0, 0}, {"coverage.py-branch", 0, 0}, {"nyc", 6, 5, 1},
                           {"c8", 6, 5},          {"gocover-cobertura", 3, 2},  {"gocover-boumenot", 3, 2},
                           {"gcovr", 5, 4}};
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.name) {
      const auto path = "cobertura/" + std::string{one.name} + ".xml";
      const auto bytes = recorded_report(path);
      const auto report = read_recorded(cobertura_format, path);
      const auto sums = totals(report.data);
      BOOST_TEST(diagnostics_of(report).empty());
      BOOST_TEST(sums.lines.found == number_after(bytes, "lines-valid=\""));
      BOOST_TEST(sums.lines.hit == number_after(bytes, "lines-covered=\""));
      BOOST_TEST(sums.branches.found + one.without_line == number_after(bytes, "branches-valid=\""));
      BOOST_TEST(sums.branches.hit + one.without_line == number_after(bytes, "branches-covered=\""));
      BOOST_TEST(sums.functions.found == one.functions);
      BOOST_TEST(sums.functions.hit == one.functions_hit);
    }
  }
}

// PHPUnit 9.6 writes the functions of the last file into the others too: line 8 of Prices.php stands in a
// class "Prices.php" once more, so that its hits are added.
BOOST_AUTO_TEST_CASE(a_line_that_two_classes_have_is_one) {
  const auto report = read_recorded(cobertura_format, "cobertura/phpunit.xml");
  BOOST_TEST(file_names(report) == "/w/php/src/Prices.php /w/php/src/functions.php");
  const auto& file = report.data.files.at("/w/php/src/Prices.php");
  BOOST_TEST(lines_of(file) == "8:4 9:0 11:2 16:1 19:1 23:0");
  const auto sums = totals(report.data);
  const auto bytes = recorded_report("cobertura/phpunit.xml");
  BOOST_TEST(sums.lines.found == number_after(bytes, "lines-valid=\""));
  BOOST_TEST(sums.lines.hit == number_after(bytes, "lines-covered=\""));
}

BOOST_AUTO_TEST_CASE(recorded_reports_say_what_ran) {
  const auto python = read_recorded(cobertura_format, "cobertura/coverage.py-branch.xml");
  BOOST_TEST(
      file_names(python) ==
      "/w/python/main.py /w/python/shop/__init__.py /w/python/shop/prices.py /w/python/shop/unused.py");
  BOOST_TEST(branches_of(python.data.files.at("/w/python/shop/prices.py")) ==
             "2:0/0=1 2:0/1=0 9:0/0=1 9:0/1=1 10:0/0=1 10:0/1=0");

  // Line 1 is where the first method is; istanbul does not count it among the lines.
  const auto node = read_recorded(cobertura_format, "cobertura/nyc.xml");
  const auto& prices = node.data.files.at("/w/node/lib/prices.js");
  BOOST_TEST(prices.lines.front().line == 2u);
  BOOST_TEST(functions_of_file(prices) ==
             "reduced@1=2 (anonymous_1)@8=2 (anonymous_2)@11=1 (anonymous_3)@15=1 (anonymous_4)@20=1");

  const auto c = read_recorded(cobertura_format, "cobertura/gcovr.xml");
  BOOST_TEST(file_names(c) == "/w/c/prices.cpp /w/c/prices.h");
  BOOST_TEST(functions_of_file(c.data.files.at("/w/c/prices.cpp")) ==
             "reduced@4=3 label[abi:cxx11]@9=1 never@20=0 main@24=1");
}

BOOST_AUTO_TEST_CASE(lines_of_methods_are_not_counted_twice) {
  const std::string method =
      "<methods><method name='m'><lines><line number='3' hits='2'/></lines></method></methods>";
  BOOST_TEST(lines_of(only_file(
                 read_cobertura(of_class(method + "<lines><line number='3' hits='2'/></lines>")))) == "3:2");
  BOOST_TEST(lines_of(only_file(
                 read_cobertura(of_class("<lines><line number='3' hits='2'/></lines>" + method)))) == "3:2");
  // Some writers give no others.
  BOOST_TEST(lines_of(only_file(read_cobertura(of_class(method)))) == "3:2");
  BOOST_TEST(lines_of(only_file(read_cobertura(of_class(method + "<lines/>")))) == "3:2");
}

BOOST_AUTO_TEST_CASE(classes_of_one_file_are_put_together) {
  const auto of = [](const std::string& name, const std::string& lines) {
    return "<class name='" + name + "' filename='a.c'><lines>" + lines + "</lines></class>";
  };
  const std::string half = "<line number='5' hits='1' condition-coverage='50% (1/2)'/>";
  const std::string whole =
      "<line number='5' hits='1' condition-coverage='100% (2/2)'/><line number='2' hits='0'/>";
  const auto two =
      read_cobertura("<coverage><packages>" + of("A", half) + of("B", whole) + "</packages></coverage>");
  BOOST_TEST(lines_of(only_file(two)) == "2:0 5:2");
  BOOST_TEST(branches_of(only_file(two)) == "5:0/0=1 5:0/1=0 5:1/0=1 5:1/1=1");
  // The same class again, as in reports that were put together: the same branches.
  const auto again =
      read_cobertura("<coverage><packages>" + of("A", half) + of("A", whole) + "</packages></coverage>");
  BOOST_TEST(lines_of(only_file(again)) == "2:0 5:2");
  BOOST_TEST(branches_of(only_file(again)) == "5:0/0=2 5:0/1=1");
}

BOOST_AUTO_TEST_CASE(methods_have_a_name_of_their_own) {
  const auto method = [](const std::string& name, const std::string& signature, int line, int hits) {
    return "<method name='" + name + "' signature='" + signature + "'><lines><line number='" +
           std::to_string(line) + "' hits='" + std::to_string(hits) + "'/></lines></method>";
  };
  const auto of = [](const std::string& name, const std::string& methods) {
    return "<class name='" + name + "' filename='a.c'><methods>" + methods + "</methods></class>";
  };
  const auto report = read_cobertura("<coverage><packages>" +
                                     of("A", method("only", "()", 1, 1) + method("two", "(I)", 2, 0) +
                                                 method("two", "(J)", 3, 7) + method("both", "", 4, 1) +
                                                 method("anon", "", 5, 1) + method("anon", "", 6, 0)) +
                                     of("B", method("both", "", 8, 0)) + "</packages></coverage>");
  BOOST_TEST(functions_of_file(only_file(report)) ==
             "only@1=1 two(I)@2=0 two(J)@3=7 A.both@4=1 A.anon:5@5=1 A.anon:6@6=0 B.both@8=0");
}

BOOST_AUTO_TEST_CASE(a_method_is_hit_if_one_of_its_lines_is) {
  const auto hits_of = [](const std::string& lines) {
    const auto report =
        read_cobertura(of_class("<methods><method name='m'><lines>" + lines + "</lines></method></methods>"));
    return functions_of_file(only_file(report));
  };
  BOOST_TEST(hits_of("<line number='4' hits='9'/><line number='3' hits='2'/>") == "m@3=2");
  BOOST_TEST(hits_of("<line number='3' hits='0'/><line number='4' hits='9'/>") == "m@3=1");
  BOOST_TEST(hits_of("<line number='3' hits='0'/>") == "m@3=0");
  BOOST_TEST(hits_of("") == "");
}

BOOST_AUTO_TEST_CASE(a_single_absolute_source_is_where_files_begin) {
  const auto names = [](const std::string& sources, const std::string& file) {
    const auto report =
        read_cobertura("<coverage><sources>" + sources + "</sources><packages><class filename='" + file +
                       "'><lines><line number='1' hits='1'/></lines></class></packages></coverage>");
    return file_names(report);
  };
  struct example {
    const char* sources;
    const char* file;
    const char* expected;
  };
  const example all[] = {
      {"<source>/w/app</source>", "src/a.c", "/w/app/src/a.c"},
      {"<source>\n  /w/app/\n</source>", "src/a.c", "/w/app/src/a.c"},
      {"<source>/</source>", "repo/a.cs", "/repo/a.cs"},
      {"<source>C:\\app</source>", "src\\a.cs", "C:\\app\\src\\a.cs"},
      {"<source>C:/app</source>", "src/a.cs", "C:/app/src/a.cs"},
      {"<source>/w/app</source>", "/other/a.c", "/other/a.c"},
      {"<source>/w/app</source>", "C:\\other\\a.c", "C:\\other\\a.c"},
      {"<source>/w/app</source><source>/w/app</source>", "a.c", "/w/app/a.c"},
      {"<source/><source>/w/app</source>", "a.c", "/w/app/a.c"},
      {"<source>/w/app</source><source>/w/lib</source>", "a.c", "a.c"},
      {"<source>.</source>", "a.c", "a.c"},
      {"<source>src</source>", "a.c", "a.c"},
      {"", "a.c", "a.c"},
  };
  for (const auto& one : all)
    BOOST_TEST_CONTEXT(one.sources) BOOST_TEST(names(one.sources, one.file) == one.expected);
}

BOOST_AUTO_TEST_CASE(each_of_several_sources_may_be_where_a_file_begins) {
  const auto report = read_cobertura(
      "<coverage><sources><source>/ci/lib</source><source>/ci/src</source></sources><packages><class filename='alpha/a.py'>"
      "<lines><line number='1' hits='1'/></lines></class></packages></coverage>");
  const file_index index{report.data, "/w"};
  for (const auto* path : {"alpha/a.py", "src/alpha/a.py", "lib/alpha/a.py", "/ci/src/alpha/a.py"})
    BOOST_TEST(std::holds_alternative<found_file>(index.find(path)));
  BOOST_TEST(std::holds_alternative<no_such_file>(index.find("other/alpha/a.py")));
}

BOOST_AUTO_TEST_CASE(the_sources_may_come_after_the_classes) {
  const auto report = read_cobertura(
      "<coverage><class filename='a.c'><lines><line number='1' hits='1'/></lines></class>"
      "<sources><source>/w</source></sources></coverage>");
  BOOST_TEST(file_names(report) == "/w/a.c");
}

BOOST_AUTO_TEST_CASE(branches_are_what_the_condition_coverage_claims) {
  struct example {
    const char* attributes;
    const char* expected;
    texts diagnostics;
  };
  const example all[] = {
      {"hits='1' branch='true' condition-coverage='50% (1/2)'", "1:0/0=1 1:0/1=0", {}},
      {"hits='1' branch='True' condition-coverage='100%(1/1)'", "1:0/0=1", {}},
      {"hits='0' branch='true' condition-coverage='0% (0/2)'", "1:0/0=- 1:0/1=-", {}},
      {"hits='1' branch='true'", "", {}},
      {"hits='1' branch='false' condition-coverage='100%'", "", {}},
      {"hits='1' branch='true' condition-coverage='100% (0/0)'", "", {}},
      {"hits='1' branch='true' condition-coverage='100%'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' branch='true' condition-coverage='(2/1)'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' branch='true' condition-coverage='(1/2'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' branch='true' condition-coverage='(1'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' branch='true' condition-coverage='(-1/2)'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' branch='true' condition-coverage='(1/99999999999999999999)'",
       "",
       {"a condition-coverage that does not read: 1 @1"}},
      {"hits='1' condition-coverage='(1/65536)'",
       "",
       {"branches beyond 65535 of a line, or far more than lines; left out: 1 @1"}},
      {"hits='1' condition-coverage='(1/9999999999)'",
       "",
       {"branches beyond 65535 of a line, or far more than lines; left out: 1 @1"}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.attributes) {
      const auto report = read_cobertura(of_lines("<line number='1' " + std::string{one.attributes} + "/>"));
      BOOST_TEST(lines_of(only_file(report)).size() == 3u);  // the line itself is kept
      BOOST_TEST(branches_of(only_file(report)) == one.expected);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

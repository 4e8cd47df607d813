// Cobertura reports that are broken, endless, cut, or say the same twice.
#include "tests/parsers/coverage/formats/cobertura_reading.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;
using namespace covey::parsers::testing;

namespace {

BOOST_AUTO_TEST_SUITE(cobertura_malformed)

BOOST_AUTO_TEST_CASE(what_does_not_read_is_told_and_left_out) {
  struct example {
    const char* lines;
    const char* expected;
    texts diagnostics;
  };
  const example all[] = {
      {"<line number='1' hits='1'/>", "1:1", {}},
      {"<line number=' 1 ' hits='\t2'/>", "1:2", {}},
      {"<line number='0' hits='1'/>", "", {"line number 0: 1 @1"}},
      {"<line number='-1' hits='1'/>", "", {"text where a line number belongs: 1 @1"}},
      {"<line number='one' hits='1'/>", "", {"text where a line number belongs: 1 @1"}},
      {"<line hits='1'/>", "", {"text where a line number belongs: 1 @1"}},
      {"<line number='16777215' hits='1'/>", "16777215:1", {}},
      {"<line number='16777216' hits='1'/>", "", {"a line number over 16777215: 1 @1"}},
      {"<line number='99999999999999999999' hits='1'/>", "", {"a line number over 16777215: 1 @1"}},
      {"<line number='1'/>\n<line number='2'/>", "", {"text where a count belongs: 2 @1"}},
      {"<line number='1' hits='yes'/>", "", {"text where a count belongs: 1 @1"}},
      {"<line number='1' hits='nan'/>", "", {"text where a count belongs: 1 @1"}},
      {"<line number='1' hits='-3'/>", "1:0", {"a negative count, taken as 0: 1 @1"}},
      {"\n<line number='1' hits='1e3'/>",
       "1:1000",
       {"a count with a fraction or an exponent, rounded: 1 @2"}},
      {"<line number='1' hits='0.2'/>", "1:1", {"a count with a fraction or an exponent, rounded: 1 @1"}},
      {"<line number='1' hits='1e-999999'/>",
       "1:1",
       {"a count with a fraction or an exponent, rounded: 1 @1"}},
      {"<line number='1' hits='1099511627775'/>", "1:1099511627775", {}},
      {"<line number='1' hits='1099511627776'/>",
       "1:1099511627775",
       {"a count over 1099511627775, taken as that: 1 @1"}},
      {"<line number='1' hits='99999999999999999999999'/>",
       "1:1099511627775",
       {"a count over 1099511627775, taken as that: 1 @1"}},
      {"<line number='2' hits='1'/><line number='1' hits='1'/><line number='2' hits='3'/>", "1:1 2:4", {}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.lines) {
      const auto report = read_cobertura(of_lines(one.lines));
      BOOST_TEST(lines_of(only_file(report)) == one.expected);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
    }
  }
}

// Sixty bytes per line must not become a gigabyte.
BOOST_AUTO_TEST_CASE(a_report_cannot_claim_branches_without_end) {
  std::string lines;
  for (int i = 1; i <= 200; ++i)
    lines += "<line number='" + std::to_string(i) + "' hits='1' condition-coverage='(1/65535)'/>";
  const auto report = read_cobertura(of_lines(lines));
  BOOST_TEST(only_file(report).lines.size() == 200u);
  BOOST_TEST(only_file(report).branches.size() == 15u * 65535u);
  BOOST_TEST(diagnostics_of(report) ==
                 texts{"branches beyond 65535 of a line, or far more than lines; left out: 185 @1"},
             boost::test_tools::per_element());
}

// A folder of 4096 bytes and a million classes of one letter must not become four gigabytes.
BOOST_AUTO_TEST_CASE(a_long_folder_is_not_repeated_without_end) {
  std::string bytes = "<coverage><sources><source>/" + std::string(4000, 'x') + "</source></sources>";
  for (int i = 0; i < 17'000; ++i) bytes += "<class filename='" + std::to_string(i) + "'/>";
  const auto report = read_cobertura(bytes + "</coverage>");
  std::size_t sum = 0;
  for (const auto& [name, file] : report.data.files) sum += name.size();
  BOOST_TEST(sum <= 64u * 1024 * 1024);
  BOOST_TEST(report.data.files.size() > 16'000u);
  BOOST_TEST_REQUIRE(report.diagnostics.size() == 1u);
  BOOST_TEST(report.diagnostics.front().what == "files whose names have over 64 MiB in all, left out");
  BOOST_TEST(report.diagnostics.front().count + report.data.files.size() == 17'000u);
}

BOOST_AUTO_TEST_CASE(long_names_of_methods_are_cut_between_characters) {
  std::string accents;
  for (int i = 0; i < 5000; ++i) accents += "\xc3\xa4";
  const auto method = [&](const std::string& name, int line) {
    return "<method name='" + name + "'><lines><line number='" + std::to_string(line) +
           "' hits='1'/></lines></method>";
  };
  const auto report = read_cobertura("<coverage><class name='x" + accents + "y' filename='a.c'><methods>" +
                                     method(accents, 1) + method("z" + accents, 2) + method("m", 3) +
                                     method("m", 4) + "</methods></class></coverage>");
  const auto& functions = only_file(report).functions;
  BOOST_TEST_REQUIRE(functions.size() == 4u);
  BOOST_TEST(functions[0].name == accents.substr(0, 4096));
  BOOST_TEST(functions[1].name == "z" + accents.substr(0, 4094));
  BOOST_TEST(functions[2].name == accents.substr(0, 254) + "y.m:3");
}

// Whatever they are called, each name stands once.
BOOST_AUTO_TEST_CASE(methods_that_look_like_others_stay_apart_or_become_one) {
  const auto method = [](const std::string& name, const std::string& signature, int line) {
    return "<method name='" + name + "' signature='" + signature + "'><lines><line number='" +
           std::to_string(line) + "' hits='1'/></lines></method>";
  };
  const auto of = [&](int line) {
    return functions_of_file(only_file(
        read_cobertura("<coverage><class name='A' filename='a.c'><methods>" + method("m", "(I)", 1) +
                       method("m", "(J)", 2) + method("m(I)", "", line) + "</methods></class></coverage>")));
  };
  BOOST_TEST(of(3) == "A.m(I):1@1=1 m(J)@2=1 A.m(I):3@3=1");
  BOOST_TEST(of(1) == "A.m(I):1@1=2 m(J)@2=1");
}

BOOST_AUTO_TEST_CASE(elements_in_wrong_places_are_told) {
  struct example {
    std::string bytes;
    const char* files;
    texts diagnostics;
  };
  const std::string line = "<line number='1' hits='1'/>";
  const example all[] = {
      {"<coverage>" + line + "\n" + line + "</coverage>", "", {"a line outside of a class, left out: 2 @1"}},
      {"<coverage><class><lines>" + line + "</lines></class></coverage>",
       "",
       {"a file without a name, left out: 1 @1"}},
      {"<coverage><class filename=''>" + line + "</class></coverage>",
       "",
       {"a file without a name, left out: 1 @1"}},
      {"<coverage><class filename='" + std::string(4097, 'a') + "'>" + line + "</class></coverage>",
       "",
       {"a file name over 4096 bytes, left out: 1 @1"}},
      {"<coverage><class filename='a'><class filename='b'>" + line + "</class>" + line +
           "</class></coverage>",
       "a b",
       {"a line outside of a class, left out: 1 @1"}},
      {of_class("<methods><method><lines>" + line + "</lines></method></methods>"),
       "a.c",
       {"a method without a name, left out: 1 @1"}},
      {"<coverage line-rate='1'/>", "", {}},
  };
  for (const auto& one : all) {
    BOOST_TEST_CONTEXT(one.bytes.substr(0, 80)) {
      const auto report = read_cobertura(one.bytes);
      BOOST_TEST(file_names(report) == one.files);
      BOOST_TEST(diagnostics_of(report) == one.diagnostics, boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_keeps_what_was_there) {
  const auto bytes = recorded_report("cobertura/coverage.py-branch.xml");
  const auto at = bytes.find("<line number=\"16\"");
  BOOST_REQUIRE(at != std::string::npos);
  const auto report = read_cobertura(bytes.substr(0, at + 9));
  BOOST_TEST(report.data.files.at("/w/python/shop/prices.py").lines.back().line == 15u);
  const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  BOOST_TEST(diagnostics_of(report) == texts{"XML that breaks off: 1 @" + std::to_string(line)},
             boost::test_tools::per_element());
}

// Wherever it is cut, what is told was in the whole report.
BOOST_AUTO_TEST_CASE(a_report_that_breaks_off_anywhere_says_nothing_new) {
  const auto bytes = recorded_report("cobertura/gocover-cobertura.xml");
  const auto whole = totals(read_cobertura(bytes).data).lines;
  std::uint64_t before = 0;
  for (std::size_t length = 0; length < bytes.rfind('>'); ++length) {
    const auto report = read_cobertura(bytes.substr(0, length));
    const auto part = totals(report.data).lines;
    BOOST_REQUIRE(part.found >= before);
    BOOST_REQUIRE(part.found <= whole.found);
    BOOST_REQUIRE(part.hit <= whole.hit);
    BOOST_REQUIRE(diagnostics_of(report).size() == 1u);
    before = part.found;
  }
  BOOST_TEST(before == whole.found);
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same_report) {
  check_every_split(cobertura_format, recorded_report("cobertura/coverage.py-branch.xml"));
  check_every_split(cobertura_format, "\xef\xbb\xbf" + recorded_report("cobertura/gocover-cobertura.xml"));
  check_every_split(cobertura_format, of_lines("<line number='0' hits='\xff'/>"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

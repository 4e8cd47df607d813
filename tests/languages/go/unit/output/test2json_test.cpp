#include "parsers/languages/go/output/test2json.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

BOOST_AUTO_TEST_SUITE(test2json)

BOOST_AUTO_TEST_CASE(an_event_is_read_with_all_its_members) {
  test2json_reader reader;
  test2json_event event;
  BOOST_REQUIRE(
      reader.read(R"({"Time":"2026-01-01T00:00:00Z","Action":"output","Package":"p/q","Test":"TestÜ/a_b",)"
                  R"("Elapsed":1.25,"Output":"a\tb \u00fc \"c\"\n"})",
                  event));
  BOOST_TEST((event.action == test2json_action::output));
  BOOST_TEST(event.package == "p/q");
  BOOST_TEST(event.test == "TestÜ/a_b");
  BOOST_TEST(event.output == "a\tb ü \"c\"\n");
  BOOST_TEST(event.elapsed == 1.25);

  BOOST_REQUIRE(
      reader.read(R"({"ImportPath":"p [p.test]","Action":"build-output","Output":"# p\n"})", event));
  BOOST_TEST((event.action == test2json_action::build_output));
  BOOST_TEST(event.import_path == "p [p.test]");
  BOOST_TEST(event.package.empty());
  BOOST_TEST(event.test.empty());
  BOOST_TEST(event.elapsed == 0);

  BOOST_REQUIRE(
      reader.read(R"({"Action":"fail","Package":"p","Elapsed":3,"FailedBuild":"p [p.test]"})", event));
  BOOST_TEST((event.action == test2json_action::fail));
  BOOST_TEST(event.failed_build == "p [p.test]");
  BOOST_TEST(event.output.empty());
  BOOST_TEST(event.elapsed == 3);
}

BOOST_AUTO_TEST_CASE(every_known_action_is_told_apart_and_others_are_other) {
  using enum test2json_action;
  struct row {
    std::string_view name;
    test2json_action action;
  };
  const std::vector<row> rows{{"start", start}, {"run", run},         {"pass", pass},
                              {"fail", fail},   {"skip", skip},       {"output", output},
                              {"pause", pause}, {"cont", cont},       {"build-output", build_output},
                              {"attr", other},  {"artifacts", other}, {"build-fail", build_fail},
                              {"bench", other}, {"Pass", other}};
  test2json_reader reader;
  for (const auto& row : rows) {
    test2json_event event;
    BOOST_REQUIRE(reader.read(R"({"Action":")" + std::string{row.name} + R"("})", event));
    BOOST_TEST((event.action == row.action), row.name);
  }
}

BOOST_AUTO_TEST_CASE(what_is_nested_or_unknown_does_not_count) {
  test2json_reader reader;
  test2json_event event;
  BOOST_REQUIRE(
      reader.read(R"({"Extra":{"Action":"pass","Test":"Fake","Elapsed":9,"x":[1,{"Package":"fake"}]},)"
                  R"("Action":"fail","Test":["Fake"],"Package":"p","Elapsed":"1","Other":true,"N":null})",
                  event));
  BOOST_TEST((event.action == test2json_action::fail));
  BOOST_TEST(event.package == "p");
  BOOST_TEST(event.test.empty());
  BOOST_TEST(event.elapsed == 0);
}

BOOST_AUTO_TEST_CASE(a_line_that_is_no_event_is_refused_and_the_next_one_is_read) {
  const std::vector<std::string> lines{"",
                                       "ok  \tp\t0.1s",
                                       "{",
                                       "{}",
                                       "[]",
                                       "1",
                                       R"("Action")",
                                       R"({"Package":"p"})",
                                       R"({"Action":""})",
                                       R"({"Action":1})",
                                       R"([{"Action":"pass"}])",
                                       R"({"Action":"pass"} x)",
                                       R"({"Action":"pass"}{"Action":"fail"})",
                                       "{\"Action\":\"output\",\"Output\":\"\xFF\"}",
                                       "{\"Action\":\"output\",\"Output\":\"\x01\"}",
                                       R"({"Action":"output","Output":"\ud800"})",
                                       std::string(100000, '['),
                                       R"({"Action":)" + std::string(100000, '{')};
  test2json_reader reader;
  for (const auto& line : lines) {
    test2json_event event;
    BOOST_TEST(!reader.read(line, event), "taken for an event: " << line.substr(0, 60));
    BOOST_TEST(reader.read(R"({"Action":"pass","Test":"T"})", event));
    BOOST_TEST(event.test == "T");
  }
}

BOOST_AUTO_TEST_CASE(a_megabyte_of_escaped_output_is_one_event) {
  std::string escaped;
  std::string plain;
  for (int i = 0; i < 100000; ++i) {
    escaped += R"(\u00e4 \\ x\n)";
    plain += "\xC3\xA4 \\ x\n";
  }
  test2json_reader reader;
  test2json_event event;
  BOOST_REQUIRE(reader.read(R"({"Action":"output","Output":")" + escaped + R"("})", event));
  BOOST_TEST((event.output == plain));
}

BOOST_AUTO_TEST_SUITE_END()

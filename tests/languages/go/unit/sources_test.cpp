#include "parsers/languages/go/sources.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>

using namespace covey::parsers;
using namespace covey::parsers::languages::go;

namespace {

using strings = std::vector<std::string>;

test_sources sources_of(std::string text) {
  return {path_request{{"/w/a_test.go"}}, {{path_state::kind_type::file, std::move(text), {}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(go_source_files)

BOOST_AUTO_TEST_CASE(functions_are_found_whatever_stands_between_them) {
  const auto outline = read_source_outline(
      "package p\n"
      "/* func TestNot(t *testing.T) {} */\n"
      "var text = `\nfunc TestNeither(t *testing.T) {\n}\n`\n"
      "var quoted = \"func {\\\"\" + string('{') + string('\\'')\n"
      "func assembly(x int)\n"
      "func result() interface{} {\n\treturn nil\n}\n"
      "func (s *S[K, V]) Method(a struct{ b int }) (c interface{}, err error) {\n}\n"
      "func generic[T any](t T) {}; func second() {}\n"
      "type f func(t *testing.T) error\n"
      "func newer() { x := new(1 + 2); _ = func() { _ = x } }\n");
  std::string seen;
  for (const auto& each : outline.functions)
    seen += std::string{each.name} + ":" + std::to_string(each.first_line) + "-" +
            std::to_string(each.last_line) + (each.is_method ? "m " : " ");
  BOOST_TEST(seen == "result:9-11 Method:12-13m generic:14-14 newer:16-16 ");
}

BOOST_AUTO_TEST_CASE(the_tests_of_a_file_are_those_that_go_test_runs) {
  const auto sources = sources_of(
      "package p\n"
      "func TestMain(m *testing.M) {}\nfunc TestA(t *testing.T) {}\nfunc Test(t *T) {}\n"
      "func Testing(t *testing.T) {}\nfunc TestHelper(t *testing.T, x int) {}\n"
      "func (s *Suite) TestMethod() {}\nfunc FuzzA(f *testing.F) {}\nfunc BenchmarkA(b *testing.B) {}\n"
      "func ExampleA() {\n\tprint()\n\t// Output:\n\t// 1\n}\n"
      "func ExampleB() {\n\t// Output: 1\n\tprint()\n\t// no more\n}\n"
      "func ExampleC() {\n\t// unordered output: 1\n}\n");
  BOOST_TEST(sources.tests_of({"/w/a_test.go", "/w/gone_test.go"}) ==
                 (strings{"TestA", "Test", "FuzzA", "ExampleA", "ExampleC"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_line_logs_or_fails_or_nobody_knows) {
  const auto sources = sources_of(
      "package p\nfunc TestA(t *testing.T) {\n\tt.Log(1)\n\tt.Errorf(\"t.Log(1)\")\n\tcheck(t)\n"
      "\tif bad { t.Log(1); t.Fatal(2) }\n\tt.Skipf(\"x\") // t.Error(1)\n\tt.Log(err.Error())\n}\n");
  using enum line_kind;
  for (const auto& [line, kind] : std::vector<std::pair<std::uint32_t, line_kind>>{
           {3, log}, {4, error}, {5, unknown}, {6, error}, {7, log}, {8, log}})
    BOOST_TEST((sources.kind_of("/w/a_test.go", line) == kind), line);
  BOOST_TEST((sources.kind_of("/w/b_test.go", 3) == unknown));
}

BOOST_AUTO_TEST_CASE(the_end_of_the_process_is_found_where_only_one_line_can_be_it) {
  const auto sources = sources_of(
      "package p\nfunc die() {\n\tos.Exit(3)\n}\nfunc TestA(t *testing.T) {\n\tdie()\n}\n"
      "func TestB(t *testing.T) {\n\tdie()\n\tlog.Fatal(1)\n}\nfunc TestC(t *testing.T) {\n\texec()\n}\n");
  const auto line = [&](const char* test) {
    return sources.exit_in_test({"/w/a_test.go"}, test).value().line;
  };
  BOOST_TEST(line("TestA") == 6U);
  BOOST_TEST(line("TestB/sub") == 8U);
  BOOST_TEST(line("TestC") == 12U);
  BOOST_TEST(!sources.exit_in_test({"/w/a_test.go"}, "TestGone").has_value());
}

BOOST_AUTO_TEST_CASE(a_way_out_of_test_main_is_found_and_what_ends_otherwise_is_none) {
  const auto line = [](const std::string& body) {
    const auto found = sources_of("package p\nfunc needs() {\n\tos.Exit(0)\n}\nfunc init() { return }\nfunc TestMain(m *testing.M) {\n" +
                                  body + "\tos.Exit(m.Run())\n}\n")
                           .way_out_of_test_main({"/w/a_test.go"});
    return found ? found->line : 0U;
  };
  BOOST_TEST(line("") == 0U);
  BOOST_TEST(line("\tif down {\n\t\tos.Exit(0)\n\t}\n") == 8U);
  BOOST_TEST(line("\tif down {\n\t\treturn\n\t}\n") == 8U);
  BOOST_TEST(line("\tneeds()\n") == 7U);
  BOOST_TEST(line("\tneeds()\n\tif down {\n\t\treturn\n\t}\n") == 6U);  // where it begins
  BOOST_TEST(line("\tlist(func() int { return 0 })\n\tos.Exit(1)\n") == 0U);
  BOOST_TEST(!sources_of("package p\nfunc TestA(t *testing.T) {}\n").way_out_of_test_main({"/w/a_test.go"}).has_value());
}

BOOST_AUTO_TEST_CASE(damaged_sources_are_read_as_well_as_they_can_be) {
  const std::string text =
      "package p\nfunc TestA(t *testing.T) {\n\tt.Log(`x`, \"y\\\"\", 'z')\n\t// Output: 1\n}\n/* end */\n";
  for (std::size_t length = 0; length < text.size(); ++length)
    for (const char* more : {"", "\"", "`", "'\\", "/*", "{", "}", "func", "func ("})
      BOOST_TEST(read_source_outline(text.substr(0, length) + more).functions.size() <= 2U);
}

BOOST_AUTO_TEST_SUITE_END()

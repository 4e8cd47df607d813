#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/go/discovery/names.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;
using namespace covey::parsers;
using namespace covey::parsers::languages::go;
using texts = std::vector<std::string>;

std::unique_ptr<const test_finder> finder() {
  return find_language("go")->make_finder({});
}

// The listing of a file whose third line begins with `source`, without that of its first block's lines.
std::string in_file(const std::string& source) {
  return listed("go", "x_test.go", "package x\n\n" + source + "\n");
}

// The blocks below TestX whose body this is, one line a block.
std::string in_test(const std::string& body) {
  auto out = in_file("func TestX(t *testing.T) {\n" + body + "\n}");
  out.erase(0, out.find('\n') + 1);
  return out;
}

std::vector<block_name> path_of(const std::string& call) {
  const auto file = finder()->blocks("x_test.go", "package x\nfunc TestX(t *testing.T) {\n" + call + "\n}\n");
  BOOST_REQUIRE(file.blocks.size() == 2U);
  return file.blocks.back().path;
}

// No block lies outside of the text, and nothing breaks.
void survives(std::string_view text) {
  const auto all = finder();
  all->may_hold_blocks(text);
  auto file = all->blocks("a/x_test.go", text);
  file_blocks* const alone[] = {&file};
  all->link(alone);
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  for (const auto& block : file.blocks) {
    BOOST_TEST(block.line_start >= 1U);
    BOOST_TEST(block.line_start <= block.line_end);
    BOOST_TEST(block.line_end <= lines);
    BOOST_TEST(!block.path.empty());
  }
}

BOOST_AUTO_TEST_SUITE(go_discovery)

BOOST_AUTO_TEST_CASE(a_tree_of_realistic_files) {
  expect_listing("go");
}

BOOST_AUTO_TEST_CASE(test_files_are_told_by_their_names) {
  const struct {
    const char* path;
    bool is_test;
  } cases[] = {
      {"a_test.go", true},           {"a/b/c_test.go", true},
      {"_test.go", false},           {"_a_test.go", false},
      {".a_test.go", false},         {"a_test.go.orig", false},
      {"a_Test.go", false},          {"test.go", false},
      {"testdata/a_test.go", false}, {"a/testdata/b/c_test.go", false},
      {"vendor/x/a_test.go", false}, {"_x/a_test.go", false},
      {"a/.x/b/a_test.go", false},   {"xtestdata/a_test.go", true},
      {"a_b/c_test.go", true},       {"", false},
  };
  for (const auto& one : cases)
    BOOST_TEST((finder()->role(one.path) == file_role::test) == one.is_test, one.path);
}

BOOST_AUTO_TEST_CASE(the_letter_after_the_prefix_is_no_small_one) {
  for (const auto* name : {"Test", "TestX", "Test_x", "Test1", "TestÄ", "TestЯ", "Test日", "TestŻ"})
    BOOST_TEST(is_test_name(name, "Test"), name);
  for (const auto* name : {"Testing", "Testä", "Testя", "Testż", "Tes", "test", "Testſ", "Testσ"})
    BOOST_TEST(!is_test_name(name, "Test"), name);
}

BOOST_AUTO_TEST_CASE(names_are_rewritten_as_go_does) {
  const std::pair<std::string, std::string> cases[] = {
      {"a b\tc\nd", "a_b_c_d"},
      {"\xC2\xA0\xE3\x80\x80", "__"},
      {"", "#00"},
      {"\x01\x7F\a\b", R"(\x01\x7f\a\b)"},
      {"\xE2\x80\x8B", R"(\u200b)"},
      {"größe", "größe"},
      {"\xFF\xFE", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"\xF3\xA0\x80\x81", R"(\U000e0001)"},
      {"a/b", "a/b"},
      {"\\d", "\\d"},
  };
  for (const auto& [name, rewritten] : cases) BOOST_TEST(subtest_name(name) == rewritten);
}

BOOST_AUTO_TEST_CASE(string_literals) {
  const std::pair<std::string, std::string> cases[] = {
      {R"("a\tb")", "a\tb"},
      {R"("\x41\101\u00e9\U0001F600\"\\")", "AA\xC3\xA9\xF0\x9F\x98\x80\"\\"},
      {"`a\\t\"`", "a\\t\""},
      {"`a\r\nb`", "a\nb"},
      {"\"\"", ""}};
  for (const auto& [literal, value] : cases) {
    BOOST_REQUIRE(unquoted(literal).has_value());
    BOOST_TEST(*unquoted(literal) == value);
  }
  for (const auto* broken :
       {"", "\"", "\"a", "'a'", R"("\q")", R"("\x4")", R"("\ud800")", R"("\)", R"("\777")"})
    BOOST_TEST(!unquoted(broken).has_value(), broken);
}

BOOST_AUTO_TEST_CASE(build_constraints) {
  const struct {
    const char* path;
    const char* text;
    bool is_built;
  } cases[] = {
      {"a_test.go", "package a", true},
      {"a_test.go", "//go:build ignore\npackage a", false},
      {"a_test.go", "// words\n\n//go:build !ignore\n\npackage a", true},
      {"a_test.go", "/* many\nlines */\n//go:build tools\r\npackage a", false},
      {"a_test.go", "package a\n//go:build ignore\n", true},
      {"a_test.go", "//go:build go1.18 && (unix || windows)\npackage a", true},
      {"a_test.go", "//go:build windows || plan9\npackage a", false},
      {"a_test.go", "//go:build ) odd (\npackage a", true},
      {"a_test.go", "\xEF\xBB\xBF//go:build ignore\npackage a", false},
      {"a_windows_test.go", "", false},
      {"a_plan9_arm_test.go", "", false},
      {"a_wasm_test.go", "", false},
      {"windows_test.go", "", true},
      {"a_unknown_test.go", "", true},
      {"deep/windows/a_test.go", "", true},
  };
  for (const auto& one : cases)
    BOOST_TEST(build_note(one.path, one.text).empty() == one.is_built, one.path << ": " << one.text);
  BOOST_TEST(build_note("a_test.go", "//go:build " + std::string(100'000, '(') + "x").empty());
}

BOOST_AUTO_TEST_CASE(paths_hold_what_go_will_report) {
  const std::pair<const char*, texts> cases[] = {
      {R"(t.Run("with space", f))", {"with_space"}},
      {R"(t.Run("", f))", {"#00"}},
      {R"(t.Run("a/b", f))", {"a/b"}},
      {R"(t.Run(name(), f))", {"", ""}},
      {R"(t.Run("a "+name()+" b", f))", {"a_", "_b"}},
      {R"(t.Run(fmt.Sprintf("%02d of %s!", n, m), f))", {"", "_of_", "!"}},
      {R"(t.Run(fmt.Sprintf("%d%%", 5), f))", {"5%"}},
      {R"(t.Run(fmt.Sprintf("%*d", 5, n), f))", {"", ""}},
      {R"(t.Run(1 + 2, f))", {"", ""}},
  };
  for (const auto& [call, literals] : cases)
    BOOST_TEST(path_of(call).back().literals == literals, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_begins_a_subtest) {
  const std::pair<const char*, const char*> cases[] = {
      {R"(t.Run("a", f))", "  4-4 test TestX > a\n"},
      {R"(t.Run("a", f, g))", ""},
      {R"(t.run("a", f))", ""},
      {R"(x.Run("a", f))", ""},
      {R"(x.Run("a", func(t *testing.T) {}))", "  4-4 test TestX > a\n"},
      {R"(c := qt.New(t); c.Run("a", func(c *qt.C) {}))", "  4-4 test TestX > a\n"},
      {R"(x.Run("a", func(t *testing.T) error {}))", ""},
      {R"(t := other; t.Run("a", f))", ""},
      {R"(func(t string) { t.Run("a", f) }(""))", ""},
      {R"(func(b *testing.T) { b.Run("a", f) }(t))", "  4-4 test dynamic TestX > a\n"},
      {R"(t.Run(func() string { return "a" }(), f))",
       "  4-4 test dynamic TestX > func() string { return \"a\" }()\n"},
      {R"(name := "a"; t.Run(name, f))", "  4-4 test TestX > a\n"},
      {R"(name := "a"; name += "b"; t.Run(name, f))", "  4-4 test dynamic TestX > name\n"},
      {R"(i := 0; i++; t.Run(fmt.Sprint(i), f))", "  4-4 test dynamic TestX > fmt.Sprint(i)\n"},
      {R"(x := x + x; t.Run(x, f))", "  4-4 test dynamic TestX > x\n"},
  };
  for (const auto& [body, listing] : cases) BOOST_TEST(in_test(body) == listing, body);
}

BOOST_AUTO_TEST_CASE(a_table_that_cannot_be_read_leaves_the_call) {
  const char* const loops[] = {
      "for _, tc := range load() {",
      "for _, tc := range []testCase{} {",
      "for _, tc := range []testCase{{in: \"a\"}} {",
      "for _, tc := range []testCase{{\"the fields of testCase are not known\"}} {",
      "for _, tc := range []testCase{newCase(\"a\")} {",
  };
  for (const auto* loop : loops)
    BOOST_TEST(
        in_test(std::string{loop} + "\nt.Run(tc.name, f)\n}") == "  5-5 test dynamic TestX > tc.name\n",
        loop);
}

BOOST_AUTO_TEST_CASE(cases_that_say_nothing_of_their_names_are_not_listed) {
  BOOST_TEST(in_test("for _, tc := range []testCase{{want: 1}, {want: 2}} {\n"
                     "t.Run(fmt.Sprintf(\"Equal(%#v)\", tc.want), f)\n}") ==
             "  5-5 test dynamic TestX > fmt.Sprintf(\"Equal(%#v)\", tc.want)\n");
}

BOOST_AUTO_TEST_CASE(examples_need_an_output) {
  const std::pair<const char*, bool> cases[] = {
      {"// Output: x", true},
      {"// output:", true},
      {"//OUTPUT: x", true},
      {"/* Output: x */", true},
      {"//\n// Unordered output:", true},
      {"// words\n// Output: x", false},
      {"// words\n\n// Output: x", true},
      {"// Outputs: x", false},
      {"// Output: x\n\n// words", false},
      {"f() // words\n// Output: x", true},
      {"", false},
  };
  for (const auto& [comment, runs] : cases)
    BOOST_TEST(in_file("func Example() {\n" + std::string{comment} + "\n}").empty() != runs, comment);
  BOOST_TEST(in_file("func Example_of(x int) {\n// Output: x\n}").empty());
  BOOST_TEST(in_file("func Exampleof() {\n// Output: x\n}").empty());
}

constexpr const char* ginkgo_file =
    "import . \"github.com/onsi/ginkgo/v2\"\n"
    "var _ = Describe(\"Cart\", func() {\n"
    "  When(\"it is empty\", func() {\n"
    "    It(\"is free\", Label(\"x\"), func() { Describe(\"no\", nil) })\n"
    "    for _, tc := range cases { FIt(\"adds \"+tc.name, func() {}) }\n"
    "  })\n"
    "  DescribeTable(\"prices\", price, Entry(\"one\", 1), Entry(nil, 2))\n"
    "})\n"
    "func helper() { It(\"is called elsewhere\", func() {}) }\n";

BOOST_AUTO_TEST_CASE(ginkgos_specs_stand_below_the_function_that_runs_them) {
  BOOST_TEST(
      in_file(std::string{ginkgo_file} + "func TestCart(t *testing.T) { RunSpecs(t, \"Cart Suite\") }") ==
      R"(  4-10 group TestCart > Cart
  5-8 group TestCart > Cart > it is empty
  6-6 test TestCart > Cart > it is empty > is free
  7-7 test dynamic TestCart > Cart > it is empty > "adds "+tc.name
  9-9 group TestCart > Cart > prices
  9-9 test TestCart > Cart > prices > one
  9-9 test dynamic TestCart > Cart > prices > nil
  12-12 test TestCart
)");
}

BOOST_AUTO_TEST_CASE(specs_are_linked_to_the_suite_of_another_file_and_package) {
  const auto all = finder();
  auto specs = all->blocks("a/cart_test.go", "package a_test\n" + std::string{ginkgo_file});
  auto suite = all->blocks("a/a_suite_test.go",
                           "package a\nfunc TestCart(t *testing.T) { ginkgo.RunSpecs(t, \"Cart Suite\") }\n");
  file_blocks* const both[] = {&specs, &suite};
  all->link(both);
  BOOST_REQUIRE(specs.blocks.size() == 7U);
  BOOST_TEST(specs.blocks[2].label == "TestCart > Cart > it is empty > is free");
  const std::vector<block_name> path{block_name{"TestCart"}, block_name{"Cart"},
                                     block_name{"when it is empty"}, block_name{"is free"}};
  BOOST_CHECK((specs.blocks[2].path == path));
}

BOOST_AUTO_TEST_CASE(suites_are_run_by_whatever_makes_them) {
  const char* const runs[] = {
      "suite.Run(t, new(S))",
      "suite.Run(t, &S{})",
      "suite.Run(t, S{a: 1})",
      "s := new(S); suite.Run(t, s)",
      "s := S{}; suite.Run(t, &s)",
      "var s S; suite.Run(t, &s)",
      "suite.Run(t, newS())",
      "suite.Run(t, NewS(1))",
      "suite.Run(t, made())",
      "suite.Run(t, new(Outer))",
      "suite.Run(t, (&S{}))",
      "suitelib.RunSuite(t, &S{})",
      "Run(t, &S{})",
      "runSuite(t, &S{})",
  };
  for (const auto* run : runs) {
    const auto out = in_file(
        "func (s *S) TestAdd() {}\ntype Outer struct { S }\nfunc made() *S { return nil }\n"
        "func TestRuns(t *testing.T) { " +
        std::string{run} + " }");
    BOOST_TEST(out == "  3-3 test TestRuns > TestAdd\n  6-6 test TestRuns\n", run);
  }
  BOOST_TEST(in_file("func (s *S) TestAdd() {}\nfunc TestOther(t *testing.T) { suite.Run(t, other.S{}) }") ==
             "  4-4 test TestOther\n");
}

BOOST_AUTO_TEST_CASE(embedding_in_a_circle_ends) {
  BOOST_TEST(in_file("type A struct { *B }\ntype B struct { *A }\nfunc (a *A) TestX() {}\n"
                     "func TestR(t *testing.T) { suite.Run(t, new(B)) }") ==
             "  5-5 test TestR > TestX\n  6-6 test TestR\n");
}

BOOST_AUTO_TEST_CASE(functions_that_call_each_other_are_followed_to_an_end) {
  BOOST_TEST(in_file("func TestX(t *testing.T) { a(t) }\n"
                     "func a(t *testing.T) { t.Run(\"once\", a); a(t) }")
                 .find("once > once > once") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_cut) {
  constexpr int depth = 3000;
  std::string text = "package x\nfunc TestX(t *testing.T) {\n";
  for (int i = 0; i < depth; ++i) text += "t.Run(\"level\", func(t *testing.T) {\n";
  for (int i = 0; i < depth; ++i) text += "})\n";
  text += "}\n";
  const auto file = finder()->blocks("x_test.go", text);
  BOOST_TEST(file.blocks.size() == 24U);
  BOOST_TEST(file.notes == texts{"it holds more subtests than are listed"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(names_that_stand_for_ever_longer_names_end) {
  std::string body = "x0 := \"long\"\n";
  for (int i = 1; i < 60; ++i)
    body += "x" + std::to_string(i) + " := x" + std::to_string(i - 1) + " + x" + std::to_string(i - 1) + "\n";
  BOOST_TEST(in_test(body + "t.Run(x59, f)").find("dynamic TestX > x59") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(any_bytes_give_a_value) {
  const auto tree = covey::testing::test_data() / "languages/go/listing/tree";
  std::mt19937 random{5};
  for (const auto& entry : fs::recursive_directory_iterator{tree}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    for (std::size_t end = 0; end < text.size(); end += 47) survives(std::string_view{text}.substr(0, end));
    for (int i = 0; i < 20; ++i) {
      auto damaged = text;
      for (int k = 0; k < 8; ++k) damaged[random() % damaged.size()] = static_cast<char>(random());
      survives(damaged);
    }
  }
  for (int i = 0; i < 50; ++i) {
    std::string noise(random() % 400, '\0');
    for (auto& c : noise) c = static_cast<char>(random());
    survives(noise);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::testing

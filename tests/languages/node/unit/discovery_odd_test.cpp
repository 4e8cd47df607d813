// Sources of Node that are not well-formed, deep, long, or no sources at all.
#include "parsers/languages/catalogue.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include "tests/support/test_data.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;
using namespace covey::parsers;
using texts = std::vector<std::string>;

std::unique_ptr<const test_finder> finder() {
  return find_language("node")->make_finder({});
}

std::string in_file(const std::string& text, const char* path = "x.test.ts") {
  return listed("node", path, text);
}

// No block lies outside of the text, or before the one that is listed before it, and nothing breaks.
void survives(std::string_view path, std::string_view text) {
  const auto all = finder();
  const auto file = all->blocks(path, text);
  const auto lines = static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  std::uint32_t last = 1;
  for (const auto& block : file.blocks) {
    BOOST_TEST_REQUIRE(block.line_start >= last);
    BOOST_TEST_REQUIRE(block.line_start <= block.line_end);
    BOOST_TEST_REQUIRE(block.line_end <= lines);
    BOOST_TEST_REQUIRE(!block.path.empty());
    last = block.line_start;
  }
  if (!all->may_hold_blocks(text)) BOOST_TEST_REQUIRE(file.blocks.empty());
}

BOOST_AUTO_TEST_SUITE(node_discovery_odd)

BOOST_AUTO_TEST_CASE(files_that_are_not_well_formed) {
  BOOST_TEST(in_file("describe('a', () => {\n  it('x', () => { f( })\n  it('y', f)\n})\nit('z', f)") ==
             "  1-4 group a\n  2-2 test a > x\n  3-3 test a > y\n  5-5 test z\n  broken\n");
  BOOST_TEST(in_file("it('x', f)\ndescribe('a', () => {\n  it('y', f)\n") ==
             "  1-1 test x\n  3-3 test dynamic y\n  broken\n");
  BOOST_TEST(in_file("// @flow\nimport type { A } from 'a';\nit('x', (a: A) => {})", "x.test.js") ==
             "  3-3 test x\n");
}

// Explicit resource management, deferred imports: what the tree has of the names around an error is open at its beginning.
BOOST_AUTO_TEST_CASE(files_that_are_newer_than_the_grammar) {
  BOOST_TEST(in_file(R"~(import data from "./x.json" with { type: "json" };
import defer * as ns from "./ns";

class A { accessor x = 1; }

describe("outer", () => {
  it("first", async () => {
    using a = open();
    await using b = open2();
    const re = /it\("no", \(\) => \{/;
  });

  describe("inner", () => {
    it.each([[1], [2]])("row %s", (x) => {
      for (using c of list) {}
    });
    test(`tpl ${1 + 2} x`, () => {});
    it.skip("skipped", () => {});
  });
  // it("comment", () => {})
  const s = 'it("string", () => {})';
  it('last of outer', () => {});
});

test("top", () => { const x = <const T,>(a: T) => a; });
)~") == "  7-11 test dynamic first\n"
        "  13-23 group dynamic inner\n"
        "  14-19 test dynamic inner > row %s\n"
        "  17-17 test dynamic inner > row %s > tpl ${1 + 2} x\n"
        "  18-18 test dynamic inner > row %s > skipped\n"
        "  22-22 test dynamic inner > last of outer\n"
        "  25-25 test dynamic top\n"
        "  broken\n");
}

BOOST_AUTO_TEST_CASE(deep_and_long_files_stay_small) {
  std::string nested;
  for (int i = 0; i < 3000; ++i) nested += "describe('group " + std::to_string(i) + "', () => {";
  nested += "it('x', f)";
  for (int i = 0; i < 3000; ++i) nested += "})";
  const auto deep = finder()->blocks("x.js", nested);
  BOOST_TEST(deep.blocks.size() == 64U);
  BOOST_TEST(!deep.broken);

  const auto brackets = std::string(100'000, '(') + "it" + std::string(100'000, ')') + "('x', f);";
  BOOST_TEST(finder()->blocks("x.js", brackets).blocks.size() == 1U);
  std::string chain = "it";
  for (int i = 0; i < 20'000; ++i) chain += ".only";
  BOOST_TEST(finder()->blocks("x.js", chain + "('x', f)").blocks.empty());
  std::string sum = "'x'";
  for (int i = 0; i < 20'000; ++i) sum += "+'y'";
  const auto long_title = finder()->blocks("x.js", "it(" + sum + ", () => {})");
  BOOST_TEST_REQUIRE(long_title.blocks.size() == 1U);
  BOOST_TEST(long_title.blocks.front().label.size() == 2000U);
  BOOST_TEST(long_title.blocks.front().path.front().literals.size() == 2U);
  BOOST_TEST(long_title.blocks.front().dynamic);

  std::string many = "describe('" + std::string(1990, 'a') + "', () => {\n";
  for (int i = 0; i < 20'000; ++i) many += "it('x', f)\n";
  const auto cut = finder()->blocks("x.js", many + "})");
  BOOST_TEST(cut.blocks.size() < 20'000U);
  BOOST_TEST(cut.notes.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_quick_look_spares_parsing) {
  for (const auto* text :
       {"it('x')", "import t from 'ava'", "x.step(", "QUnit", "(test)", "const{it}=a", "tap", "\xC2\xA0it("})
    BOOST_TEST(finder()->may_hold_blocks(text), text);
  for (const auto* text :
       {"", "with", "latest contest", "items.iter()", "createContext", "suites", "testing", "$it it$ _test"})
    BOOST_TEST(!finder()->may_hold_blocks(text), text);
}

BOOST_AUTO_TEST_CASE(any_bytes_give_a_listing) {
  for (const auto& entry :
       fs::recursive_directory_iterator{covey::testing::test_data() / "languages/node/listing/tree"}) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    for (std::size_t size = 0; size <= text.size(); size += 47)
      survives(entry.path().filename().string(), text.substr(0, size));
  }
  std::mt19937 random{1};
  const texts words{"describe", "(",        "'a'",   ",",  "()",     "=>",   "{",         "}",
                    ")",        "it",       ".each", "`",  "${",     "test", ".",         "t",
                    "async",    "function", ";\n",   "\n", "import", "{x}",  "as",        "const",
                    "=",        "[",        "]",     "+",  "\"",     "/*",   "Deno.test", "fn",
                    ":",        "name",     "<T>",   "?",  "class",  "\xFF", "\r",        "require('tape')"};
  for (int round = 0; round < 400; ++round) {
    std::string text;
    for (int i = 0; i < 60; ++i) text += words[random() % words.size()] + (random() % 2 == 0 ? " " : "");
    survives(round % 2 == 0 ? "x.test.tsx" : "x.test.js", text);
    std::string noise;
    for (int i = 0; i < 200; ++i) noise += static_cast<char>(random() % 256);
    survives("x.test.ts", "it('x', f);" + noise);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::testing

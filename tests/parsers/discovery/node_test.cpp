#include "parsers/discovery/catalogue.hpp"
#include "tests/parsers/discovery/listing.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {
namespace {

namespace fs = std::filesystem;
using namespace covey::parsers;
using texts = std::vector<std::string>;
using source_and_listing = std::pair<std::string, std::string>;

std::unique_ptr<const test_finder> finder() {
  return find_discovery("node")->make({});
}

std::string in_file(const std::string& text, const char* path = "x.test.ts") {
  return listed("node", path, text);
}

// Each source with its listing; lines are those of the source.
void expect_listings(const std::vector<source_and_listing>& cases) {
  for (const auto& [source, listing] : cases) BOOST_TEST(in_file(source) == listing, source);
}

// Of the last block.
std::vector<block_name> path_in(const std::string& text) {
  const auto file = finder()->blocks("x.test.ts", text);
  BOOST_REQUIRE(!file.blocks.empty());
  return file.blocks.back().path;
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

BOOST_AUTO_TEST_SUITE(node_discovery)

BOOST_AUTO_TEST_CASE(a_tree_of_realistic_files) {
  expect_listing("node", "node");
}

BOOST_AUTO_TEST_CASE(members_of_what_makes_tests) {
  for (const auto* call : {"it",
                           "test",
                           "specify",
                           "fit",
                           "xit",
                           "xtest",
                           "xspecify",
                           "it.only",
                           "it.skip",
                           "it.concurrent",
                           "test.concurrent.only",
                           "test.sequential",
                           "it.failing",
                           "test.fails",
                           "test.todo",
                           "it['only']",
                           "it.skipIf(a)",
                           "test.runIf(a).skip",
                           "test.if(a)",
                           "test.todoIf(b)",
                           "it.extend({})",
                           "Deno.test",
                           "Deno.test.only",
                           "Deno.test.ignore",
                           "QUnit.test",
                           "globalThis.it",
                           "it!.only",
                           "it<Context>",
                           "test.each<number>([1])",
                           "(it as any)",
                           "(a ? it : it.skip)",
                           "(0, it)",
                           "(a || it)",
                           "it.effect",
                           "test.each([1])",
                           "test.concurrent.each([1]).only",
                           "it.each`a\n${1}\n`"}) {
    const std::string source = call + std::string{"('x', () => {})"};
    const auto lines = std::to_string(std::count(source.begin(), source.end(), '\n') + 1);
    BOOST_TEST(in_file(source) == "  1-" + lines + " test x\n", source);
  }
  for (const auto* call :
       {"describe", "context", "suite", "fdescribe", "xdescribe", "xcontext", "describe.only",
        "describe.skip", "describe.each([1])", "describe.shuffle", "describe.skipIf(a)", "test.describe",
        "test.describe.parallel.only", "suite.only", "describe.for([1])", "QUnit.module", "window.describe"})
    BOOST_TEST(in_file(call + std::string{"('x', () => {})"}) == "  1-1 group x\n", call);
}

BOOST_AUTO_TEST_CASE(calls_that_make_no_tests) {
  for (const auto* source : {"it.next()",
                             "it.next('x', () => {})",
                             "it.each('x', () => {})",
                             "it.each([1])",
                             "it()",
                             "it(...all)",
                             "test('text')",
                             "test(value)",
                             "test(value, other)",
                             "test(/re/, 'text')",
                             "test('text', 5)",
                             "/re/.test('x', () => {})",
                             "re.test('x', () => {})",
                             "suite.on('x', () => {})",
                             "suite.add('x', f)",
                             "test.skip(condition, 'why')",
                             "test.skip(() => true, 'why')",
                             "test.skip()",
                             "test(() => {})",
                             "test.step('x', () => {})",
                             "test.beforeEach('x', () => {})",
                             "test.use({ test: () => {} })",
                             "describe.configure({ mode: 'x' })",
                             "module('x', () => {})",
                             "step('x', () => {})",
                             "t.step('x', () => {})",
                             "Deno.bench('x', () => {})",
                             "Deno.describe('x', () => {})",
                             "it({ name: 'x' })",
                             "new it('x', () => {})",
                             "class A { it() { test('x') } }",
                             "`it('x', () => {})`",
                             "// it('x', () => {})",
                             "'it(\"x\", () => {})'",
                             "it`x`",
                             "context('2d', 1)"})
    BOOST_TEST(in_file(source) == "", source);
}

BOOST_AUTO_TEST_CASE(bodies_and_what_stands_for_them) {
  for (const auto* rest : {"() => {}",
                           "async () => {}",
                           "function () {}",
                           "async function named() {}",
                           "function* () {}",
                           "{ timeout: 5 }, () => {}",
                           "options, () => {}",
                           "() => {}, 5000",
                           "() => {},",
                           "/* a */ () => {} /* b */",
                           "body",
                           "macro, { a: 1 }",
                           "bodies.first",
                           "bodies[0]",
                           "fakeAsync(() => {})",
                           "a ? b : c",
                           "body as any",
                           "(() => {}) satisfies F",
                           "{ skip: true }",
                           "{ todo: 'later' }",
                           "{ fn() {} }",
                           "{ fn: () => {} }"})
    BOOST_TEST(in_file("test('x', " + std::string{rest} + ")") == "  1-1 test x\n", rest);
  BOOST_TEST(in_file("it('x')") == "  1-1 test x\n");
  BOOST_TEST(in_file("test.todo('x')") == "  1-1 test x\n");
  BOOST_TEST(in_file("const a = it('x')") == "");
}

BOOST_AUTO_TEST_CASE(names_by_which_frameworks_are_imported) {
  for (const auto* import : {
           "import { test as check } from 'node:test'",
           "import check from 'node:test'",
           "import check from 'ava'",
           "import { it as check } from 'vitest'",
           "import { test as check } from './my-own'",
           "import check = require('tape')",
           "const check = require('node:test')",
           "const { test: check } = require('node:test')",
           "const { it: check = 1 } = await import('bun:test')",
           "const check = require('mocha').it",
           "const check = it",
           "const check = globalThis.test",
           "const check = ci ? it : it.skip",
           "const check = test.extend({})",
           "export const check = it.each([1])",
           "const make = (c) => (c ? it : it.skip); const check = make(1)",
           "const { it: check } = make()",
           "const { test: check } = globalThis",
           "let { test: { only }, it: check } = all",
       })
    BOOST_TEST(in_file(import + std::string{";check('x', f)"}) == "  1-1 test x\n", import);
  expect_listings({
      {"import * as nt from 'node:test';\nnt.describe('x', () => { nt.it('y', f) })",
       "  2-2 group x\n  2-2 test x > y\n"},
      {"import { describe, it } from 'https://deno.land/std@0.224.0/testing/bdd.ts';\nit(a, 'x', () => {})",
       "  2-2 test dynamic x\n"},
      {"import { module, test } from 'qunit';\nmodule('x', (hooks) => { test('y', f) })",
       "  2-2 group x\n  2-2 test x > y\n"},
      {"import test from 'test';\ntest(() => {})", "  2-2 test <anonymous>\n"},
      {"const when = (c) => c ? test : test.skip\nwhen(1)('x', f)", "  2-2 test x\n"},
  });
}

BOOST_AUTO_TEST_CASE(names_that_mean_something_else) {
  for (const auto* source : {"function it() {}\nit('x', () => {})",
                             "const it = () => {};it('x', () => {})",
                             "class test {}\ntest('x', () => {})",
                             "const test = 5;test('x', () => {})",
                             "function f(it) { it('x', () => {}) }",
                             "const f = it => it('x', () => {})",
                             "const f = ({ it }) => it('x', () => {})",
                             "const f = (a, [it]) => it('x', () => {})",
                             "const f = (it = 1) => it('x', () => {})",
                             "const f = (...it) => it('x', () => {})",
                             "function f(it: T) { it('x', () => {}) }",
                             "const suite = new Suite();suite('x', () => {})",
                             "for (const it of all) it('x', () => {})",
                             "for (let it = 1;;) it('x', () => {})",
                             "try {} catch (it) { it('x', () => {}) }",
                             "import { assert as it } from 'a'; it('x', () => {})",
                             "import it from './number'.it; 5",
                             "const { a: it } = b;it('x', () => {})",
                             "const [it] = b;it('x', () => {})",
                             "(function it() { it('x', () => {}) })()",
                             "describe.each([it])('x', (it) => { it('y', () => {}) })"})
    BOOST_TEST(in_file(source).find("test x") == std::string::npos, source << in_file(source));
  BOOST_TEST(in_file("{ const it = 1 }\nit('x', f)") == "  2-2 test x\n");
  BOOST_TEST(in_file("describe.each([1])('x', (it) => { it('y', f) })") == "  1-1 group x\n");
}

BOOST_AUTO_TEST_CASE(titles_and_names) {
  const struct {
    const char* title;
    const char* label;
    texts pieces;
  } cases[] = {
      {R"("a")", "a", {"a"}},
      {R"('\'\x41\u00e9\u{1F6D2}\ud83d\uded2\0')", nullptr, {std::string{"'Aé🛒🛒\0", 13}}},
      {R"('lone \ud800 x')", "lone \xEF\xBF\xBD x", {"lone \xEF\xBF\xBD x"}},
      {"'a \\\r\nb'", "a b", {"a b"}},
      {"`a\r\nb`", "a\nb", {"a\nb"}},
      {"`a`", "a", {"a"}},
      {"`a ${b} c ${d}`", "a ${b} c ${d}", {"a ", " c ", ""}},
      {"`${a}`", "${a}", {"", ""}},
      {"'a' + 'b'", "ab", {"ab"}},
      {"('a' + `b`) + 'c' + 1", "abc1", {"abc1"}},
      {"'a' + b + 'c'", "'a' + b + 'c'", {"a", "c"}},
      {"b + c", "b + c", {"", ""}},
      {"'a' as const", "a", {"a"}},
      {"7", "7", {"7"}},
      {"7.50", "7.50", {"", ""}},
      {"name", "name", {"", ""}},
      {"f({\n  a:   1,\n})", "f({ a: 1, })", {"", ""}},
      {"KNOWN", "text", {"text"}},
      {"'a' + KNOWN", "atext", {"atext"}},
      {"Cart", "Cart", {"Cart"}},
      {"Cart.name", "Cart.name", {"Cart"}},
      {"one", "one", {"one"}},
      {"Renamed", "Renamed", {"Original"}},
      {"CONSTANT", "CONSTANT", {"", ""}},
  };
  const std::string before =
      "import { CONSTANT, Original as Renamed } from './a'; const KNOWN = 'text'; class Cart {} function "
      "one() {}\n";
  for (const auto& one : cases) {
    const auto file = finder()->blocks("x.ts", before + "describe(" + one.title + ", () => {})");
    BOOST_TEST_REQUIRE(file.blocks.size() == 1U, one.title);
    const auto& block = file.blocks.front();
    if (one.label != nullptr) BOOST_TEST(block.label == one.label, one.title);
    BOOST_TEST(block.path.front().pieces == one.pieces, boost::test_tools::per_element());
    const bool candidate = one.title == std::string_view{"Renamed"};
    BOOST_TEST(block.dynamic == (one.pieces.size() > 1 || candidate), one.title);
  }
}

BOOST_AUTO_TEST_CASE(titles_of_tables_have_holes_where_rows_go) {
  const std::pair<const char*, texts> cases[] = {
      {"'%s and %i%%'", {"", " and ", "%"}},
      {"'$name is $a.b.c'", {"", " is ", ""}},
      {"'%p%d%f%j%o%#%$'", {"", "", "", "", "", "", "", ""}},
      {"'costs $5, 100%, $ and %z'", {"costs ", ", 100%, $ and %z"}},
      {"'row $#'", {"row ", ""}},
      {"`%s ${x}`", {"", " ", ""}},
      {"'plain'", {"plain"}},
  };
  for (const auto& [title, pieces] : cases) {
    const auto path = path_in("it.each([1])(" + std::string{title} + ", () => {})");
    BOOST_TEST(path.back().pieces == pieces, boost::test_tools::per_element());
  }
  BOOST_TEST(path_in("it('%s $name', f)").back().is_literal());
}

BOOST_AUTO_TEST_CASE(lines_of_whole_statements) {
  expect_listings({
      {"test('x', () => {\n}).timeout(\n100\n);\n", "  1-4 test x\n"},
      {"await\ntest('x',\nf\n)\n;", "  1-5 test x\n"},
      {"void test(\n'x', f)", "  1-2 test x\n"},
      {"export default\ndescribe('x', () => {\n})", "  1-3 group x\n"},
      {"test.each([\n1,\n])(\n'x',\n() => {\n},\n)", "  1-7 test x\n"},
      {"it.each`\na\n${1}\n`('x', f)", "  1-4 test x\n"},
      {"[\n1\n].forEach(() => {\nit('x', () => {})\n})", "  4-4 test x\n"},
      {"const a = [\ntest('x', f),\n]", "  2-2 test x\n"},
      {"describe('x', () =>\n  it('y', () => 1),\n)\r\n", "  1-3 group x\n  2-2 test x > y\n"},
      {"if (a)\n  it('x', f)\nelse {\n  it('y', f)\n}", "  2-2 test x\n  4-4 test y\n"},
      {"#!/usr/bin/env node\n'use strict'\nit('x', f)", "  3-3 test x\n"},
      {"\xEF\xBB\xBFit('x', f)", "  1-1 test x\n"},
      {"test('x', () => {}).then(() => test('y', f))", "  1-1 test x\n  1-1 test y\n"},
  });
}

BOOST_AUTO_TEST_CASE(groups_that_only_callers_know) {
  const std::pair<const char*, texts> cases[] = {
      {"function shared() { it('x', f) }", {"", "x"}},
      {"const shared = () => { it('x', f) }", {"", "x"}},
      {"const o = { run() { it(`x ${1}`, f) } }", {"", "x ", ""}},
      {"export default () => { it(`${1}`, f) }", {"", ""}},
      {"async function steps(t) { await t.step('x', f) }", {"", "x"}},
      {"function steps(my: TestContext) { my.test('x', f) }", {"", "x"}},
      {"(() => { it('x', f) })()", {"x"}},
      {"!function () { it('x', f) }()", {"x"}},
      {"all.forEach(() => { it('x', f) })", {"x"}},
  };
  for (const auto& [source, pieces] : cases) {
    const auto file = finder()->blocks("x.ts", source);
    BOOST_TEST_REQUIRE(file.blocks.size() == 1U, source);
    BOOST_TEST(file.blocks.front().path.front().pieces == pieces, boost::test_tools::per_element());
    BOOST_TEST(file.blocks.front().dynamic == (pieces.size() > 1), source);
  }
  // What is known inside of such a function stays known.
  const auto inner = path_in("function shared() { describe('a', () => { it('x', f) }) }");
  BOOST_TEST((inner == std::vector{block_name{texts{"", "a"}}, block_name{"x"}}));
}

BOOST_AUTO_TEST_CASE(files_that_are_not_well_formed) {
  BOOST_TEST(in_file("describe('a', () => {\n  it('x', () => { f( })\n  it('y', f)\n})\nit('z', f)") ==
             "  1-4 group a\n  2-2 test a > x\n  3-3 test a > y\n  5-5 test z\n  broken\n");
  BOOST_TEST(in_file("it('x', f)\ndescribe('a', () => {\n  it('y', f)\n") ==
             "  1-1 test x\n  2-4 group dynamic a\n  3-3 test dynamic y\n  broken\n");
  BOOST_TEST(in_file("// @flow\nimport type { A } from 'a';\nit('x', (a: A) => {})", "x.test.js") ==
             "  3-3 test x\n");
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
  BOOST_TEST(long_title.blocks.front().path.front().pieces.size() == 2U);
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
       fs::recursive_directory_iterator{fs::path{COVEY_SOURCE_DIR} / "tests/fixtures/discovery/node/tree"}) {
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

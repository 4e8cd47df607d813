#include "parsers/languages/catalogue.hpp"
#include "tests/languages/common/unit/listing.hpp"
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

namespace covey::testing {
namespace {

using namespace covey::parsers;
using texts = std::vector<std::string>;
using source_and_listing = std::pair<std::string, std::string>;

std::unique_ptr<const test_finder> finder() {
  return find_language("node")->make_finder({});
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

BOOST_AUTO_TEST_SUITE(node_discovery)

BOOST_AUTO_TEST_CASE(a_tree_of_realistic_files) {
  expect_listing("node");
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
    texts literals;
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
    BOOST_TEST(block.path.front().literals == one.literals, boost::test_tools::per_element());
    const bool candidate = one.title == std::string_view{"Renamed"};
    BOOST_TEST(block.dynamic == (one.literals.size() > 1 || candidate), one.title);
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
  for (const auto& [title, literals] : cases) {
    const auto path = path_in("it.each([1])(" + std::string{title} + ", () => {})");
    BOOST_TEST(path.back().literals == literals, boost::test_tools::per_element());
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
  for (const auto& [source, literals] : cases) {
    const auto file = finder()->blocks("x.ts", source);
    BOOST_TEST_REQUIRE(file.blocks.size() == 1U, source);
    BOOST_TEST(file.blocks.front().path.front().literals == literals, boost::test_tools::per_element());
    BOOST_TEST(file.blocks.front().dynamic == (literals.size() > 1), source);
  }
  // What is known inside of such a function stays known.
  const auto inner = path_in("function shared() { describe('a', () => { it('x', f) }) }");
  BOOST_TEST((inner == std::vector{block_name{texts{"", "a"}}, block_name{"x"}}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::testing

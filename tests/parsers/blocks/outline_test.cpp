// Each language's outline of a source: what an edit changes of it.
#include "parsers/blocks/outline.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/language.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <map>
#include <ostream>
#include <set>

namespace covey::parsers {
namespace {

file_outline outline(std::string_view language, std::string_view path, std::string_view text) {
  return find_language(language)->outline(path, text);
}

// The names of the blocks that only one of them has, "(frame)" for the frame.
std::set<std::string> changed(const file_outline& a, const file_outline& b) {
  std::set<std::string> out;
  const auto add = [&out](const file_outline& from, const file_outline& other) {
    for (const auto& block : from.blocks) {
      const auto same = [&](const auto& one) { return one.name == block.name && one.hash == block.hash; };
      if (std::ranges::none_of(other.blocks, same)) out.insert(block.name.empty() ? "(frame)" : block.name);
    }
  };
  add(a, b);
  add(b, a);
  return out;
}

struct sample {
  std::string_view language, path, text, comment;  // a comment that is a line of its own
};

std::ostream& operator<<(std::ostream& out, const sample& of) {
  return out << of.language;
}

const sample samples[] = {
    {"python", "cart.py", R"(import os
from shop.tax import rate as tax_rate

LIMIT = 10

@decorated(3)
def total(items, start=0):
    def add(a, b):
        return a + b
    # the sum
    for item in items:
        start = add(start, item)
    return start

class Cart(Base):
    kind = "a"

    def size(self):
        return len(self.items)
)",
     "# nothing\n"},
    {"go", "cart.go", R"(package shop

import "example.com/m/tax"

const Limit = 10

type Cart struct{ items []int }

func (c *Cart) Size() int { return len(c.items) }

// Total sums.
func Total(items []int) (sum int) {
	for _, item := range items {
		sum += item * tax.Rate
	}
	return sum
}

func init() { register(3) }
)",
     "// nothing\n"},
    {"rust", "src/lib.rs", R"(use std::fmt;

const LIMIT: u32 = 10;

pub struct Cart { items: Vec<u32> }

impl Cart {
    pub fn size(&self) -> usize { self.items.len() }
}

const fn twice(a: u32) -> u32 { a * 2 }

pub fn total(items: &[u32]) -> u32 {
    fn add(a: u32, b: u32) -> u32 { a + b }
    items.iter().fold(0, |sum, item| add(sum, *item))
}
)",
     "// nothing\n"},
    {"node", "cart.ts", R"(import { rate } from './tax';
const limit = 10;
export function total(items: number[], start = 0): number {
  const add = (a: number, b: number) => a + b;
  for (const item of items) start = add(start, item * rate);
  return start;
}
export class Cart {
  items = [1];
  size() { return this.items.length; }
}
it('adds', () => { expect(total([1])).toBe(1); });
)",
     "// nothing\n"},
    {"julia", "cart.jl", R"(module Shop
const limit = 10
function total(items)
    return sum(items)
end
size(cart) = length(cart.items)
end
)",
     "# nothing\n"},
};

bool is_mutable(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
         std::string_view{"+*<>="}.find(c) != std::string_view::npos;
}

char other_than(char c) {
  return c == 'q'                                           ? 'z'
         : c == '9'                                         ? '8'
         : (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? static_cast<char>(c + 1)
                                                            : '-';
}

bool is_in_comment(const sample& of, std::size_t at) {
  const auto begin = of.text.rfind('\n', at) + 1;
  const auto line = of.text.substr(begin, of.text.find('\n', at) - begin);
  return line.substr(0, at - begin).find(of.comment.substr(0, of.comment.find(' '))) !=
         std::string_view::npos;
}

BOOST_AUTO_TEST_SUITE(outlines)

BOOST_DATA_TEST_CASE(a_change_of_any_token_is_seen, samples, of) {
  const auto before = outline(of.language, of.path, of.text);
  BOOST_TEST(!before.is_whole);
  std::size_t tried = 0;
  for (std::size_t at = 0; at < of.text.size(); ++at) {
    if (!is_mutable(of.text[at]) || is_in_comment(of, at)) continue;
    std::string text{of.text};
    text[at] = other_than(text[at]);
    const auto now = outline(of.language, of.path, text);
    BOOST_TEST_CONTEXT(text.substr(at < 20 ? 0 : at - 20, 40)) {
      ++tried;
      const auto found = changed(before, now);
      BOOST_TEST(!found.empty());
      if (now.is_whole) continue;
      // One block holds the token; its name may change with it.
      BOOST_TEST((found.size() == 1 || found.contains("(frame)") || before.blocks.size() > 1));
    }
  }
  BOOST_TEST(tried > 50u);
}

BOOST_DATA_TEST_CASE(comments_blanks_and_places_are_no_change, samples, of) {
  const auto before = outline(of.language, of.path, of.text);
  for (std::size_t at = 0; at < of.text.size(); ++at) {
    if (at > 0 && of.text[at - 1] != '\n') continue;
    const auto indent = of.text.substr(at, of.text.find_first_not_of(' ', at) - at);
    std::string text{of.text};
    text.insert(at, "\n" + std::string{indent} + std::string{of.comment} + "\n");
    BOOST_TEST(changed(before, outline(of.language, of.path, text)).empty(), text);
  }
}

// An escape is a node of its own, what stands beside it is none.
BOOST_AUTO_TEST_CASE(what_stands_beside_escapes_counts) {
  const std::tuple<const char*, const char*, std::string> texts[] = {
      {"python", "a.py", "x = 'ab\\n  cd'\ny = f'{x:>{x}.2f} {{ z'\n"},
      {"go", "a.go", "package a\n\nvar x = \"ab\\n  cd\"\n"},
      {"rust", "a.rs", "const X: &str = \"ab\\n  cd\";\n"},
      {"node", "a.ts", "const x = 'ab\\n  cd' + `a ${x}  b`\n"},
      {"julia", "a.jl", "x = \"ab\\n  cd\"\n"}};
  for (const auto& [language, path, text] : texts)
    for (auto at = text.find('x'); at < text.size() - 1; ++at) {
      auto other = text;
      if (text[at] == '\n' || text[at] == '\\') continue;
      other[at] = text[at] == ' ' ? '_' : text[at] == 'b' ? 'q' : 'b';
      BOOST_TEST(!changed(outline(language, path, text), outline(language, path, other)).empty(),
                 text << " -> " << other);
    }
}

// In an array they decide how many entries there are.
BOOST_AUTO_TEST_CASE(blanks_count_in_julia) {
  const auto differ = [](const std::string& a, const std::string& b) {
    return !changed(outline("julia", "a.jl", a), outline("julia", "a.jl", b)).empty();
  };
  BOOST_TEST(differ("x = [3 -1]\n", "x = [3 - 1]\n"));
  BOOST_TEST(differ("x = [1 ; 2]\n", "x = [1 ;; 2]\n"));
  BOOST_TEST(differ("x = [1\n2]\n", "x = [1 2]\n"));
  BOOST_TEST(!differ("x = [1\n2]\n", "\nx = [1  # one\n\n\n 2]\n"));
}

struct edit {
  std::string_view from, to;
  std::set<std::string> changes;
};

void check(std::size_t which, const std::vector<edit>& edits) {
  const auto& of = samples[which];
  const auto before = outline(of.language, of.path, of.text);
  for (const auto& [from, to, changes] : edits) {
    std::string text{of.text};
    const auto at = text.find(from);
    BOOST_TEST_REQUIRE(at != std::string::npos, from);
    text.replace(at, from.size(), to);
    BOOST_TEST_CONTEXT(from << " -> " << to)
    BOOST_TEST(changed(before, outline(of.language, of.path, text)) == changes,
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(of_python) {
  check(0, {{"a + b", "a - b", {"total.add"}},
            {"return start", "return start + 1", {"total"}},
            {"start=0", "start=1", {"(frame)"}},
            {"decorated(3)", "decorated(4)", {"(frame)"}},
            {"LIMIT = 10", "LIMIT = 11", {"(frame)"}},
            {"len(self.items)", "3", {"Cart.size"}},
            {"def size", "def length", {"(frame)", "Cart.size", "Cart.length"}},
            {"        start = add(start, item)\n    return",
             "        start = add(start, item)\n        return",
             {"total"}},
            {"class Cart", "def more():\n    return 1\n\nclass Cart", {"(frame)", "more"}}});
}

BOOST_AUTO_TEST_CASE(of_go) {
  check(1, {{"sum += item", "sum -= item", {"Total"}},
            {"len(c.items)", "3", {"Cart.Size"}},
            {"items []int }", "items []int8 }", {"(frame)"}},
            {"register(3)", "register(4)", {"(frame)"}},
            {"func Total", "//go:noinline\nfunc Total", {"(frame)"}}});
}

BOOST_AUTO_TEST_CASE(of_rust) {
  check(2, {{"a + b", "a - b", {"total::add"}},
            {"fold(0", "fold(1", {"total"}},
            {"a * 2", "a * 3", {"(frame)"}},
            {"self.items.len()", "3", {"Cart::size"}}});
}

BOOST_AUTO_TEST_CASE(of_node) {
  check(3, {{"a + b", "a - b", {"total.add"}},
            {"item * rate", "item", {"total"}},
            {"toBe(1)", "toBe(2)", {"(frame)"}},
            {"items = [1]", "items = [2]", {"Cart.items"}},
            {"this.items.length", "3", {"Cart.size"}},
            {"const limit", "// @ts-ignore\nconst limit", {"(frame)"}}});
}

BOOST_AUTO_TEST_CASE(of_julia) {
  check(4, {{"sum(items)", "maximum(items)", {"(frame)"}}, {"cart.items", "cart.list", {"(frame)"}}});
}

// What runs once is found by later tests: they run the function that keeps it, but not what it took.
BOOST_AUTO_TEST_CASE(what_keeps_a_value_is_told_with_what_it_calls) {
  const auto says = [](const source_block& block, std::string_view name) {
    return std::ranges::binary_search(block.names, word_of(name));
  };
  const auto once =
      outline("go", "a.go", "package a\nfunc f() { one.Do(func() { fill() }) }\nfunc g() { h() }\n");
  BOOST_TEST_REQUIRE(once.blocks.size() == 3u);
  BOOST_TEST(once.blocks[1].keeps);
  BOOST_TEST(says(once.blocks[1], "fill"));
  BOOST_TEST(!once.blocks[2].keeps);
  BOOST_TEST(says(once.blocks[2], "h"));
  BOOST_TEST(outline("node", "a.js", "let t\nfunction f() { return t ?\?= 1 }\n").blocks[1].keeps);
  // Later calls do not run the body at all.
  const auto wrapped =
      outline("python", "a.py", "import functools\n@functools.lru_cache\ndef table():\n    return make()\n");
  BOOST_TEST_REQUIRE(wrapped.blocks.size() == 1u);
  BOOST_TEST(wrapped.blocks[0].keeps);
  BOOST_TEST(says(wrapped.blocks[0], "make"));
}

// By variables that stand outside of functions.
BOOST_AUTO_TEST_CASE(what_variables_keep_is_told_by_what_fills_them) {
  const auto keeps = [](std::string_view language, const char* path, const std::string& text) {
    return outline(language, path, text).blocks.back().keeps;
  };
  BOOST_TEST(keeps("go", "a.go", "package a\nvar known = map[int]int{}\nfunc f() int { return known[1] }\n"));
  BOOST_TEST(keeps("go", "a.go", "package a\nvar one *T\nfunc f() { if one == nil { one = g() } }\n"));
  BOOST_TEST(!keeps("go", "a.go", "package a\nvar limit = 3\nfunc f() int { return limit }\n"));
  BOOST_TEST(keeps("rust", "a.rs", "static ALL: Mutex<Vec<u8>> = Mutex::new(x);\nfn f() { ALL.lock() }\n"));
  BOOST_TEST(!keeps("rust", "a.rs", "static ALL: u8 = 3;\nfn f() -> u8 { ALL }\n"));
  BOOST_TEST(keeps("python", "a.py", "known = {}\ndef f(x):\n    known[x] = g(x)\n"));
  BOOST_TEST(keeps("python", "a.py", "class A:\n    one = None\n    def f(self):\n        A.one = g()\n"));
  BOOST_TEST(!keeps("python", "a.py", "def f(x):\n    known = {}\n    known[x] = g(x)\n"));
  BOOST_TEST(keeps("node", "a.ts", "let one\nfunction f() { if (!one) one = g() }\n"));
  BOOST_TEST(!keeps("node", "a.ts", "const f = () => {}\nfunction g() { f() }\n"));
  for (const auto& [language, path, text] :
       {std::tuple{"go", "a.go", "package a\nvar t = sync.OnceValue(build)\n"},
        {"rust", "a.rs", "static T: LazyLock<A> = LazyLock::new(|| build());\n"},
        {"rust", "a.rs", "thread_local! { static T: OnceCell<A> = build(); }\n"},
        {"python", "a.py", "load = lru_cache(None)(build)\n"},
        {"node", "a.js", "const load = once(() => build())\n"}}) {
    const auto frame = outline(language, path, text).blocks[0];
    BOOST_TEST_CONTEXT(text) {
      BOOST_TEST(frame.keeps);
      BOOST_TEST(std::ranges::binary_search(frame.names, word_of("build")));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_body_that_starts_processes_is_opaque) {
  const auto of =
      outline("python", "a.py", "import subprocess\ndef f():\n    subprocess.run([])\ndef g():\n    pass\n");
  BOOST_TEST(!of.blocks[0].opaque);
  BOOST_TEST(of.blocks[1].opaque);
  BOOST_TEST(!of.blocks[2].opaque);
  const auto all = outline("python", "a.py", "from subprocess import run\ndef f():\n    run([])\n");
  BOOST_TEST(all.blocks[1].opaque);
  const auto by =
      outline("go", "a.go", "package a\nvar start = exec.Command\nfunc f() { start() }\nfunc g() {}\n");
  BOOST_TEST(by.blocks[0].opaque);
  BOOST_TEST(by.blocks[1].opaque);
  BOOST_TEST(!by.blocks[2].opaque);
  BOOST_TEST(outline("python", "a.py", "import subprocess\nOUT = subprocess.run([])\n").blocks[0].opaque);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_one_frame) {
  const auto broken = outline("python", "a.py", "def f(:\n    return helper\n");
  BOOST_TEST(broken.is_whole);
  BOOST_TEST(broken.blocks.size() == 1u);
  BOOST_TEST(std::ranges::binary_search(broken.words, word_of("helper")));
  BOOST_TEST(changed(broken, outline("python", "a.py", "def f(:\n    return helper \n")).size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_words_of_imports_and_literals_are_known) {
  const auto knows = [](const file_outline& of, std::string_view name) {
    return std::ranges::all_of(words_of(name),
                               [&](auto word) { return std::ranges::binary_search(of.words, word); });
  };
  const auto python =
      outline("python", "a.py", "from shop import cart\nx = open('data/prices.csv')\nother = 1\n");
  BOOST_TEST(knows(python, "shop/cart.py") == false);
  BOOST_TEST(knows(python, "shop/cart"));
  BOOST_TEST(knows(python, "data/prices.csv"));
  BOOST_TEST(!knows(python, "other"));
  BOOST_TEST(knows(outline("go", "a.go", "package a\nimport \"example.com/m/tax\"\n"), "m/tax"));
  BOOST_TEST(knows(outline("node", "a.ts", "import x from '../lib/tax'\n"), "lib/tax"));
  BOOST_TEST(knows(outline("go", "a.go", "package a\n\n//go:embed help.md\nvar help string\n"), "help.md"));
}

BOOST_AUTO_TEST_CASE(tested_documentation_is_kept_apart) {
  const std::string text = "/// Adds.\nfn add() {}\n";
  const auto of = outline("rust", "a.rs", text);
  const auto other = outline("rust", "a.rs", "/// Adds up.\nfn add() {}\n");
  BOOST_TEST(changed(of, other).empty());
  BOOST_TEST(of.docs != other.docs);
  BOOST_TEST(of.docs != 0u);
}

BOOST_AUTO_TEST_CASE(lines_lead_to_the_bodies_that_have_them) {
  const auto of = outline("python", "cart.py", samples[0].text);
  const auto names = [&](std::vector<line_range> ran) {
    std::vector<std::string> out;
    for (const auto at : blocks_with(of, ran)) out.push_back(of.blocks[at].name);
    return out;
  };
  using list = std::vector<std::string>;
  BOOST_TEST(names({{1, 7}}) == list{}, boost::test_tools::per_element());
  BOOST_TEST(names({{1, 4}, {11, 11}}) == (list{"total"}), boost::test_tools::per_element());
  BOOST_TEST(names({{9, 9}}) == (list{"total", "total.add"}), boost::test_tools::per_element());
  BOOST_TEST(names({{13, 13}, {19, 19}}) == (list{"total", "Cart.size"}), boost::test_tools::per_element());
}

// Their first line runs when they are made.
BOOST_AUTO_TEST_CASE(what_stands_between_braces_has_lines_of_its_own) {
  const auto of =
      outline("node", "a.js", "const f = () => {\n  return 1\n}\nconst g = () => 2\nf(() => {\n})\n");
  BOOST_TEST((of.blocks[1].apart));
  const line_range loaded[] = {{1, 1}, {3, 5}};
  BOOST_TEST(blocks_with(of, loaded) == std::vector<std::uint32_t>{2}, boost::test_tools::per_element());
  const line_range ran[] = {{2, 2}};
  BOOST_TEST(blocks_with(of, ran) == std::vector<std::uint32_t>{1}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_seen_without_a_call_counts_outside_too) {
  const auto differ = [](const std::string& a, const std::string& b) {
    return changed(outline("python", "a.py", a), outline("python", "a.py", b)).contains("(frame)");
  };
  BOOST_TEST(differ("def f():\n    return 1\n", "def f():\n    yield 1\n"));
  BOOST_TEST(differ("@cli\ndef f():\n    'Push'\n    g()\n", "@cli\ndef f():\n    'Pull'\n    g()\n"));
  BOOST_TEST(!differ("def f():\n    'Push'\n    g()\n", "def f():\n    'Pull'\n    g()\n"));
}

// A test that looks at line numbers sees a shift.
BOOST_AUTO_TEST_CASE(where_a_source_looks_at_its_place_lines_count) {
  const std::string text = "import inspect\ndef f():\n    return inspect.currentframe().f_lineno\n";
  BOOST_TEST(!changed(outline("python", "a.py", text), outline("python", "a.py", "\n" + text)).empty());
}

// As generated data is: no recursion runs out of stack, and no node asks for all that it stands in.
BOOST_AUTO_TEST_CASE(of_deeply_nested_values) {
  constexpr std::size_t depth = 100'000;
  const std::string open(depth, '['), close(depth, ']');
  for (const auto& [name, before] : {std::pair{"python", "a = "}, {"node", "const a = "}, {"go", "package a\n\nvar a = "}}) {
    const auto& of = *find_language(name);
    const auto read = of.outline("a", before + open + close + "\n");
    BOOST_TEST(!read.blocks.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

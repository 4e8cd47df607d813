// What stands outside of functions, piece by piece: which tests another value of a name affects.
#include "tests/parsers/affected/edited_workspace.hpp"

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(frame_names)

BOOST_AUTO_TEST_CASE(a_name_with_another_value_affects_who_says_it) {
  auto of = shop();
  of.edit("shop/rates.py", "2", "3");
  check(of.affected(), {"test_total loads_changed"});
  BOOST_TEST(of.affected().tests[0].reasons[0].file == "shop/rates.py");
  of = shop();
  of.edit("shop/rates.py", "RATE = 2", "BASE = 2\nRATE = BASE");
  check(of.affected(), {"test_total loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_new_name_affects_who_says_it) {
  auto of = shop();
  of.files["shop/cart.py"] += "\ndef tax(items, rate=3):\n    return rate\n";
  check(of.affected(), {});
  BOOST_TEST(of.affected().changed.size() == 1u);
  of = shop();
  of.edit("tests/test_text.py", "from", "from shop import cart\nfrom");
  of.edit("tests/test_text.py", "shout('a')", "getattr(cart, 'tax', shout)('a')");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{4, 4}}}}}}, false);
  of.files["shop/cart.py"] += "\ndef tax(items, rate=3):\n    return rate\n";
  check(of.affected(), {"test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(who_imports_a_name_that_has_gone_cannot_be_loaded) {
  auto of = shop();
  of.edit("shop/cart.py", "def size(items):\n    return len(items)\n", "");
  check(of.affected(), {"test_total loads_changed", "test_size ran_changed"});
}

BOOST_AUTO_TEST_CASE(another_head_affects_who_ran_the_function) {
  auto of = shop();
  of.edit("shop/cart.py", "def size(items)", "def size(items, by=1)");
  check(of.affected(), {"test_size loads_changed"});
}

BOOST_AUTO_TEST_CASE(names_lead_on_to_what_is_made_of_them) {
  auto of = shop();
  of.edit("shop/cart.py", "def size(items)", "def size(items, by=rates.RATE)");
  of.record({{"", "", {{"shop/cart.py", {{1, 2}, {5, 5}}}, {"shop/rates.py", {{1, 1}}}}},
             {"tests/test_cart.py", "test_total", {{"tests/test_cart.py", {{3, 3}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}}});
  of.edit("shop/rates.py", "2", "3");
  check(of.affected(), {"test_size loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_value_that_is_made_by_a_call_is_no_piece) {
  auto of = shop();
  of.edit("shop/rates.py", "RATE = 2", "RATE = register(2)");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
}

BOOST_AUTO_TEST_CASE(values_in_another_order_are_others) {
  workspace of;
  of.files = {{"m.py", "A = 1\nB = A\nA = 2\n"}, {"test_m.py", "import m\ndef test_b():\n    assert m.B == 1\n"}};
  of.record({{"", "", {{"m.py", {{1, 3}}}}}, {"test_m.py", "test_b", {{"test_m.py", {{3, 3}}}}}});
  of.files["m.py"] = "A = 1\nA = 2\nB = A\n";
  check(of.affected(), {"test_b loads_changed"});
}

// A subclass that does not say the name has the attribute, too, and what compares or makes an instance says nothing.
BOOST_AUTO_TEST_CASE(what_a_class_has_affects_who_says_the_class_or_ran_its_functions) {
  workspace of;
  of.files = {{"m.py",
               "class A:\n    limit = 1\n    def f(self):\n        return 1\n\nclass B(A):\n    pass\n\nclass C:\n    def g(self):\n        return 2\n"},
              {"test_m.py",
               "import m\ndef test_a():\n    assert m.A().f()\ndef test_b():\n    assert m.B()\ndef test_c():\n    assert m.C().g()\n"}};
  of.record({{"", "", {{"m.py", {{1, 3}, {6, 7}, {9, 10}}}}},
             {"test_m.py", "test_a", {{"m.py", {{4, 4}}}, {"test_m.py", {{3, 3}}}}},
             {"test_m.py", "test_b", {{"test_m.py", {{5, 5}}}}},
             {"test_m.py", "test_c", {{"m.py", {{11, 11}}}, {"test_m.py", {{7, 7}}}}}});
  const auto before = of.files["m.py"];
  of.edit("m.py", "limit = 1", "limit = 2");
  check(of.affected(), {"test_a loads_changed", "test_b loads_changed"});
  of.files["m.py"] = before;
  of.edit("m.py", "    def f", "    def __len__(self):\n        return 0\n    def f");
  check(of.affected(), {"test_a loads_changed", "test_b loads_changed"});
  of.files["m.py"] = before;
  of.edit("m.py", "    def f", "    def h(self):\n        return 0\n    def f");
  check(of.affected(), {"test_a loads_changed"});
  of.files["m.py"] = before;
  // Its base is told of it, and may keep a list; one that is known does not.
  of.edit("m.py", "class C:", "class C(A):");
  check(of.affected(), {"test_a loads_changed", "test_b loads_changed", "test_c loads_changed"});
  of.files["m.py"] = before;
  of.edit("m.py", "class C:", "class C(dict):");
  check(of.affected(), {"test_c loads_changed"});
}

// A call that the old head refused did not run the body.
BOOST_AUTO_TEST_CASE(an_edited_head_affects_who_says_the_function) {
  auto of = shop();
  of.edit("tests/test_text.py", "from", "from shop.cart import size\nfrom");
  of.edit("tests/test_text.py", "shout('a')", "raises(size, 1, 2)");
  of.record({{"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{4, 4}}}}}}, false);
  of.edit("shop/cart.py", "def size(items)", "def size(items, by=1)");
  check(of.affected(), {"test_size loads_changed", "test_shout loads_changed"});
}

// Later calls do not run its body.
BOOST_AUTO_TEST_CASE(a_function_that_a_decorator_keeps_affects_who_says_it) {
  workspace of;
  of.files = {{"m.py", "@lru_cache\ndef table():\n    return 1\n"},
              {"test_m.py", "import m\ndef test_a():\n    assert m.table()\ndef test_b():\n    assert m.table()\n"}};
  of.record({{"", "", {{"m.py", {{1, 2}}}}},
             {"test_m.py", "test_a", {{"m.py", {{3, 3}}}, {"test_m.py", {{3, 3}}}}},
             {"test_m.py", "test_b", {{"test_m.py", {{5, 5}}}}}});
  of.edit("m.py", "1", "2");
  check(of.affected(), {"test_a loads_changed", "test_b loads_changed"});
  of.files["m.py"] = "def table():\n    return 0\n\nX = 1\n@lru_cache\ndef table():\n    return X\n";
  of.record({{"", "", {{"m.py", {{1, 1}, {4, 6}}}}},
             {"test_m.py", "test_a", {{"m.py", {{7, 7}}}, {"test_m.py", {{3, 3}}}}},
             {"test_m.py", "test_b", {{"test_m.py", {{5, 5}}}}}});
  of.edit("m.py", "X = 1", "X = 2");
  check(of.affected(), {"test_a loads_changed", "test_b loads_changed"});
}

BOOST_AUTO_TEST_CASE(what_a_framework_looks_for_is_no_piece) {
  auto of = shop();
  of.edit("tests/test_cart.py", "def test_size", "def setup_module():\n    pass\ndef test_size");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
  of = shop();
  of.files["shop/settings.py"] = "X = 1\n";
  of.edit("tests/test_text.py", "from shop", "import shop.settings\nfrom shop");
  of.record({{"", "", {{"shop/settings.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{4, 4}}}}}});
  of.edit("shop/settings.py", "1", "2");
  check(of.affected(), {"test_shout loads_changed"});
}

// Elsewhere nobody can have it, whatever is called alike there.
BOOST_AUTO_TEST_CASE(a_name_is_one_where_its_source_may_be_loaded) {
  auto of = shop();
  of.edit("tests/test_text.py", "import shout", "import shout, size");
  check(of.affected(), {});
  of = shop();
  of.files["shop/text.py"] += "\ndef total(a):\n    return a\n";
  check(of.affected(), {});
}

// Something else has loaded it: then its package has it, too.
BOOST_AUTO_TEST_CASE(a_name_is_also_one_where_its_source_is_named) {
  auto of = shop();
  of.edit("tests/test_text.py", "assert shout('a') == 'A'", "assert shop.rates.RATE");
  of.edit("tests/test_text.py", "from shop.text import shout", "import shop");
  of.record({{"", "", {{"shop/rates.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 3}}}}}});
  of.edit("shop/rates.py", "2", "3");
  check(of.affected(), {"test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(what_is_exported_counts_for_those_who_import_all) {
  auto of = shop();
  of.files["shop/cart.py"] += "\n__all__ = ['total']\n";
  of.files["shop/all.py"] = "from shop.cart import *\n";
  of.files["tests/test_all.py"] = "from shop import all\ndef test_all():\n    assert all\n";
  of.record({{"", "", {{"shop/cart.py", {{1, 2}, {5, 5}, {8, 8}}}, {"shop/all.py", {{1, 1}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}},
             {"tests/test_all.py", "test_all", {{"tests/test_all.py", {{3, 3}}}}}});
  of.edit("shop/cart.py", "['total']", "['total', 'size']");
  check(of.affected(), {"test_all loads_changed"});
}

BOOST_AUTO_TEST_CASE(what_a_generator_gives_is_of_its_body) {
  auto of = shop();
  of.edit("shop/text.py", "return word.upper()", "yield word");
  of.record({{"", "", {{"shop/text.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}});
  of.edit("shop/text.py", "yield word", "yield [word]");
  check(of.affected(), {"test_shout ran_changed"});
}

BOOST_AUTO_TEST_CASE(what_nothing_loaded_takes_no_value) {
  auto of = shop();
  of.files["docs/conf.py"] = "from shop import rates\nprint(rates.RATE)\n";
  of.files["tests/test_text.py"] = "conf = 1\n" + of.files["tests/test_text.py"];
  of.record({{"", "", {{"shop/cart.py", {{1, 2}, {5, 5}}}, {"shop/rates.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{4, 4}}}}}});
  of.edit("shop/rates.py", "2", "3");
  check(of.affected(), {});
}

// cart: Total() 9-11, Size() 13-15, spare() 17-19; text: Shout() 5-7; rates has no function
workspace go_shop() {
  workspace out{.language = "go"};
  out.files = {
      {"go.mod", "module example.com/shop\n"},
      {"cart/cart.go",
       "package cart\n\nimport \"example.com/shop/rates\"\n\nconst limit = 3\n\ntype Cart struct{ Items []int }\n\n"
       "func (c Cart) Total() int {\n\treturn len(c.Items) * rates.Rate\n}\n\n"
       "func Size(items []int) int {\n\treturn min(len(items), limit)\n}\n\n"
       "func spare() int {\n\treturn 1\n}\n"},
      {"cart/cart_test.go",
       "package cart\n\nfunc TestTotal(t *testing.T) {\n\tCart{}.Total()\n}\n\nfunc TestSize(t *testing.T) {\n\tSize(nil)\n}\n"},
      {"rates/rates.go", "package rates\n\nvar (\n\tRate = 2\n\tBase = 1\n)\n"},
      {"text/text.go",
       "package text\n\nimport \"example.com/shop/cart\"\n\nfunc Shout(n int) string {\n\treturn fmt.Sprint(n)\n}\n"},
      {"text/text_test.go", "package text\n\nfunc TestShout(t *testing.T) {\n\tShout(1)\n}\n"}};
  out.record({{"example.com/shop/cart", "TestTotal", {{"cart/cart.go", {{10, 10}}}}},
              {"example.com/shop/cart", "TestSize", {{"cart/cart.go", {{14, 14}}}}},
              {"example.com/shop/text", "TestShout", {{"text/text.go", {{6, 6}}}}}});
  return out;
}

BOOST_AUTO_TEST_CASE(in_go_too) {
  const auto affected = [](const std::string& path, const std::string& from, const std::string& to) {
    auto of = go_shop();
    of.edit(path, from, to);
    return names_of(of.affected());
  };
  const names total{"TestTotal loads_changed"};
  const names total_and_build{"TestTotal loads_changed", "TestShout loads_changed"};
  const names size_and_build{"TestSize loads_changed", "TestShout loads_changed"};
  BOOST_CHECK((affected("rates/rates.go", "Rate = 2", "Rate = 3") == total_and_build));
  BOOST_CHECK((affected("rates/rates.go", "Base = 1", "Base = 2") == size_and_build));
  BOOST_CHECK((affected("rates/rates.go", "Base = 1", "Base = 1\n\tMore = 1") == size_and_build));
  BOOST_CHECK((affected("cart/cart.go", "limit = 3", "limit = 4") == size_and_build));
  // What has a value of the type has its fields and its methods.
  BOOST_CHECK((affected("cart/cart.go", "{ Items", "{ Name string; Items") == total_and_build));
  BOOST_CHECK((affected("cart/cart.go", "func spare", "func (c Cart) String() string {\n\treturn \"\"\n}\n\nfunc spare") == total));
  // What runs before tests, what a package is imported for, and where numbers count up: no piece.
  const names all{"TestTotal loads_changed", "TestSize loads_changed", "TestShout loads_changed"};
  BOOST_CHECK((affected("cart/cart.go", "func spare", "func init() { Size(nil) }\n\nfunc spare") == all));
  BOOST_CHECK((affected("cart/cart.go", "import ", "import _ \"image/png\"\nimport ") == all));
  BOOST_CHECK((affected("cart/cart.go", "package", "//go:build linux\n\npackage") == all));
}

// A package that is not compiled any more is red as a whole.
BOOST_AUTO_TEST_CASE(of_each_package_that_may_not_be_compiled_a_test_runs) {
  auto of = go_shop();
  of.edit("cart/cart.go", "return 1", "return missing");  // nothing runs it
  BOOST_TEST(of.affected().tests.size() == 1u);
  BOOST_TEST(of.affected().tests[0].group == "example.com/shop/cart");
  of = go_shop();
  of.edit("cart/cart.go", "func spare() int {\n\treturn 1\n}\n", "");
  BOOST_TEST(of.affected().tests.size() == 2u);
  BOOST_TEST(of.affected().tests[1].group == "example.com/shop/text");
  of = go_shop();
  of.edit("cart/cart.go", "func spare", "func more() int {\n\treturn 2\n}\n\nfunc spare");
  BOOST_TEST(of.affected().tests.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_go_source_that_comes_or_goes_is_the_names_in_it) {
  auto of = go_shop();
  of.files["cart/more.go"] = "package cart\n\nfunc more() int {\n\treturn 2\n}\n";
  BOOST_TEST(of.affected().tests.size() == 1u);
  of = go_shop();
  of.files["cart/more.go"] = "package cart\n\nvar limit2 = register()\n";
  BOOST_TEST(of.affected().tests.size() == 3u);
  of = go_shop();
  of.files.erase("rates/rates.go");
  BOOST_CHECK((names_of(of.affected()).contains("TestTotal loads_changed")));
}

// A test that was not named failed in each of these.
BOOST_AUTO_TEST_CASE(names_of_test_files_are_their_packages) {
  workspace of{.language = "go"};
  of.files = {{"go.mod", "module example.com/m\n"},
              {"tbl/tbl.go", "package tbl\n\nfunc Sq(x int) int {\n\treturn x * x\n}\n"},
              {"tbl/help_test.go", "package tbl\n\nvar cases = []int{2, 4}\n\nvar v int\n\nfunc init() { v = mk() }\n\nfunc mk() int {\n\treturn 7\n}\n"},
              {"tbl/tbl_test.go",
               "package tbl\n\nfunc TestA(t *testing.T) {\n\tSq(1)\n}\n\nfunc TestCases(t *testing.T) {\n\tSq(cases[0])\n}\n\nfunc TestV(t *testing.T) {\n\tSq(v)\n}\n"}};
  of.record({{"example.com/m/tbl", "TestA", {{"tbl/tbl.go", {{4, 4}}}}},
             {"example.com/m/tbl", "TestCases", {{"tbl/tbl.go", {{4, 4}}}}},
             {"example.com/m/tbl", "TestV", {{"tbl/tbl.go", {{4, 4}}}}}});
  const auto then = of.files;
  of.edit("tbl/help_test.go", "{2, 4}", "{2, 5}");
  BOOST_TEST(names_of(of.affected()).contains("TestCases loads_changed"));
  of.files = then;
  of.edit("tbl/help_test.go", "return 7", "return 8");
  BOOST_TEST(of.affected().tests.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_an_import_does_counts_where_it_is_new) {
  auto of = shop();
  of.files["shop/extra.py"] = "from shop import rates\nrates.register(1)\n";
  of.record({{"", "", {{"shop/cart.py", {{1, 2}, {5, 5}}}, {"shop/rates.py", {{1, 1}}}, {"shop/text.py", {{1, 1}}}}},
             {"tests/test_cart.py", "test_total", {{"shop/cart.py", {{3, 3}}}, {"tests/test_cart.py", {{3, 3}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}});
  of.edit("shop/cart.py", "from shop import rates", "from shop import extra\nfrom shop import rates");
  check(of.affected(), {"test_total loads_changed", "test_size loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_new_name_affects_what_lists_all) {
  auto of = shop();
  of.files["shop/public.py"] = "def names(of):\n    return dir(of)\n";
  of.edit("tests/test_text.py", "import shout", "import shout\nimport shop.text as words\nfrom shop.public import names");
  of.edit("tests/test_text.py", "shout('a')", "names(words)");
  of.edit("tests/test_cart.py", "from", "from shop.public import names\nfrom");
  of.record({{"", "", {{"shop/text.py", {{1, 1}}}}},
             {"tests/test_text.py", "test_shout", {{"shop/public.py", {{2, 2}}}, {"tests/test_text.py", {{5, 5}}}}},
             {"tests/test_cart.py", "test_total", {{"shop/public.py", {{2, 2}}}, {"tests/test_cart.py", {{4, 4}}}}}});
  of.files["shop/text.py"] += "\ndef cmd_b():\n    return 1\n";
  check(of.affected(), {"test_shout loads_changed"});  // the other one cannot list what it does not load
}

BOOST_AUTO_TEST_CASE(a_new_test_affects_nothing_that_lists_other_names) {
  auto of = shop();
  of.edit("shop/text.py", "return", "dir(word)\n    return");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 3}}}, {"tests/test_text.py", {{3, 3}}}}}}, false);
  of.files["tests/test_cart.py"] += "\ndef test_new():\n    assert 1\n\nclass TestMore:\n    def test_more(self):\n        pass\n";
  check(of.affected(), {});
  of.files["tests/test_text.py"] += "\ndef test_new():\n    assert globals()\n";
  check(of.affected(), {});
}

BOOST_AUTO_TEST_CASE(a_new_method_affects_who_says_a_class_that_others_ask) {
  auto of = shop();
  of.files["shop/text.py"] += "\nclass Page(HTMLParser):\n    n = 0\n\nclass Plain:\n    n = 0\n";
  of.edit("tests/test_text.py", "shout('a')", "shout(Page())");
  of.edit("tests/test_cart.py", "size([1])", "size([Plain()])");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}},
             {"tests/test_cart.py", "test_size", {{"shop/cart.py", {{6, 6}}}, {"tests/test_cart.py", {{5, 5}}}}}});
  of.edit("shop/text.py", "class Plain:\n    n = 0", "class Plain:\n    n = 0\n    def feed(self):\n        pass");
  check(of.affected(), {});
  of.edit("shop/text.py", "class Page(HTMLParser):\n    n = 0", "class Page(HTMLParser):\n    n = 0\n    def handle_data(self, text):\n        pass");
  check(of.affected(), {"test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(a_method_that_has_to_be_there_affects_who_loads_the_class) {
  auto of = shop();
  of.files["shop/text.py"] += "\nclass Page(ABC):\n    def a(self):\n        pass\n";
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}}, false);
  of.files["shop/text.py"] += "\n    @abstractmethod\n    def b(self):\n        pass\n";
  check(of.affected(), {"test_shout loads_changed"});
}

BOOST_AUTO_TEST_CASE(an_embedded_file_is_of_the_variable_behind_the_directive) {
  auto of = go_shop();
  of.files["cart/held.go"] = "package cart\n\n//go:embed a.txt\nvar a string\n\nvar b string\n";
  of.record({{"example.com/shop/cart", "TestTotal", {{"cart/cart.go", {{10, 10}}}}},
             {"example.com/shop/cart", "TestSize", {{"cart/cart.go", {{14, 14}}}}}});
  of.files["cart/held.go"] = "package cart\n\nvar a string\n\n//go:embed a.txt\nvar b string\n";
  BOOST_TEST(of.affected().tests.size() == 2u);
}

// lib/cart: total() 2-4, size() 5-7; lib/text: shout() 1-3; lib/index hands on both; the tests stand in the frames of their files
workspace js_shop() {
  workspace out{.language = "node"};
  out.files = {
      {"package.json", "{}"},
      {"lib/rates.ts", "export const RATE = 2\nexport const BASE = 1\n"},
      {"lib/cart.ts",
       "import { RATE } from './rates'\nexport function total(items) {\n  return items.length * RATE\n}\n"
       "export function size(items) {\n  return items.length\n}\n"},
      {"lib/text.ts", "export function shout(word) {\n  return word.toUpperCase()\n}\n"},
      {"lib/index.ts", "export * from './cart'\nexport * from './text'\n"},
      {"lib/cart.test.ts", "import { total, size } from '.'\ntest('total', () => {\n  total([])\n})\ntest('size', () => {\n  size([])\n})\n"},
      {"lib/text.test.ts", "import { shout } from './text'\ntest('shout', () => {\n  shout('a')\n})\n"},
      {"lib/all.test.ts", "import * as shop from './index'\ntest('all', () => {\n  shop.size([])\n})\n"}};
  out.record({{"lib/cart.test.ts", "", {{"lib/cart.ts", {{1, 2}, {5, 5}}}, {"lib/rates.ts", {{1, 2}}}, {"lib/text.ts", {{1, 1}}}}},
              {"lib/cart.test.ts", "total", {{"lib/cart.ts", {{3, 3}}}, {"lib/cart.test.ts", {{3, 3}}}}},
              {"lib/cart.test.ts", "size", {{"lib/cart.ts", {{6, 6}}}, {"lib/cart.test.ts", {{6, 6}}}}},
              {"lib/text.test.ts", "shout", {{"lib/text.ts", {{2, 2}}}, {"lib/text.test.ts", {{3, 3}}}}},
              {"lib/all.test.ts", "all", {{"lib/cart.ts", {{6, 6}}}, {"lib/all.test.ts", {{3, 3}}}}}});
  return out;
}

BOOST_AUTO_TEST_CASE(in_node_a_name_affects_who_says_it_or_takes_all_names) {
  auto of = js_shop();
  const auto before = of.files;
  of.files["lib/text.ts"] += "export function whisper(word) {\n  return word\n}\n";
  check(of.affected(), {"all loads_changed", "shout loads_changed"});  // one that loads it, should it not be
  of.files = before;
  of.edit("lib/rates.ts", "RATE = 2", "RATE = 3");
  check(of.affected(), {"total loads_changed"});
  of.files = before;
  of.edit("lib/rates.ts", "BASE = 1", "BASE = 3");
  BOOST_TEST(of.affected().tests.size() == 1u);  // it could fail to be loaded
  of.edit("lib/rates.ts", "BASE = 3", "BASE = make()");
  check(of.affected(), {"total loads_changed", "size loads_changed", "all loads_changed"});
  of.files = before;
  of.edit("lib/cart.ts", "size(items)", "size(items, more = 1)");
  check(of.affected(), {"total loads_changed", "size loads_changed", "all loads_changed"});  // a test file says it outside of functions
  of.files = before;
  of.edit("lib/cart.ts", "export function size", "function size");
  check(of.affected(), {"total loads_changed", "size loads_changed", "all loads_changed"});  // its importer cannot be loaded
}

BOOST_AUTO_TEST_CASE(in_node_a_default_is_taken_by_any_name) {
  auto of = js_shop();
  of.files["lib/vat.ts"] = "export default class Vat {\n  of(n) {\n    return n\n  }\n}\nexport const LOW = 1\n";
  of.edit("lib/cart.ts", "import", "import Tax from './vat'\nimport");
  of.edit("lib/cart.ts", "items.length * RATE", "new Tax().of(RATE)");
  of.record({{"lib/cart.test.ts", "", {{"lib/cart.ts", {{1, 3}, {6, 6}}}, {"lib/vat.ts", {{1, 1}, {5, 6}}}}},
             {"lib/cart.test.ts", "total", {{"lib/cart.ts", {{4, 4}}}, {"lib/vat.ts", {{3, 3}}}}},
             {"lib/cart.test.ts", "size", {{"lib/cart.ts", {{7, 7}}}}}});
  const auto before = of.files;
  of.edit("lib/vat.ts", "of(n) {", "rate = 2\n  of(n) {");
  check(of.affected(), {"total loads_changed"});
  of.files = before;
  of.edit("lib/vat.ts", "class Vat", "class Vat extends Object");
  check(of.affected(), {"total loads_changed"});
  of.files = before;
  of.edit("lib/vat.ts", "class Vat", "class Vat extends mixed(Object)");
  check(of.affected(), {"total loads_changed", "size loads_changed"});
  of.files = before;
  of.edit("lib/vat.ts", "LOW", "HIGH");
  check(of.affected(), {"total loads_changed"});
}

// vat: the field 2, of() 3-5. Who makes an instance runs the field, and is not the first to load the file by that.
BOOST_AUTO_TEST_CASE(in_node_a_field_is_run_by_who_makes_an_instance) {
  auto of = js_shop();
  of.files["lib/vat.ts"] = "export class Vat {\n  rate = 2\n  of(n) {\n    return size(n) * this.rate\n  }\n}\n";
  of.edit("lib/cart.test.ts", "import", "import { Vat } from './vat'\nimport");
  of.record({{"lib/cart.test.ts", "total", {{"lib/vat.ts", {{2, 2}, {4, 4}}}}}, {"lib/cart.test.ts", "size", {{"lib/cart.ts", {{6, 6}}}}}});
  const auto before = of.files;
  of.edit("lib/vat.ts", "rate = 2", "rate = 3");
  check(of.affected(), {"total ran_changed"});
  of.files = before;
  of.edit("lib/vat.ts", "return size", "return 2 * size");
  check(of.affected(), {"total ran_changed"});
}

BOOST_AUTO_TEST_CASE(in_commonjs_too) {
  workspace of{.language = "node"};
  of.files = {{"package.json", "{}"},
              {"cart.js", "function total(n) {\n  return n\n}\nfunction size(n) {\n  return n\n}\nmodule.exports = { total, size }\n"},
              {"text.js", "exports.shout = (word) => {\n  return word\n}\n"},
              {"cart.test.js", "const { total } = require('./cart')\nit('total', () => total(1))\n"},
              {"all.test.js", "const cart = require('./cart')\nconst { shout } = require('./text')\nit('all', () => cart.size(1))\n"}};
  of.record({{"cart.test.js", "total", {{"cart.js", {{2, 2}}}}}, {"all.test.js", "all", {{"cart.js", {{5, 5}}}}}});
  const auto before = of.files;
  of.edit("cart.js", "module", "function vat() {\n  return 1\n}\nmodule");
  of.edit("cart.js", "size }", "size, vat }");
  check(of.affected(), {"all loads_changed"});
  of.files = before;
  of.edit("cart.js", "{ total, size }", "{ total, size: total }");
  check(of.affected(), {"all loads_changed"});
  of.files = before;
  of.edit("cart.js", "{ total, size }", "{ total, ...size }");
  check(of.affected(), {"all loads_changed", "total loads_changed"});
  of.files = before;
  of.edit("text.js", "exports.shout", "exports.loud = 1\nexports.shout");
  BOOST_TEST(of.affected().tests.size() == 1u);  // it could fail to be loaded
}

// Test files are not instrumented by jest: nothing tells who runs a function in one.
BOOST_AUTO_TEST_CASE(in_node_a_function_that_nothing_is_known_to_run_is_of_its_file) {
  auto of = js_shop();
  of.edit("lib/text.test.ts", "test(", "function loud() {\n  return whisper('a')\n}\ntest(");
  of.record({{"lib/text.test.ts", "shout", {{"lib/text.ts", {{2, 2}}}}}, {"lib/cart.test.ts", "size", {{"lib/cart.ts", {{6, 6}}}}}});
  const auto before = of.files;
  of.files["lib/text.ts"] += "globalThis.whisper = 1\n";
  check(of.affected(), {"shout loads_changed", "size loads_changed"});
  of.files = before;
  of.files["lib/text.ts"] += "export const whisper = 1\n";
  check(of.affected(), {"shout loads_changed"});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

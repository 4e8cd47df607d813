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
  of.edit("tests/test_text.py", "shout('a')", "getattr(shout, 'tax', shout)('a')");
  of.record({{"tests/test_text.py", "test_shout", {{"shop/text.py", {{2, 2}}}, {"tests/test_text.py", {{3, 3}}}}}}, false);
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
  of.edit("m.py", "class C:", "class C(A):");
  check(of.affected(), {"test_c loads_changed"});
}

// A call that the old head refused did not run the body.
BOOST_AUTO_TEST_CASE(an_edited_head_affects_who_says_the_function) {
  auto of = shop();
  of.edit("tests/test_text.py", "shout('a')", "raises(size, 1, 2)");
  of.record({{"tests/test_text.py", "test_shout", {{"tests/test_text.py", {{3, 3}}}}}}, false);
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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

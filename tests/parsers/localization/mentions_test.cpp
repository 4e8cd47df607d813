#include "parsers/localization/mentions.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(mentions_of_functions)

BOOST_AUTO_TEST_CASE(an_identifier_names_the_function_of_its_name) {
  const mentions text{"assert cart.total(1) == parse('$x')  # TypeError: _clean() takes 1"};
  for (const auto* name : {"total", "Cart.total", "inner::parse", "_clean"})
    BOOST_TEST(text.name(name), name);
  for (const auto* name : {"tot", "totals", "", "Cart."}) BOOST_TEST(!text.name(name), name);
}

BOOST_AUTO_TEST_CASE(a_name_of_several_words_is_found_in_any_case) {
  const mentions text{"returns the camel case of a HTTPServer"};
  for (const auto* name : {"camelCase", "camel_case", "CamelCase", "http_server"})
    BOOST_TEST(text.name(name), name);
  for (const auto* name : {"camelCaseOf", "case", "caseCamel"})
    BOOST_TEST(text.name(name) == (std::string_view{name} != "caseCamel"), name);
}

BOOST_AUTO_TEST_CASE(a_word_that_is_part_of_another_one_names_nothing) {
  BOOST_TEST(!mentions{"subtotal price"}.name("total_price"));
  BOOST_TEST(!mentions{""}.name("x"));
}

BOOST_AUTO_TEST_CASE(a_test_file_has_the_subject_of_what_it_tests) {
  for (const auto* file : {"lib/shoppingCart.ts", "test/shopping-cart.test.ts", "tests/test_shopping_cart.py",
                           "shopping_cart_test.go", "ShoppingCartSpec.js", "tests_shopping_cart.jl"})
    BOOST_TEST(subject_of(file) == " shopping cart ", file);
  BOOST_TEST(subject_of("contest.py") == " contest ");
  BOOST_TEST(subject_of("latest_version.py") == " latest version ");
  BOOST_TEST(subject_of("a/test_is.py") == subject_of("b/is.js"));
}

BOOST_AUTO_TEST_CASE(what_many_files_are_called_is_no_subject) {
  for (const auto* file :
       {"test/index.js", "pkg/__init__.py", "src/lib.rs", "test.js", "tests/tests.py", "", "/"})
    BOOST_TEST(subject_of(file) == "", file);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

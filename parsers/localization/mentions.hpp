// Whether a text names a function, as messages and failing lines do.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

namespace covey::parsers {

class mentions {
 public:
  // Of a longer text only the beginning is read.
  static constexpr std::size_t max_text = 64 * 1024;

  explicit mentions(std::string_view text);

  // The last part of the name ("total" of "Cart.total") is an identifier of the text, or its words stand there one after
  // another, in whatever case: "camel case" and "camel_case" name camelCase. A name of one word has no other spelling.
  bool name(std::string_view function) const;

 private:
  std::unordered_set<std::string> identifiers_;
  std::string words_;  // lower case, one blank before and behind each
};

// What a file is about by its name, in small words: " shopping cart " of "lib/shoppingCart.ts", "shopping-cart.test.ts" and
// "tests/test_shopping_cart.py". Empty: nothing, as in "index.js" and "__init__.py".
std::string subject_of(std::string_view path);

}  // namespace covey::parsers

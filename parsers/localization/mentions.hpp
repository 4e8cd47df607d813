// What texts name: the functions that messages and failing lines mention, the subject of a file by its name, the lines of
// sources that have a message's words.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace covey::parsers {

// Whether a text names a function.
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

// Where sources have the words of messages in quotes: an error that comes without a stack was made there, and the condition
// that is wrong stands beside it.
class sayings {
 public:
  // Of a longer message only the beginning is read.
  static constexpr std::size_t max_text = 4 * 1024;
  static constexpr std::size_t max_places = 3;

  // Texts in quotes that end in their line, between what is put into them ("%d", "{}", "${name}", "\n"): two words and twelve bytes
  // at least.
  void add(std::string_view file, std::string_view source);

  // The lines with the longest of those that stand in the message; none if more lines than max_places have that.
  std::vector<location> places_of(std::string_view message) const;

 private:
  struct saying {
    std::string text;
    location where;
  };
  std::unordered_map<std::uint64_t, std::vector<saying>> by_beginning_;  // by their first eight bytes
};

}  // namespace covey::parsers

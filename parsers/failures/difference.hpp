// What differs between the two values of a failure.
#pragma once

#include "parsers/model/test.hpp"
#include <cstddef>
#include <string>
#include <string_view>

namespace covey::parsers {

// What the library calls a value of a comparison.
struct value_words {
  std::string_view actual;
  std::string_view expected;
};
value_words words_of(value_names names, value_words usual);

struct difference {
  std::string legend;  // "- want, + got"; empty: the lines say it themselves
  std::string text;    // lines; empty: the message says it all
};

// One line of at most 120 bytes.
bool is_short_value(std::string_view value);

// Whether the failure is displayed as the lines of a diff, instead of as its two plain values.
bool is_shown_by_lines(const failure& from);

// Values of a line each as "got: 5" and "want: 3", of long ones the part that differs; others by their lines.
// If the runner printed a diff that says more, that one. At most `max_bytes`, but always with the first line
// that differs.
difference difference_of(const failure& from, std::size_t max_bytes);

// The message without the words that a difference below it makes superfluous: "assertion `left == right`
// failed".
std::string_view message_beside(const failure& from, const difference& shown);

}  // namespace covey::parsers

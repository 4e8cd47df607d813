// What texts have in common: messages but for the parts that change by run or by case, texts but for some lines, names but for
// some letters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// Addresses, UUIDs, dates, times of day and the capacities in dumps of Go's slices ("(len=3 cap=4)") become
// "0x…", "‹uuid›", "‹time›", "cap=…": two values that differ in nothing else are the same for a reader.
std::string without_volatile(std::string_view text);

// A path in a folder for temporary files becomes "‹temporary›", whatever is behind it.
std::string without_temporary(std::string_view text);

// Equal for failures that say the same about other values: in the first line that says something (its first 400 bytes,
// without "cart_test.go:12: " before it, nor "error:" above it) temporary paths, numbers, quoted texts, options and the contents of brackets become
// "‹temporary›", "#", "'…'", "-…", "(…)", too.
std::string message_shape(std::string_view message);

struct diff_line {
  // ' ' both, '-' the first side only, '+' the second only ('<' and '>' where a runner writes them so); '\0':
  // neither, a head or a gap.
  char sign = ' ';
  std::string text;  // without its sign
};

// Of two texts. Lines that differ only in what without_volatile() masks count as equal, unless there is no
// other difference. If more than 2,000 lines lie between the first and the last difference, they are not
// matched: the rest of the first text stands before the rest of the second.
std::vector<diff_line> line_diff(std::string_view first, std::string_view second);

// Of a diff that a runner printed, in any of the usual forms: unified, go-cmp's, jest's, pretty_assertions'.
std::vector<diff_line> read_diff(std::string_view printed);

// At most `max_bytes`: whole lines from the first difference on, and how many lines are left out. Of a line
// over 160 bytes only the part from 40 bytes before its difference from its partner to 40 bytes behind it.
std::string show_diff(const std::vector<diff_line>& lines, std::size_t max_bytes);

// The same of two texts, below a line that names the sides: "(- want, + got)". Empty where they print alike.
std::string named_diff(std::string_view first, std::string_view second, std::string_view first_name,
                       std::string_view second_name, std::size_t max_bytes);

// Two different texts that look the same: they differ only in blanks, line ends or invisible characters.
bool look_alike(std::string_view first, std::string_view second);

// At most `max` of `known`, the nearest first, each once: equal but for the case of letters, then those of
// which one is the other's last part ("file::test", "Suite > test", "folder/file"), then those with few edits.
// Of `known` the first 20,000 are searched for edits, which bounds the time; names over 200 bytes have none.
std::vector<std::string> names_near(std::string_view wanted, const std::vector<std::string>& known,
                                    std::size_t max);

}  // namespace covey::parsers

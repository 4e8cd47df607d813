// Limits the size of texts, and makes them read as what they contain.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// The text; if it is longer than `limit` bytes, its beginning followed by "… [N bytes more]". The mark does
// not count towards the limit, and is not set where the rest of the text is as short.
std::string clipped(std::string_view text, std::size_t limit);

// Bytes shared by several texts: the first get what they need, later ones the rest. Every text costs one byte
// more than its size, so that empty texts use up the budget too.
class text_budget {
 public:
  explicit text_budget(std::size_t bytes) : left_(bytes) {}

  std::string take(std::string_view text);
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

// As many texts as fit, then the number of the others.
std::vector<std::string> bounded_list(const std::vector<std::string>& texts, text_budget& budget);

// --- characters that are invisible, or that change how their neighbours are displayed, become escapes

// Line feeds and tabs stay, "\r\n" becomes a line feed; the others become \r, \x1b, \u202e, \U000e0041.
// Invalid UTF-8 stays, to be repaired elsewhere.
std::string visible(std::string_view text);
bool is_visible(std::string_view text);

// For text within one line of an answer, e.g. a test's name: line feeds and tabs become \n and \t too, so
// that a name cannot forge a line.
std::string one_line(std::string_view text);

}  // namespace covey::protocol

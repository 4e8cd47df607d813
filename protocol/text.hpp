// Limits the size of texts: they are cut by bytes, never inside a UTF-8 sequence, and always with a mark that
// says so.
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

}  // namespace covey::protocol

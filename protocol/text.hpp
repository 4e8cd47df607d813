// Texts that must stay small: cut by bytes, never inside a UTF-8 sequence, and always with a mark that says
// so.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace covey::protocol {

// The text, or its beginning with "… [N bytes more]" after it when it is longer than `limit` bytes. The mark
// is not counted.
std::string clipped(std::string_view text, std::size_t limit);

// Bytes that several texts share: the first get what they need, later ones what is left. Every text costs a
// byte more than it has, so that any number of empty ones comes to an end too.
class text_budget {
 public:
  explicit text_budget(std::size_t bytes) : left_(bytes) {}

  std::string take(std::string_view text);
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

}  // namespace covey::protocol

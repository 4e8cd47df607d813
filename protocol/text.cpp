#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

bool continues_a_sequence(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return std::string{text};
  std::size_t end = limit;
  while (end > 0 && continues_a_sequence(text[end])) --end;
  return std::string{text.substr(0, end)} + "… [" + std::to_string(text.size() - end) + " bytes more]";
}

std::string text_budget::take(std::string_view text) {
  auto out = clipped(text, left_);
  left_ -= std::min(left_, text.size() + 1);
  return out;
}

}  // namespace covey::protocol

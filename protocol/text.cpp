#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

bool continues_a_sequence(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

}  // namespace

std::string clipped(std::string_view text, std::size_t limit) {
  constexpr std::size_t mark = 20;  // what hides less than it says hides nothing
  if (text.size() <= limit || (limit > mark && text.size() <= limit + mark)) return std::string{text};
  std::size_t end = limit;
  while (end > 0 && continues_a_sequence(text[end])) --end;
  return std::string{text.substr(0, end)} + "… [" + std::to_string(text.size() - end) + " bytes more]";
}

std::string text_budget::take(std::string_view text) {
  auto out = clipped(text, left_);
  left_ -= std::min(left_, text.size() + 1);
  return out;
}

std::vector<std::string> bounded_list(const std::vector<std::string>& texts, text_budget& budget) {
  std::vector<std::string> out;
  for (const auto& text : texts) {
    if (budget.left() == 0) {
      out.push_back("… [" + std::to_string(texts.size() - out.size()) + " more]");
      break;
    }
    out.push_back(budget.take(text));
  }
  return out;
}

}  // namespace covey::protocol

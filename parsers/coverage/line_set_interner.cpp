#include "parsers/coverage/line_set_interner.hpp"
#include <algorithm>
#include <functional>
#include <string_view>

namespace covey::parsers {

std::optional<std::uint32_t> line_set_interner::add(const std::vector<line_range>& ranges) {
  if ((count_ + 1) * 2 > slots_.size()) grow();
  const auto place = sets_.add(ranges);  // its text is what is looked for
  auto& slot = slot_of(place);
  const bool fits = sets_.end() < max_bytes_;
  if (slot != 0 || !fits) {
    sets_.remove_from(place);
    return slot != 0 ? std::optional{slot - 1} : std::nullopt;
  }
  ++count_;
  slot = static_cast<std::uint32_t>(place + 1);
  return slot - 1;
}

// Where a set with its text is, or would be.
std::uint32_t& line_set_interner::slot_of(std::size_t place) {
  const auto text = sets_.text(place);
  const auto mask = slots_.size() - 1;
  auto at = std::hash<std::string_view>{}(text)&mask;
  while (slots_[at] != 0 && sets_.text(slots_[at] - 1) != text) at = (at + 1) & mask;
  return slots_[at];
}

void line_set_interner::grow() {
  slots_.assign(std::max<std::size_t>(slots_.size() * 2, 8), 0);
  for (std::size_t place = 0; place < sets_.end(); place = sets_.after(place))
    slot_of(place) = static_cast<std::uint32_t>(place + 1);
}

}  // namespace covey::parsers

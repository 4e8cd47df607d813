#include "parsers/model/lines_by_unit.hpp"
#include <utility>

namespace covey::parsers {
namespace {

void put(std::string& out, std::uint32_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

std::uint32_t take(const char*& at) {
  auto byte = static_cast<unsigned char>(*at++);
  std::uint32_t number = byte & 0x7fU;
  for (unsigned shift = 7; byte >= 0x80; shift += 7) {
    byte = static_cast<unsigned char>(*at++);
    number |= (byte & 0x7fU) << shift;
  }
  return number;
}

// The range that follows one with this last line.
line_range take_range(const char*& at, std::uint32_t before) {
  const auto first = before + take(at);
  return {first, first + take(at) - 1};
}

}  // namespace

std::size_t packed_line_sets::add(const std::vector<line_range>& ranges) {
  const auto place = bytes_.size();
  std::uint32_t before = 0;
  for (const auto& range : ranges) {
    put(bytes_, range.first - before);
    put(bytes_, range.last - range.first + 1);
    before = range.last;
  }
  bytes_ += '\0';
  return place;
}

void packed_line_sets::read(std::size_t place, std::vector<line_range>& into) const {
  into.clear();
  std::uint32_t before = 0;
  for (const auto* at = bytes_.c_str() + place; *at != 0; before = into.back().last)
    into.push_back(take_range(at, before));
}

std::vector<bool> packed_line_sets::with_any_of(line_range lines) const {
  std::vector<bool> out(bytes_.size());
  for (std::size_t place = 0; place < bytes_.size();) {
    const auto* at = bytes_.c_str() + place;
    for (line_range range; *at != 0;) {
      range = take_range(at, range.last);
      if (range.last < lines.first) continue;
      out[place] = range.first <= lines.last;
      break;
    }
    place = after(static_cast<std::size_t>(at - bytes_.c_str()));  // skips the rest of this set
  }
  return out;
}

lines_by_unit::lines_by_unit(std::initializer_list<unit_lines> all) {
  for (const auto& one : all) units_.push_back({one.unit, static_cast<std::uint32_t>(sets_.add(one.ran))});
}

lines_by_unit::lines_by_unit(std::vector<unit_set> units, packed_line_sets sets)
    : units_(std::move(units)), sets_(std::move(sets)) {
  units_.shrink_to_fit();
  sets_.shrink_to_fit();
}

std::vector<std::uint32_t> lines_by_unit::units_of(line_range lines) const {
  std::vector<std::uint32_t> out;
  const auto ran = lines.first == 0 ? std::vector<bool>(sets_.end(), true) : sets_.with_any_of(lines);
  for (const auto& [unit, set] : units_)
    if (ran[set]) out.push_back(unit);
  return out;
}

unit_lines lines_by_unit::operator[](std::size_t at) const {
  unit_lines out{units_[at].unit, {}};
  sets_.read(units_[at].set, out.ran);
  return out;
}

unit_lines lines_by_unit::at(std::size_t at) const {
  (void)units_.at(at);
  return (*this)[at];
}

std::size_t lines_by_unit::memory() const {
  return units_.capacity() * sizeof(unit_set) + sets_.memory();
}

}  // namespace covey::parsers

#include "parsers/model/lines_by_unit.hpp"
#include <utility>

namespace covey::parsers {

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

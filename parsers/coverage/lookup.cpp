#include "parsers/coverage/lookup.hpp"
#include <algorithm>

namespace covey::parsers {

lookup_result find_covering(const coverage& data, const file_index& files, std::string_view file,
                            std::uint32_t line) {
  auto answer = files.find(file);
  if (auto* several = std::get_if<ambiguous_file>(&answer)) return std::move(*several);
  const auto* found = std::get_if<found_file>(&answer);
  if (found == nullptr) return no_such_file{};
  covered_by out{found->file->first, {}};
  for (const auto unit : found->file->second.by_unit.units_of(line))
    if (unit < data.units.size()) out.units.push_back(&data.units[unit]);
  const auto before = [](const coverage_unit* a, const coverage_unit* b) { return a->name < b->name; };
  // The coverage of a finished run has its units in order already.
  if (!std::is_sorted(out.units.begin(), out.units.end(), before))
    std::sort(out.units.begin(), out.units.end(), before);
  return out;
}

}  // namespace covey::parsers

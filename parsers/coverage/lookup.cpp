#include "parsers/coverage/lookup.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <algorithm>

namespace covey::parsers {

lookup_result find_covering(const coverage& data, const file_index& files, std::string_view file,
                            std::uint32_t line) {
  auto answer = files.find(file);
  if (auto* several = std::get_if<ambiguous_file>(&answer)) return std::move(*several);
  const auto* found = std::get_if<found_file>(&answer);
  if (found == nullptr) return no_such_file{};
  covered_by out{found->file->first, {}};
  for (const auto& of_unit : found->file->second.by_unit) {
    const bool ran = line == 0 ? !of_unit.ran.empty() : contains(of_unit.ran, line);
    if (ran && of_unit.unit < data.units.size()) out.units.push_back(&data.units[of_unit.unit]);
  }
  std::sort(out.units.begin(), out.units.end(),
            [](const coverage_unit* a, const coverage_unit* b) { return a->name < b->name; });
  return out;
}

}  // namespace covey::parsers

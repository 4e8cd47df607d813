#include "parsers/coverage/unit_facts.hpp"
#include <string_view>
#include <unordered_map>
#include <utility>

namespace covey::parsers {
namespace {

void count_lines(coverage& of) {
  std::vector<line_range> ran;
  for (const auto& [path, file] : of.files) {
    if (file.aside) continue;
    std::unordered_map<std::uint32_t, std::uint32_t> counts;  // of sets, by their places
    for (const auto& [unit, set] : file.by_unit.units()) {
      const auto [count, is_new] = counts.try_emplace(set, 0);
      if (is_new) {
        file.by_unit.read_set(set, ran);
        for (const auto& range : ran) count->second += range.last - range.first + 1;
      }
      if (unit < of.units.size()) of.units[unit].lines += count->second;
    }
  }
}

struct pair_hash {
  std::size_t operator()(const std::pair<std::string_view, std::string_view>& of) const {
    constexpr std::size_t mixing = 0x9e3779b97f4a7c15u;
    const std::hash<std::string_view> hash;
    return hash(of.first) * mixing + hash(of.second);
  }
};

}  // namespace

void add_unit_facts(coverage& to, const run_results& results) {
  count_lines(to);
  std::unordered_map<std::pair<std::string_view, std::string_view>, std::chrono::milliseconds, pair_hash>
      times;
  for (const auto& test : results.tests) times[{test.id.group, test.id.name}] = test.duration;
  for (auto& unit : to.units) {
    if (unit.tests.size() != 1) continue;
    const auto time = times.find({unit.name, unit.tests.front()});
    if (time != times.end()) unit.duration = time->second;
  }
}

}  // namespace covey::parsers

#include "parsers/model/outermost.hpp"
#include <algorithm>

namespace covey::parsers {

std::string_view separator_of(const run_results& results) {
  return results.tests.empty() ? std::string_view{default_separator()}
                               : std::string_view{results.tests.front().id.separator};
}

std::uint64_t count_outermost(const std::unordered_set<std::string_view>& names, std::string_view separator) {
  const auto is_within_another = [&](std::string_view name) {
    for (auto at = name.find(separator); at != std::string_view::npos; at = name.find(separator, at + 1))
      if (names.contains(name.substr(0, at))) return true;
    return false;
  };
  return static_cast<std::uint64_t>(
      std::count_if(names.begin(), names.end(), [&](auto name) { return !is_within_another(name); }));
}

}  // namespace covey::parsers

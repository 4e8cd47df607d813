#include "parsers/model/function_extent.hpp"
#include <algorithm>

namespace covey::parsers {

const function_extent* function_at(const std::vector<function_extent>& all, std::uint32_t line) {
  const auto behind = std::upper_bound(all.begin(), all.end(), line,
                                       [](std::uint32_t at, const auto& one) { return at < one.first; });
  // Of those that begin before the line, the last one that has not ended is the innermost.
  const auto found = std::find_if(std::make_reverse_iterator(behind), all.rend(),
                                  [&](const auto& one) { return line <= one.last; });
  return found == all.rend() ? nullptr : &*found;
}

}  // namespace covey::parsers

#include "parsers/model/file_edits.hpp"
#include <algorithm>

namespace covey::parsers {

bool file_edits::in(line_range range) const {
  if (!any || !lines) return any;
  const auto first = std::lower_bound(lines->begin(), lines->end(), range.first);
  return first != lines->end() && *first <= range.last;
}

}  // namespace covey::parsers

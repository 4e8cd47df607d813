#include "parsers/events/joined_failure.hpp"
#include "parsers/model/difference.hpp"
#include "parsers/events/failure_text.hpp"
#include <cstddef>
#include <string>
#include <utility>

namespace covey::parsers {

failure joined(std::vector<failure>& several) {
  if (several.empty()) {
    failure out;
    out.message = "failed without a message";
    return out;
  }
  constexpr std::size_t max_difference = 1500;  // of each but the first
  auto out = std::move(several.front());
  if (several.size() == 1) return out;
  for (std::size_t i = 1; i < several.size(); ++i) {
    const auto& more = several[i];
    out.message += "\n\n";
    if (more.where.line > 0) out.message += more.where.file + ":" + std::to_string(more.where.line) + ": ";
    const auto differs = difference_of(more, max_difference);
    out.message += message_beside(more, differs);
    if (!differs.legend.empty()) out.message += "\n(" + differs.legend + ")";
    if (!differs.text.empty()) out.message += "\n" + differs.text;
  }
  out.message = bounded_text(out.message, max_failure_message);
  return out;
}

}  // namespace covey::parsers

#include "parsers/coverage/diagnostics.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers {

void diagnostics::add(std::string_view what, std::uint64_t line, std::string_view at) {
  constexpr std::size_t shown = 200;
  for (auto& known : all_) {
    if (known.what != what) continue;
    ++known.count;
    return;
  }
  // Some faults are found only later, at the end of the part that they stand in.
  const auto place =
      std::upper_bound(all_.begin(), all_.end(), line,
                       [](std::uint64_t mine, const diagnostic& c) { return mine < c.first_line; });
  all_.insert(place, {what, 1, line, plain_text(at.substr(0, shown))});
}

std::uint64_t diagnostics::count() const {
  std::uint64_t out = 0;
  for (const auto& known : all_) out += known.count;
  return out;
}

}  // namespace covey::parsers

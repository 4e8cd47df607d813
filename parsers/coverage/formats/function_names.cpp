#include "parsers/coverage/formats/function_names.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>

namespace covey::parsers {

std::string function_names::unique(std::string_view name, std::uint32_t line, std::uint64_t column) {
  constexpr std::size_t max_length = 4096;
  auto plain = repair_utf8(name.substr(0, max_length));
  if (taken_.insert(plain).second) return plain;
  plain += "@" + std::to_string(line);
  if (taken_.insert(plain).second) return plain;
  plain += ":" + std::to_string(column);
  if (taken_.insert(plain).second) return plain;
  auto& last = last_of_[plain];
  for (;;) {
    auto numbered = plain + "#" + std::to_string(last = std::max<std::uint64_t>(last, 1) + 1);
    if (taken_.insert(numbered).second) return numbered;
  }
}

}  // namespace covey::parsers

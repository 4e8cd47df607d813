#include "bench/parsers/agreement.hpp"
#include <algorithm>
#include <stdexcept>

namespace covey::bench {

counts agreed(const input& from, const made_text& text) {
  struct claim {
    std::uint64_t value;
    std::size_t times;
  };
  std::map<std::string, claim> claims;
  for (const auto& [name, value] : text.expected) claims[name] = {value, 1};
  std::vector<counts> found;
  for (const auto& each : from.readers)
    for (const auto& [name, value] : found.emplace_back(each.read(text.bytes))) {
      auto& known = claims.try_emplace(name, claim{value, 0}).first->second;
      ++known.times;
      if (known.value != value)
        throw std::runtime_error(from.name + ": " + each.name + " finds " + name + " " +
                                 std::to_string(value) + ", others " + std::to_string(known.value));
    }
  for (std::size_t i = 0; i < found.size(); ++i)
    if (std::none_of(found[i].begin(), found[i].end(),
                     [&](const auto& one) { return one.second > 0 && claims[one.first].times > 1; }))
      throw std::runtime_error(from.name + ": nothing proves what " + from.readers[i].name + " finds");
  counts out;
  for (const auto& [name, known] : claims) out[name] = known.value;
  return out;
}

}  // namespace covey::bench

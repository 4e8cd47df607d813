#include "actors/process/environment.hpp"
#include <algorithm>
#include <unistd.h>

namespace covey::process {

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& set) {
  std::vector<std::string> out;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const auto name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(set.begin(), set.end(), [&](const auto& s) { return s.first == name; });
    if (!replaced) out.emplace_back(text);
  }
  for (const auto& [name, value] : set) out.push_back(name + "=" + value);
  return out;
}

}  // namespace covey::process

#include "process/environment.hpp"
#include <algorithm>
#include <cstdlib>
#include <unistd.h>

namespace covey::process {

std::map<std::string, std::string, std::less<>> own_environment() {
  std::map<std::string, std::string, std::less<>> out;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    if (const auto end = text.find('='); end != std::string_view::npos && end > 0)
      out.emplace(text.substr(0, end), text.substr(end + 1));
  }
  return out;
}

std::vector<std::string> environment_with(const std::vector<std::pair<std::string, std::string>>& set,
                                          const std::vector<std::string>& unset) {
  std::vector<std::string> out;
  for (char** entry = ::environ; *entry != nullptr; ++entry) {
    const std::string_view text{*entry};
    const auto name = text.substr(0, text.find('='));
    const bool replaced = std::any_of(set.begin(), set.end(), [&](const auto& s) { return s.first == name; });
    if (!replaced && std::find(unset.begin(), unset.end(), name) == unset.end()) out.emplace_back(text);
  }
  // Of several values of one name the last counts: getenv() would take the first.
  for (auto it = set.begin(); it != set.end(); ++it)
    if (std::none_of(it + 1, set.end(), [&](const auto& later) { return later.first == it->first; }))
      out.push_back(it->first + "=" + it->second);
  return out;
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (const auto& text : texts) out.push_back(const_cast<char*>(text.c_str()));
  out.push_back(nullptr);
  return out;
}

std::optional<std::chrono::steady_clock::time_point> deadline() {
  const char* text = std::getenv(deadline_variable);
  if (text == nullptr) return std::nullopt;
  return std::chrono::steady_clock::time_point{std::chrono::milliseconds{std::strtoll(text, nullptr, 10)}};
}

}  // namespace covey::process

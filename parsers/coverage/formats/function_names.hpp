// Names for the functions of one file, each once, as the model requires.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace covey::parsers {

class function_names {
 public:
  // The name as valid UTF-8; for a second function of this name "name@line", for a third on that line
  // "name@line:column", and then "name@line:column#2", "…#3". At most 4096 bytes of the name are kept.
  std::string unique(std::string_view name, std::uint32_t line, std::uint64_t column);

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::uint64_t>
      last_of_;  // the last number given, so that many of one name stay cheap
};

}  // namespace covey::parsers

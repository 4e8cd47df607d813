#include "parsers/languages/finders.hpp"
#include <array>

namespace covey::parsers {

extern const discovery go_discovery;
extern const discovery rust_discovery;
extern const discovery node_discovery;
extern const discovery python_discovery;
extern const discovery julia_discovery;

std::span<const discovery* const> discoveries() {
  static const std::array all{&go_discovery, &rust_discovery, &node_discovery, &python_discovery,
                              &julia_discovery};
  return all;
}

const discovery* find_discovery(std::string_view language) {
  for (const auto* entry : discoveries())
    if (entry->language == language) return entry;
  return nullptr;
}

}  // namespace covey::parsers

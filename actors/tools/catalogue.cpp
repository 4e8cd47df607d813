#include "actors/tools/catalogue.hpp"
#include <array>

namespace covey::actors {

extern const tool run_tests_tool;
extern const tool run_failing_tests_tool;
extern const tool last_test_failures_tool;
extern const tool tests_covering_tool;

std::span<const tool* const> tools() {
  static const std::array all{
      &run_tests_tool,
      &run_failing_tests_tool,
      &last_test_failures_tool,
      &tests_covering_tool,
  };
  return all;
}

std::vector<const protocol::tool_description*> tool_descriptions() {
  std::vector<const protocol::tool_description*> out;
  for (const auto* entry : tools()) out.push_back(&entry->description);
  return out;
}

}  // namespace covey::actors

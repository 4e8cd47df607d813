#include "protocol/tools/catalogue.hpp"
#include <algorithm>
#include <array>
#include <string_view>

namespace covey::protocol {
namespace {

bool means(std::string_view name, const tool& one) {
  return name == "all" || name == one.description.name || (name == "core" && one.core);
}

}  // namespace

std::span<const tool> tools() {
#define COVEY_TOOL(name) name(),
  static const std::array all{COVEY_TOOLS(COVEY_TOOL)};
#undef COVEY_TOOL
  return all;
}

std::vector<const tool*> tools(std::span<const std::string> names) {
  std::vector<const tool*> out;
  for (const auto& one : tools())
    if (names.empty() ||
        std::any_of(names.begin(), names.end(), [&](const auto& name) { return means(name, one); }))
      out.push_back(&one);
  return out;
}

std::string unknown_tool(std::span<const std::string> names) {
  for (const auto& name : names) {
    const auto all = tools();
    if (std::none_of(all.begin(), all.end(), [&](const auto& one) { return means(name, one); })) return name;
  }
  return "";
}

std::vector<const tool_description*> tool_descriptions() {
  std::vector<const tool_description*> out;
  for (const auto& one : tools()) out.push_back(&one.description);
  return out;
}

}  // namespace covey::protocol

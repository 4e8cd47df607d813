#include "actors/tools/catalogue.hpp"
#include <algorithm>
#include <array>
#include <string_view>

namespace covey::actors {

extern const tool run_tests_tool;
extern const tool run_failing_tests_tool;
extern const tool run_status_tool;
extern const tool cancel_run_tool;
extern const tool last_test_failures_tool;
extern const tool tests_covering_tool;
extern const tool get_overall_coverage_tool;
extern const tool get_file_coverage_tool;
extern const tool start_coverage_snapshot_tool;
extern const tool end_coverage_snapshot_tool;
extern const tool list_testfiles_tool;
extern const tool list_testblocks_tool;
extern const tool run_all_tests_tool;
extern const tool run_testfiles_tool;
extern const tool run_testblocks_tool;
extern const tool get_testresults_tool;
extern const tool get_package_status_tool;
extern const tool activate_package_tool;

std::span<const tool* const> tools() {
  static const std::array all{
      &run_tests_tool,
      &run_failing_tests_tool,
      &run_status_tool,
      &cancel_run_tool,
      &last_test_failures_tool,
      &tests_covering_tool,
      &get_overall_coverage_tool,
      &get_file_coverage_tool,
      &start_coverage_snapshot_tool,
      &end_coverage_snapshot_tool,
      &list_testfiles_tool,
      &list_testblocks_tool,
      &run_all_tests_tool,
      &run_testfiles_tool,
      &run_testblocks_tool,
      &get_testresults_tool,
      &get_package_status_tool,
      &activate_package_tool,
  };
  return all;
}

namespace {

constexpr std::array core{&run_tests_tool,         &run_failing_tests_tool,  &run_status_tool,
                          &cancel_run_tool,        &last_test_failures_tool, &tests_covering_tool,
                          &get_file_coverage_tool, &list_testblocks_tool,    &run_testfiles_tool,
                          &run_testblocks_tool};

bool means(std::string_view name, const tool* one) {
  if (name == "all" || name == one->description.name) return true;
  return name == "core" && std::find(core.begin(), core.end(), one) != core.end();
}

}  // namespace

std::vector<const tool*> tools(std::span<const std::string> names) {
  std::vector<const tool*> out;
  for (const auto* one : tools())
    if (names.empty() ||
        std::any_of(names.begin(), names.end(), [&](const auto& name) { return means(name, one); }))
      out.push_back(one);
  return out;
}

std::string unknown_tool(std::span<const std::string> names) {
  for (const auto& name : names) {
    const auto all = tools();
    if (std::none_of(all.begin(), all.end(), [&](const auto* one) { return means(name, one); })) return name;
  }
  return "";
}

std::vector<const protocol::tool_description*> tool_descriptions() {
  std::vector<const protocol::tool_description*> out;
  for (const auto* entry : tools()) out.push_back(&entry->description);
  return out;
}

}  // namespace covey::actors

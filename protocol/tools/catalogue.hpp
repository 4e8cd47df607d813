// All tools, in the order in which clients see them: add one to the list.
#pragma once

#include "protocol/tools/tool.hpp"
#include <span>
#include <string>
#include <vector>

#define COVEY_TOOLS(add)                                                                               \
  add(run_tests) add(run_failing_tests) add(run_status) add(cancel_run) add(last_test_failures)        \
      add(affected_tests) add(run_affected_tests) add(suspects) add(tests_covering) add(diff_coverage) \
          add(get_overall_coverage) add(get_file_coverage) add(start_coverage_snapshot)                \
              add(end_coverage_snapshot) add(list_testfiles) add(list_testblocks) add(run_all_tests)   \
                  add(run_testfiles) add(run_testblocks) add(get_testresults) add(get_package_status)  \
                      add(activate_package)

namespace covey::protocol {

// Each is defined in the source of its room: run_tests.cpp, run_status.cpp, failures.cpp, coverage.cpp, workspace.cpp.
#define COVEY_TOOL(name) tool name();
COVEY_TOOLS(COVEY_TOOL)
#undef COVEY_TOOL

std::span<const tool> tools();

// The tools with these names, in the catalogue's order. "core" stands for the tools that an agent needs every day;
// "all", or an empty list, for all of them.
std::vector<const tool*> tools(std::span<const std::string> names);

// The first name that is not a tool's; empty if all are.
std::string unknown_tool(std::span<const std::string> names);

std::vector<const tool_description*> tool_descriptions();

}  // namespace covey::protocol

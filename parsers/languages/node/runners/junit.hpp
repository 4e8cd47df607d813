// What the plans of bun and deno share: their report is a JUnit file.
#pragma once

#include "parsers/languages/node/runners/selection.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/output/junit_output.hpp"
#include <string>
#include <string_view>
#include <utility>

namespace covey::parsers::languages::node {

inline junit_output_options junit_options_for(const runner_request& request, std::string_view runner) {
  junit_output_options out;
  out.events.root = request.request.root;
  out.events.separator = " > ";
  out.events.runner = runner;
  out.events.wanted = request.rerun_set;
  if (!request.everything)
    for (const auto& selectors : selectors_for(request.request.selections(), true))
      out.selected.insert(out.selected.end(), selectors.begin(), selectors.end());
  out.folder = request.folder;
  return out;
}

// Prints a report for the parser, after the tests.
inline command print_report(const runner_request& request, std::string path) {
  return {
      .argv = {"cat", std::move(path)}, .cwd = request.folder, .set_env = {}, .role = command_role::print};
}

}  // namespace covey::parsers::languages::node

// The answers of get_package_status and activate_package. Text and structured half are the same JSON.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::protocol {

// JSON Schemas of the structured halves.
extern const char* const package_status_schema;
extern const char* const activated_schema;

// A project of the workspace.
struct package {
  std::string language;
  std::string project_file;  // "go.mod"
  std::string name;          // the project's own, else the folder's
  std::string test_dir;      // absolute
};

struct package_status {
  std::string folder;             // absolute
  std::vector<package> packages;  // empty: no project that covey supports
  std::string problem;            // why there is none: a sentence
  const parsers::finished_run* latest = nullptr;
  std::chrono::milliseconds age{0};  // of the latest run
  std::uint64_t running = 0;         // the run in progress; 0: none
  std::uint64_t waiting = 0;
  bool has_coverage = false;
};

tool_answer render_package_status(const package_status& status);
tool_answer render_activated(const std::string& folder, const std::vector<package>& packages);

}  // namespace covey::protocol

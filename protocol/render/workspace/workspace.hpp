// The answers of get_package_status, activate_package, list_testfiles and list_testblocks. Text and structured half are the same JSON.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "parsers/model/test_block.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::protocol {

// JSON Schemas of the structured halves.
constexpr auto package_status_schema =
    R"({"type":"object","required":["status","pkg_dir"],"properties":{"status":{"type":"string"},)"
    R"("pkg_dir":{"type":"string"}}})";
constexpr auto activated_schema =
    R"({"type":"object","required":["status","pkg_dir","package_name"],"properties":{"status":{"type":"string"},)"
    R"("pkg_dir":{"type":"string"},"package_name":{"type":"string"}}})";

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

// JSON Schemas of the structured halves.
constexpr auto testfiles_schema =
    R"({"type":"object","required":["files","count"],"properties":{"files":{"type":"array"},)"
    R"("count":{"type":"integer"}}})";
constexpr auto testblocks_schema =
    R"({"type":"object","required":["testblocks","count"],"properties":{"count":{"type":"integer"},)"
    R"("testblocks":{"type":"array"}}})";

// Lists that exceed the answer's limit are cut; `left_out` counts the rest.
tool_answer render_testfiles(const parsers::test_listing& listing,
                             std::size_t max_bytes = default_answer_bytes);
tool_answer render_testblocks(const parsers::test_listing& listing,
                              std::size_t max_bytes = default_answer_bytes);

// The folder that displayed paths are relative to; absolute.
std::string test_dir(const parsers::test_listing& listing);

}  // namespace covey::protocol

// For `covey report`: runs the workspace's tests once and returns their coverage.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/finished_run.hpp"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace covey::actors {

struct coverage_run {
  std::shared_ptr<const parsers::finished_run> run;  // null: there was none, and `problem` says why
  std::shared_ptr<const parsers::coverage> data;     // null: the run gave none
  std::string problem;
};

struct coverage_run_request {
  std::string workspace;
  std::string language;  // empty: the only one there is
  std::chrono::seconds timeout{0};
  std::function<void(std::string_view progress)> on_progress;  // called from one thread; may be empty
};

// Blocks until the run has ended. If this process is killed meanwhile, the guards end the run's processes.
coverage_run run_for_coverage(const coverage_run_request& what);

}  // namespace covey::actors

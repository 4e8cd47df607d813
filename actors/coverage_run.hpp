// What `covey report` asks: one run of the workspace's tests, and the coverage it gave.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/finished_run.hpp"
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace covey::actors {

struct measurement {
  std::shared_ptr<const parsers::finished_run> run;  // null: there was none, and `problem` says why
  std::shared_ptr<const parsers::coverage> data;     // null: the run gave none
  std::string problem;
};

struct measuring {
  std::string workspace;
  std::string language;  // empty: the only one there is
  std::chrono::seconds timeout{0};
  std::function<void(std::string_view news)> on_progress;  // called from one thread; may be empty
};

// Waits for the run's end. Should this process be killed meanwhile, the guards end what belongs to the run.
measurement measure_workspace(const measuring& what);

}  // namespace covey::actors

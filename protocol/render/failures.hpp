// The answer of last_test_failures.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const failures_schema;

// Which failures, and how many.
struct failures_question {
  std::size_t limit = 0;
  std::size_t offset = 0;
  std::string group = {};   // a cause's id; empty: all causes
  std::string filter = {};  // as given
  // Returns the indexes of the texts that the filter matches; empty: no filter.
  std::function<std::vector<std::size_t>(const std::vector<std::string>&)> matches = {};
};

// A page of the failures of the latest run and of earlier ones that still count. `run` is null if nothing has
// run yet (`language` empty), or if the last run's output cannot be read (`language` is that run's).
tool_answer render_failures(const parsers::finished_run* run, std::string_view language,
                            const failures_question& asked, std::chrono::milliseconds age,
                            const answer_view& view = {});

}  // namespace covey::protocol

// The answer of last_test_failures.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <string_view>

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const failures_schema;

// The first `limit` failures of the latest run. Without a run: `language` names the last run's where its
// runner's output cannot be read, and is empty when there was none.
tool_answer render_failures(const parsers::finished_run* run, std::string_view language, std::size_t limit,
                            std::chrono::milliseconds age);

}  // namespace covey::protocol

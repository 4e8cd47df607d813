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

// Which of the failures, and how many.
struct failures_question {
  std::size_t limit = 0;
  std::size_t offset = 0;
  std::string group = {};   // a cause's id; empty: of all causes
  std::string filter = {};  // as it was given
  // The places of those texts that the filter matches; empty: there is none.
  std::function<std::vector<std::size_t>(const std::vector<std::string>&)> matches = {};
};

// A page of the failures of the latest run and of those still known. Without a run: `language` names the last
// run's where its runner's output cannot be read, and is empty when there was none.
tool_answer render_failures(const parsers::finished_run* run, std::string_view language,
                            const failures_question& asked, std::chrono::milliseconds age,
                            const answer_view& view = {});

}  // namespace covey::protocol

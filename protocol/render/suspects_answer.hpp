// The answer of suspects.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "parsers/model/suspects.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const suspects_schema;

struct suspects_asked {
  std::vector<std::string> tests = {};    // as they were given; empty: by causes
  std::string group = {};                 // a cause's id; empty: all
  std::optional<std::size_t> limit = {};  // of each list; nothing: what fits a reader
};

// The failures that the names mean, as indices into those of the run: names in full, or their last parts.
struct named_failures {
  std::vector<std::size_t> found;
  std::string unknown;  // a name that none has
};
named_failures failures_named(const parsers::finished_run& run, const std::vector<std::string>& names);

// `of_tests`: of the tests that were asked for; null: there is no coverage of the run. `run` is null before the first one.
tool_answer render_suspects(const parsers::finished_run* run, const suspects_asked& asked,
                            const parsers::suspect_list* of_tests, const answer_view& view);

}  // namespace covey::protocol

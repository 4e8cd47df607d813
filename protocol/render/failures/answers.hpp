// The answers of last_test_failures, get_testresults and suspects.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

// --- last_test_failures

// Which failures, and how many.
struct failures_question {
  std::size_t limit = 0;
  std::size_t offset = 0;
  std::string group = {};   // a cause's id; empty: all causes
  std::string filter = {};  // as given
  // Returns the indexes of the texts that the filter matches; empty: no filter.
  std::function<std::vector<std::size_t>(const std::vector<std::string>&)> matches = {};
};

// A page of the failures of the latest run and of earlier ones that still count. Null: nothing has run yet.
tool_answer render_failures(const parsers::finished_run* run, const failures_question& asked,
                            std::chrono::milliseconds age, const answer_view& view = {});

// --- get_testresults: the latest run's failures, assertions separate from all others. Text and structured half are the same JSON.

// JSON Schema of the structured half.
constexpr auto results_schema =
    R"({"type":"object","required":["failures","errors","count"],"properties":{"failures":{"type":"array"},)"
    R"("errors":{"type":"array"},"count":{"type":"object"}}})";

// The keyword of an assertion ("@test"), per language whose tests have no names: there a failed assertion is
// named by this keyword and its expression.
using assertion_words = std::map<std::string_view, std::string_view>;

// Null: nothing has run yet. Failures that do not fit the view are counted; last_test_failures has pages.
tool_answer render_results(const parsers::finished_run* latest, const answer_view& view = {},
                           const assertion_words& words = {});

// --- suspects

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

// The answer of get_testresults: the latest run's failures, assertions separate from all others. Text and
// structured half are the same JSON.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <map>
#include <string_view>

namespace covey::protocol {

// JSON Schema of the structured half.
extern const char* const results_schema;

// The keyword of an assertion ("@test"), per language whose tests have no names: there a failed assertion is
// named by this keyword and its expression.
using assertion_words = std::map<std::string_view, std::string_view>;

// Null: nothing has run yet. Failures that do not fit the view are counted; last_test_failures has pages.
tool_answer render_results(const parsers::finished_run* latest, const answer_view& view = {},
                           const assertion_words& words = {});

}  // namespace covey::protocol

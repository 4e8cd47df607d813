// Shared by the four coverage tools: where the coverage comes from, and the error when there is none.
#pragma once

#include "actors/tool.hpp"
#include "protocol/render/coverage.hpp"
#include <functional>

namespace covey::actors {

// The argument `lcovPath`: a report of any format. Without it: the latest run's coverage, else the first of
// the usual report files that exists.
protocol::argument report_argument();

// The common part of these tools' descriptions: error prefix, hints of a read-only tool.
protocol::tool_description coverage_tool(std::string_view name, std::string_view title);

using coverage_call_self = call_actor::pointer;
using on_coverage = std::function<void(const coverage_source_ptr& found)>;

// Calls `then` within a turn of `self`, or answers the call with an error.
void find_coverage(coverage_call_self self, const call_context& context, const std::string& path,
                   on_coverage then);

// Starts an actor for the call: it runs `begin` first, and ends when cancelled.
call_actor start_coverage_call(caf::actor_system& system, call_context context,
                               std::function<void(coverage_call_self, const call_context&)> begin);

protocol::tool_answer coverage_error(std::string_view text);

protocol::coverage_origin origin_of(const coverage_source& source);

// Taken now.
parsers::snapshot snapshot_of(const coverage_source& source, const std::string& workspace);

}  // namespace covey::actors

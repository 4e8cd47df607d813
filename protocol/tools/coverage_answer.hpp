// What the four coverage tools share: where the coverage comes from, and what answers say of that.
#pragma once

#include "protocol/render/coverage/coverage.hpp"
#include "protocol/tools/tool.hpp"
#include <span>
#include <string>
#include <string_view>

namespace covey::protocol {

// The default paths where coverage tools write their reports.
std::span<const std::string> default_reports();

// The report that the argument `lcovPath` names; else the coverage of the run that `run` names, else of all tests as they last ran, else the
// first of default_reports() that exists.
question ask_for_coverage(const tool_call& call);

// Why there is no coverage: the report was not found. `searched`: none was named.
std::string no_such_report(const std::string& path, bool searched);

// Why there is none of a run that was asked for.
std::string no_coverage_of(std::uint64_t run, const latest_coverage& known);

// What was found for ask_for_coverage(); never null.
coverage_source_ptr coverage_of(const reply& found, const answer_view& view);

coverage_origin origin_of(const coverage_source& source);

// `taken`: ms since the epoch.
parsers::snapshot snapshot_of(const coverage_source& source, const std::string& workspace,
                              std::int64_t taken);

}  // namespace covey::protocol

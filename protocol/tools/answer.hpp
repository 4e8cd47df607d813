// The way of every answer: what it is made with, and what is added to it whichever tool made it.
#pragma once

#include "protocol/tools/tool.hpp"
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace covey::protocol {

// Leaves room for what is said of the freshness, which may be null.
answer_view view_of(const tool& of, const tool_call& call, const reply& found, run_freshness_ptr freshness,
                    std::size_t bytes);

// The tool's answer, with the freshness of its run, the run that goes on meanwhile, the run that the call joined, and
// the workspace of a run of another one.
tool_answer make_answer(const tool& of, const tool_call& call, const reply& found, const answer_view& view);

// --- of the coverage tools: where the coverage comes from

// The default paths where coverage tools write their reports.
std::span<const std::string> default_reports();

// Why there is no coverage: the report was not found. `searched`: none was named.
std::string no_such_report(const std::string& path, bool searched);

// Why there is none of a run that was asked for.
std::string no_coverage_of(std::uint64_t run, const latest_coverage& known);

// What was found for ask_for_coverage(); never null.
coverage_source_ptr coverage_of(const reply& found, const answer_view& view);

// `taken`: ms since the epoch.
parsers::snapshot snapshot_of(const coverage_source& source, const std::string& workspace,
                              std::int64_t taken);

}  // namespace covey::protocol

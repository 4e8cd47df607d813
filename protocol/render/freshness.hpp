// Whether a run's results still hold for the files as they are now: the line and the member that every answer
// about a run ends with.
#pragma once

#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include "protocol/tool.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

// "fresh: nothing has changed since run 7", "stale: 2 files changed since run 7: src/cart.py, …", or that it
// is not known, and why.
std::string freshness_line(const run_freshness& freshness);

// {run, age_s, stale (null: not known), changed, new, deleted, during_run, rewritten, files: up to 10, why}
json::object freshness_object(const run_freshness& freshness);

// Whether the answer speaks of it: that of a run's own call only if something changed, or may have.
bool tells_freshness(const answer_view& view);

// What the two take, to be kept free in an answer.
std::size_t freshness_bytes(const run_freshness& freshness);

// Adds both to an answer, which may be JSON in both halves. Null, and errors: nothing is added.
void add_freshness(tool_answer& to, const run_freshness* freshness);

}  // namespace covey::protocol

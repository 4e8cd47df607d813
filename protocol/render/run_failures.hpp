// The failures in the answer of a run: a handful in full, more as an overview.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include <cstddef>
#include <string>

namespace covey::protocol {

// The failures that the run itself found; empty if there are none.
std::string run_failures_text(const parsers::finished_run& run, const answer_view& view, std::size_t bytes);

// {failures, failures_left_out}; with more than a handful also {suites, causes}. Where `names_begin_with` is among
// them, every name in them is without that, but in detail.
json::object run_failures(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                          bool names_in_full = false);

}  // namespace covey::protocol

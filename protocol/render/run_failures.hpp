// The failures in the answer of a run: a handful in full, more as an overview.
#pragma once

#include "protocol/render/overview.hpp"
#include <cstddef>
#include <string>
#include <variant>

namespace covey::protocol {

// Those that the run itself found, as many as fit.
struct run_failures {
  std::size_t all = 0;
  std::variant<failure_list, overview> shown;
  bool detail = false;
};

// `full_names`: where objects are all that is written of them.
run_failures run_failures_of(const parsers::finished_run& run, const answer_view& view, std::size_t bytes,
                             bool full_names = false);

// Empty if there are none.
std::string text_of(const run_failures& from);

// {failures, failures_left_out}; with more than a handful also {suites, causes}. Where `names_begin_with` is among
// them, every name in them is without that, but in detail.
json::object object_of(const run_failures& from);

}  // namespace covey::protocol

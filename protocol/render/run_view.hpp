// What an answer says of a run that has ended, its lists cut once: the text and the members are written from it.
#pragma once

#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/run_failures.hpp"
#include "protocol/render/view.hpp"
#include <string>
#include <vector>

namespace covey::protocol {

struct run_view {
  const parsers::finished_run& run;
  const answer_view& with;
  std::string still_failing;  // of earlier runs; may be empty, as are the next
  std::string ended_early;
  std::string unreached;                // what the last run of all tests did not reach
  std::vector<std::string> unfinished;  // names of tests
  std::vector<std::string> notes;
  std::vector<parsers::decision> decisions;        // in detail
  std::vector<std::vector<std::string>> commands;  // in detail
  std::vector<std::string> slowest = {};           // in detail: "1.2s NAME", ten at most
  std::vector<std::string> told = {};              // behind the verdict, of the text alone
};

run_view run_view_of(const parsers::finished_run& run, const answer_view& with);

// Lines before and after its failures, or its output.
struct lines_around {
  std::string before;
  std::string after;
};
// `in_place_of_output`: also how much the runner printed.
lines_around summary_lines(const run_view& from, bool in_place_of_output);
lines_around lines_around_output(const run_view& from);

// All members but its failures.
json::object members_of(const run_view& from);

}  // namespace covey::protocol

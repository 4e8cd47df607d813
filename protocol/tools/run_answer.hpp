// What the tools about runs share: the question, and the answer about what became of the run.
#pragma once

#include "protocol/render/run/answers.hpp"
#include "protocol/tool.hpp"
#include "protocol/tools/reply.hpp"
#include "protocol/tools/tool.hpp"
#include <string_view>

namespace covey::protocol {

// The run of a call, from the arguments that run_arguments() declares.
question ask_for_run(const tool_call& call, parsers::run_target target);

// The same for tools that select tests from a listing.
question ask_for_selected(const tool_call& call, parsers::run_target target, std::string file_query);

// The failures of the latest run and of those before it that still count.
question ask_for_failures(const tool_call& call);

struct run_answer {
  std::string_view tool;  // its name
  // Of tools that answer in JSON: the member for what ran, "files_run". Empty: the answer is for people.
  std::string_view list_member = {};
  run_output usual = run_output::summary;  // if neither the call nor the server says which
  tool_answer (*render)(const parsers::finished_run& run, const reply& found, run_output output,
                        const answer_view& view) = nullptr;
};

tool_answer answer_run(const run_answer& how, const tool_call& call, const reply& found,
                       const answer_view& view);

// --- a run that has no results

// Of the lost and of the unknown ones; `tool` begins an error.
tool_answer answer_without_results(const reply& found, std::string_view tool);

}  // namespace covey::protocol

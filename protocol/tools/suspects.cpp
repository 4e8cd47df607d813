#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "suspects",
      .title = "Suspected functions",
      .description =
          "Rank the functions that may hold the faults behind the latest failures, by which tests ran them, edits and "
          "stacks; runs nothing.",
      .arguments = {names_argument("tests", "failing tests: only what they ran"),
                    {.name = "group", .description = "one cause: its id, such as r1c2"},
                    limit_argument("most functions to list", parsers::kept_suspects),
                    budget_argument()},
      .output_schema = suspects_schema,
      .hints = only_reads};
}

question ask(const tool_call& call) {
  question out{.what_goes_on = true,
               .run = run_that_ended_last{},
               .freshness = true,
               .suspects_of = call.given.texts("tests")};
  if (out.suspects_of.empty()) return out;
  out.coverage = coverage_question{};
  if (call.given.has("group"))
    out.refusal = "tests and group are both given: a cause has its tests, so give one of them";
  return out;
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  suspects_asked asked{.tests = call.given.texts("tests"), .group = call.given.text("group")};
  if (call.given.was_given("limit")) asked.limit = count_of(call.given, "limit");
  return render_suspects(ended_of(found), asked, found.suspects.get(), view);
}

}  // namespace

tool suspects() {
  return {.description = describe(), .ask = ask, .answer = answer, .says_what_goes_on = true, .core = true};
}

}  // namespace covey::protocol

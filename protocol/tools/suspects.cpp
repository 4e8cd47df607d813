#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "suspects";
  out.title = "Suspected functions";
  out.description =
      "Rank the functions that may hold the faults behind the latest failures, by which tests ran them, edits and "
      "stacks; runs nothing.";
  argument limit{.name = "limit", .type = argument_type::integer, .description = "most functions to list"};
  limit.default_value = static_cast<int>(parsers::kept_suspects);
  limit.maximum = parsers::kept_suspects;
  limit.lenient = true;
  const argument group{
      .name = "group", .type = argument_type::string, .description = "one cause: its id, such as r1c2"};
  out.arguments = {names_argument("tests", "failing tests: only what they ran"), group, limit,
                   budget_argument()};
  out.output_schema = suspects_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call& call) {
  question out;
  out.what_goes_on = true;
  out.run = run_that_ended_last{};
  out.suspects_of = call.given.texts("tests");
  if (!out.suspects_of.empty() && call.given.has("group"))
    out.refusal = "tests and group are both given: a cause has its tests, so give one of them";
  if (!out.suspects_of.empty()) out.coverage = coverage_question{};
  out.freshness = true;
  return out;
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  suspects_asked asked{.tests = call.given.texts("tests"), .group = call.given.text("group")};
  if (call.given.was_given("limit")) asked.limit = static_cast<std::size_t>(call.given.integer("limit"));
  return render_suspects(ended_of(found), asked, found.suspects.get(), view);
}

}  // namespace

tool suspects() {
  return {.description = describe(), .ask = ask, .answer = answer, .says_what_goes_on = true, .core = true};
}

}  // namespace covey::protocol

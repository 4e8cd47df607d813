// The tools about what is known to fail: page by page, as JSON, and the functions behind it.
#include "protocol/render/failures/answers.hpp"
#include "parsers/query/query.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

// The failures of the latest run and of those before it that still count.
question ask_for_failures(const tool_call&) {
  return {.what_goes_on = true, .run = run_that_ended_last{}, .freshness = true, .source_lines = true};
}

// What the query matches, in the order of the texts.
std::vector<std::size_t> matches_of(const std::string& filter, const std::vector<std::string>& texts) {
  auto out = parsers::filter(parsers::query::parse(filter), texts);
  std::sort(out.begin(), out.end());
  return {out.begin(), out.end()};
}

}  // namespace

tool last_test_failures() {
  tool self{
      {.name = "last_test_failures",
       .title = "Failures of the latest run",
       .description =
           "List what is known to fail, page by page, with places, source lines and differences; runs nothing.",
       .arguments = {limit_argument("failures to list", limits::max_failures, limits::default_failures),
                     {.name = "offset",
                      .type = argument_type::integer,
                      .description = "failures to skip",
                      .minimum = 0,
                      .maximum = limits::max_offset,
                      .range_told = false},
                     {.name = "filter", .description = "query over names and files"},
                     {.name = "group", .description = "one cause in full: its id, such as r1c2"},
                     detail_argument("all members"),
                     budget_argument()},
       .output_schema = status_schema,
       .hints = only_reads,
       .always_loaded = true}};
  self.ask = ask_for_failures;
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) -> tool_answer {
    const auto& given = call.given;
    failures_question asked{.limit = count_of(given, "limit"),
                            .offset = count_of(given, "offset"),
                            .group = given.text("group"),
                            .filter = given.text("filter")};
    if (!asked.filter.empty())
      asked.matches = [&](const auto& texts) { return matches_of(asked.filter, texts); };
    return render_failures(ended_of(found), asked, age_of(view), view);
  };
  self.says_what_goes_on = true;
  self.core = true;
  return self;
}

tool get_testresults() {
  tool self{
      {.name = "get_testresults",
       .title = "Failures and errors of the latest run",
       .description =
           "What failed in the latest run or before it and was not rerun, as JSON: failed assertions apart from "
           "all other errors; runs nothing.",
       .arguments = {budget_argument()},
       .output_schema = results_schema,
       .hints = only_reads}};
  self.ask = ask_for_failures;
  self.answer = [](const tool_call&, const reply& found, const answer_view& view) {
    return render_results(ended_of(found), view, found.words);
  };
  self.says_what_goes_on = true;
  return self;
}

tool suspects() {
  tool self{
      {.name = "suspects",
       .title = "Suspected functions",
       .description =
           "Rank the functions that may hold the faults behind the latest failures, by which tests ran them, edits and "
           "stacks; runs nothing.",
       .arguments = {names_argument("tests", "failing tests: only what they ran"),
                     {.name = "group", .description = "one cause: its id, such as r1c2"},
                     limit_argument("most functions to list", parsers::kept_suspects),
                     budget_argument()},
       .output_schema = status_schema,
       .hints = only_reads}};
  self.ask = [](const tool_call& call) -> question {
    question out{.what_goes_on = true,
                 .run = run_that_ended_last{},
                 .freshness = true,
                 .suspects_of = call.given.texts("tests")};
    if (out.suspects_of.empty()) return out;
    out.coverage = coverage_question{};
    if (call.given.has("group"))
      out.refusal = "tests and group are both given: a cause has its tests, so give one of them";
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    suspects_asked asked{.tests = call.given.texts("tests"), .group = call.given.text("group")};
    if (call.given.was_given("limit")) asked.limit = count_of(call.given, "limit");
    return render_suspects(ended_of(found), asked, found.suspects.get(), view);
  };
  self.says_what_goes_on = true;
  self.core = true;
  return self;
}

}  // namespace covey::protocol

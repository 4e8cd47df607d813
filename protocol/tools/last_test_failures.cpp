#include "parsers/query/query.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "last_test_failures",
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
      .output_schema = failures_schema,
      .hints = only_reads,
      .always_loaded = true};
}

// What the query matches, in the order of the texts.
std::vector<std::size_t> matches_of(const std::string& filter, const std::vector<std::string>& texts) {
  auto out = parsers::filter(parsers::query::parse(filter), texts);
  std::sort(out.begin(), out.end());
  return {out.begin(), out.end()};
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto& given = call.given;
  failures_question asked{.limit = count_of(given, "limit"),
                          .offset = count_of(given, "offset"),
                          .group = given.text("group"),
                          .filter = given.text("filter")};
  if (!asked.filter.empty())
    asked.matches = [&](const auto& texts) { return matches_of(asked.filter, texts); };
  return render_failures(ended_of(found), {}, asked,
                         view.freshness ? view.freshness->age : std::chrono::milliseconds{0}, view);
}

}  // namespace

tool last_test_failures() {
  return {.description = describe(),
          .ask = ask_for_failures,
          .answer = answer,
          .says_what_goes_on = true,
          .core = true};
}

}  // namespace covey::protocol

#include "parsers/query/query.hpp"
#include "protocol/render/failures/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "last_test_failures";
  out.title = "Failures of the latest run";
  out.description =
      "List what is known to fail, page by page, with places, source lines and differences; runs nothing.";
  argument limit{.name = "limit", .type = argument_type::integer, .description = "failures to list"};
  limit.default_value = limits::default_failures;
  limit.maximum = limits::max_failures;
  limit.lenient = true;
  argument offset{
      .name = "offset", .type = argument_type::integer, .description = "failures to skip"};
  offset.minimum = 0;
  offset.maximum = limits::max_offset;
  offset.range_told = false;
  const argument filter{
      .name = "filter", .type = argument_type::string, .description = "query over names and files"};
  const argument group{.name = "group",
                       .type = argument_type::string,
                       .description = "one cause in full: its id, such as r1c2"};
  out.arguments = {limit, offset, filter, group, detail_argument("all members"), budget_argument()};
  out.output_schema = failures_schema;
  out.always_loaded = true;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call&) {
  question out;
  out.what_goes_on = true;
  out.run = run_that_ended_last{};
  out.freshness = out.source_lines = true;
  return out;
}

// What the query matches, in the order of the texts.
std::vector<std::size_t> matches_of(const std::string& filter, const std::vector<std::string>& texts) {
  auto out = parsers::filter(parsers::query::parse(filter), texts);
  std::sort(out.begin(), out.end());
  return {out.begin(), out.end()};
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto& given = call.given;
  failures_question asked{.limit = static_cast<std::size_t>(given.integer("limit")),
                          .offset = static_cast<std::size_t>(given.integer("offset")),
                          .group = given.text("group"),
                          .filter = given.text("filter")};
  if (!asked.filter.empty())
    asked.matches = [&](const auto& texts) { return matches_of(asked.filter, texts); };
  return render_failures(ended_of(found), {}, asked,
                         view.freshness ? view.freshness->age : std::chrono::milliseconds{0}, view);
}

}  // namespace

tool last_test_failures() {
  return {.description = describe(), .ask = ask, .answer = answer, .says_what_goes_on = true, .core = true};
}

}  // namespace covey::protocol

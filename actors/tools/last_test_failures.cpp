#include "actors/limits.hpp"
#include "actors/tool.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/kept_runs.hpp"
#include "actors/tree_age.hpp"
#include "parsers/query/query.hpp"
#include "protocol/render/failures.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

protocol::tool_description describe_last_test_failures() {
  protocol::tool_description out;
  out.name = "last_test_failures";
  out.title = "Failures of the latest run";
  out.description =
      "List what is known to fail, page by page, with places, source lines and differences; runs nothing. "
      "`group` lists one cause of a run in full, `filter` what matches by name or file.";
  protocol::argument limit{
      .name = "limit", .type = protocol::argument_type::integer, .description = "most failures"};
  limit.default_value = limits::default_failures;
  limit.maximum = limits::maximum_failures;
  limit.lenient = true;
  protocol::argument offset{
      .name = "offset", .type = protocol::argument_type::integer, .description = "how many to pass over"};
  offset.minimum = 0;
  offset.maximum = limits::maximum_offset;
  const protocol::argument filter{.name = "filter",
                                  .type = protocol::argument_type::string,
                                  .description = "a query over names and files"};
  const protocol::argument group{
      .name = "group", .type = protocol::argument_type::string, .description = "a cause's id, such as r1c2"};
  out.arguments = {limit, offset, filter, group, detail_argument("all members"), budget_argument()};
  out.output_schema = protocol::failures_schema;
  out.always_loaded = true;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

// What the query matches, in the order of the texts.
std::vector<std::size_t> matches_of(const std::string& filter, const std::vector<std::string>& texts) {
  auto out = parsers::filter(parsers::query::parse(filter), texts);
  std::sort(out.begin(), out.end());
  return {out.begin(), out.end()};
}

call_actor::behavior_type last_test_failures(call_actor::pointer self, call_context context,
                                             std::shared_ptr<const protocol::failures_question> asked) {
  self->request(context.with->failures, within(limits::question), latest_run{})
      .then(
          [=](const finished_run_ptr& latest) {
            const auto age = latest ? self->clock().now() - latest->ended : std::chrono::nanoseconds{0};
            const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(age);
            with_view(self, *context.with, latest, context.bytes, [=](protocol::answer_view view) {
              view.detail = context.detail;
              auto given = protocol::render_failures(latest.get(), {}, *asked, ms, view);
              protocol::add_freshness(given, view.tree.get());
              with_going_on(self, context, [=](std::uint64_t run) {
                auto out = given;
                add_going_on(out, run, latest ? latest->id : 0);
                answer(self, context, std::move(out));
              });
            });
          },
          [=](const caf::error& error) {
            answer(self, context,
                   protocol::tool_error("last_test_failures: the store of results " + why_silent(error)));
          });
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto asked = std::make_shared<protocol::failures_question>();
  asked->limit = static_cast<std::size_t>(arguments.integer("limit"));
  asked->offset = static_cast<std::size_t>(arguments.integer("offset"));
  asked->group = arguments.text("group");
  asked->filter = arguments.text("filter");
  if (!asked->filter.empty())
    asked->matches = [filter = asked->filter](const auto& texts) { return matches_of(filter, texts); };
  return system.spawn(last_test_failures, std::move(context),
                      std::shared_ptr<const protocol::failures_question>{std::move(asked)});
}

}  // namespace

extern const tool last_test_failures_tool;
const tool last_test_failures_tool{describe_last_test_failures(), start};

}  // namespace covey::actors

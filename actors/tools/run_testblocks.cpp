#include "actors/limits.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "parsers/query/query.hpp"
#include "protocol/render/selected.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_testblocks() {
  protocol::tool_description out;
  out.name = "run_testblocks";
  out.title = "Run single tests or blocks";
  out.description =
      "Run the tests and blocks of tests (describe, class, @testset, mod, subtest) that `testset_query` "
      "matches or `labels` names, and no others. list_testblocks shows the labels. For whole files use "
      "run_testfiles.";
  out.arguments =
      run_arguments({{.name = "file_query",
                      .type = protocol::argument_type::string,
                      .description = "which files to look into; same syntax"},
                     {"testset_query", protocol::argument_type::string, query_syntax},
                     names_argument("labels", "instead of testset_query: exact labels of list_testblocks")});
  out.output_schema = protocol::selected_blocks_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

struct wanted_blocks {
  std::string files;  // which files are searched
  std::string query;
  std::vector<std::string> labels;
  bool named = false;  // selected by `labels`
};

std::vector<parsers::file_selection> all_blocks(const parsers::test_listing& listing) {
  std::vector<parsers::file_selection> out;
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) out.push_back({file.path, false, {block}});
  }
  return out;
}

void refuse_too_many(run_selection& chosen, std::string_view what) {
  if (chosen.selections.size() <= limits::selections) return;
  chosen.refusal = std::string{what} + " " + std::to_string(chosen.selections.size()) +
                   " blocks, the limit is " + std::to_string(limits::selections) +
                   ": narrow it, or use run_testfiles or run_all_tests";
}

void choose_named(run_selection& chosen, const wanted_blocks& asked) {
  exact_names wanted{asked.labels};
  std::vector<std::string> labels;
  for (auto& selection : all_blocks(*chosen.listing)) {
    labels.push_back(selection.blocks.front().label);
    if (wanted.has(labels.back())) chosen.selections.push_back(std::move(selection));
  }
  settle_unknown(chosen, wanted, {"labels", "list_testblocks", labels});
  refuse_too_many(chosen, "`labels` names");
}

void choose_matches(run_selection& chosen, const wanted_blocks& asked) {
  const auto query = parsers::query::parse(asked.query);
  if (query.too_long()) {
    chosen.refusal = "testset_query is too long: the limits are " +
                     std::to_string(parsers::query::max_bytes) + " bytes and " +
                     std::to_string(parsers::query::max_terms) + " terms";
    return;
  }
  auto all = all_blocks(*chosen.listing);
  std::vector<std::string> labels;
  for (const auto& selection : all) labels.push_back(selection.blocks.front().label);
  for (const auto index : parsers::filter(query, labels)) chosen.selections.push_back(std::move(all[index]));
  chosen.no_match = chosen.selections.empty();
  chosen.unmatched = chosen.listing->files.empty() && !asked.files.empty() ? asked.files : asked.query;
  refuse_too_many(chosen, "the query matches");
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_testblocks", context, arguments);
  order.target = parsers::run_selected{};
  order.refusal = one_of(arguments, "testset_query", "labels");
  order.file_query = arguments.text("file_query");
  order.list_member = "blocks_run";
  order.choose = [asked = wanted_blocks{order.file_query, arguments.text("testset_query"),
                                        arguments.texts("labels"),
                                        arguments.has("labels")}](run_selection& chosen) {
    asked.named ? choose_named(chosen, asked) : choose_matches(chosen, asked);
  };
  order.render = [](const parsers::finished_run& run, const run_selection& chosen,
                    protocol::run_output output, const protocol::answer_view& view) {
    return protocol::render_selected_blocks({run, chosen.selections, *chosen.listing}, output, view);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_testblocks_tool;
const tool run_testblocks_tool{describe_run_testblocks(), start, true};

}  // namespace covey::actors

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
      run_arguments({{"file_query", protocol::argument_type::string, "which files to look into; same syntax"},
                     {"testset_query", protocol::argument_type::string, query_syntax},
                     names_argument("labels", "instead of testset_query: exact labels of list_testblocks")});
  out.output_schema = protocol::picked_blocks_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

struct wanted_blocks {
  std::string files;  // which files are looked into
  std::string query;
  std::vector<std::string> labels;
  bool named = false;  // by `labels`
};

std::vector<parsers::test_pick> all_blocks(const parsers::test_listing& listing) {
  std::vector<parsers::test_pick> out;
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) out.push_back({file.path, false, {block}});
  }
  return out;
}

void refuse_too_many(run_choice& choice, std::string_view what) {
  if (choice.picks.size() <= limits::picks) return;
  choice.refusal = std::string{what} + " " + std::to_string(choice.picks.size()) + " blocks, the limit is " +
                   std::to_string(limits::picks) + ": narrow it, or use run_testfiles or run_all_tests";
}

void choose_named(run_choice& choice, const wanted_blocks& asked) {
  exact_names wanted{asked.labels};
  for (auto& pick : all_blocks(*choice.listing))
    if (wanted.has(pick.blocks.front().label)) choice.picks.push_back(std::move(pick));
  settle_unknown(choice, wanted, "labels");
  refuse_too_many(choice, "`labels` names");
}

void choose_matches(run_choice& choice, const wanted_blocks& asked) {
  const auto query = parsers::query::parse(asked.query);
  if (query.too_long()) {
    choice.refusal = "testset_query is too long: the limits are " +
                     std::to_string(parsers::query::max_bytes) + " bytes and " +
                     std::to_string(parsers::query::max_terms) + " terms";
    return;
  }
  auto all = all_blocks(*choice.listing);
  std::vector<std::string> labels;
  for (const auto& pick : all) labels.push_back(pick.blocks.front().label);
  for (const auto index : parsers::filter(query, labels)) choice.picks.push_back(std::move(all[index]));
  choice.no_match = choice.picks.empty();
  choice.unmatched = choice.listing->files.empty() && !asked.files.empty() ? asked.files : asked.query;
  refuse_too_many(choice, "the query matches");
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  auto order = order_of("run_testblocks", context, arguments);
  order.scope = parsers::run_scope::picked;
  order.refusal = one_of(arguments, "testset_query", "labels");
  order.file_query = arguments.text("file_query");
  order.list_member = "blocks_run";
  order.choose = [asked =
                      wanted_blocks{order.file_query, arguments.text("testset_query"),
                                    arguments.texts("labels"), arguments.has("labels")}](run_choice& choice) {
    asked.named ? choose_named(choice, asked) : choose_matches(choice, asked);
  };
  order.render = [](const parsers::finished_run& run, const run_choice& choice, protocol::run_output output,
                    const protocol::answer_view& view) {
    return protocol::render_picked_blocks({run, choice.picks, *choice.listing}, output, view);
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_testblocks_tool;
const tool run_testblocks_tool{describe_run_testblocks(), start, true};

}  // namespace covey::actors

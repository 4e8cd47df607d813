#include "actors/limits.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "parsers/query/query.hpp"
#include "protocol/render/picked.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_testblocks() {
  protocol::tool_description out;
  out.name = "run_testblocks";
  out.title = "Run single tests or blocks";
  out.description =
      "Run the tests and blocks of tests (describe, class, @testset, mod, subtests) whose label matches "
      "testset_query, exactly these, and wait for the end. list_testblocks shows the labels; '^label$' means "
      "one "
      "of them and nothing else. Says for each block whether it passed. Its results then are the latest run. "
      "Failing tests are a normal result.";
  protocol::argument query{"testset_query", protocol::argument_type::string, query_syntax};
  query.required = true;
  out.arguments = {{"file_query", protocol::argument_type::string,
                    "which files are looked into, in the same syntax; left out: all"},
                   query,
                   timeout_argument(),
                   language_argument()};
  out.output_schema = protocol::picked_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

struct queries {
  std::string files;
  std::string blocks;
};

void choose(run_choice& choice, const queries& asked) {
  std::vector<parsers::test_pick> all;
  std::vector<std::string> labels;
  for (const auto& file : choice.listing->files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) {
      all.push_back({file.path, false, {block}});
      labels.push_back(block.label);
    }
  }
  const auto query = parsers::query::parse(asked.blocks);
  if (query.too_long()) {
    choice.refusal = "testset_query is too long: the limits are " +
                     std::to_string(parsers::query::max_bytes) + " bytes and " +
                     std::to_string(parsers::query::max_terms) + " terms";
    return;
  }
  const auto matches = parsers::filter(query, labels);
  choice.no_match = matches.empty();
  choice.unmatched = choice.listing->files.empty() && !asked.files.empty() ? asked.files : asked.blocks;
  if (matches.size() > limits::picks) {
    choice.refusal = "the query matches " + std::to_string(matches.size()) + " blocks, the limit is " +
                     std::to_string(limits::picks) + ": narrow it, or use run_testfiles or run_all_tests";
    return;
  }
  for (const auto index : matches) choice.picks.push_back(std::move(all[index]));
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  run_order order;
  order.tool = "run_testblocks";
  order.language = arguments.text("language");
  order.scope = parsers::run_scope::picked;
  order.timeout = timeout_of(arguments);
  order.file_query = arguments.text("file_query");
  order.list_member = "blocks_run";
  order.choose = [asked = queries{order.file_query, arguments.text("testset_query")}](run_choice& choice) {
    choose(choice, asked);
  };
  order.render = [](const parsers::finished_run& run, const run_choice& choice) {
    return protocol::render_picked_blocks({run, choice.picks, *choice.listing});
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_testblocks_tool;
const tool run_testblocks_tool{describe_run_testblocks(), start, true};

}  // namespace covey::actors

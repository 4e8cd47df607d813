#include "actors/limits.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/picked.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_run_testfiles() {
  protocol::tool_description out;
  out.name = "run_testfiles";
  out.title = "Run test files";
  out.description =
      "Run the test files that match the query, all their tests and no others, and wait for the end. "
      "list_testfiles shows what a query matches. Its results then are the latest run: get_testresults and "
      "last_test_failures have what failed. Failing tests are a normal result.";
  protocol::argument query{"query", protocol::argument_type::string, query_syntax};
  query.required = true;
  out.arguments = {query, timeout_argument(), language_argument()};
  out.output_schema = protocol::picked_schema;
  out.hints = {.read_only = false, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

void choose(run_choice& choice, const std::string& query) {
  const auto& files = choice.listing->files;
  choice.no_match = files.empty();
  choice.unmatched = query;
  if (files.size() > limits::picks) {
    choice.refusal = "the query matches " + std::to_string(files.size()) + " files, the limit is " +
                     std::to_string(limits::picks) + ": narrow it, or use run_all_tests";
    return;
  }
  for (const auto& file : files) choice.picks.push_back(pick_file(file));
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  run_order order;
  order.tool = "run_testfiles";
  order.language = arguments.text("language");
  order.scope = parsers::run_scope::picked;
  order.timeout = timeout_of(arguments);
  order.file_query = arguments.text("query");
  order.list_member = "files_run";
  order.choose = [query = order.file_query](run_choice& choice) { choose(choice, query); };
  order.render = [](const parsers::finished_run& run, const run_choice& choice) {
    return protocol::render_picked_files({run, choice.picks, *choice.listing});
  };
  return start_run_call(system, std::move(context), std::move(order));
}

}  // namespace

extern const tool run_testfiles_tool;
const tool run_testfiles_tool{describe_run_testfiles(), start, true};

}  // namespace covey::actors

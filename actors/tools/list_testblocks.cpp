#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/listing.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_list_testblocks() {
  protocol::tool_description out;
  out.name = "list_testblocks";
  out.title = "List tests and their lines";
  out.description =
      "List the tests and blocks of tests in the files that `file_query` matches, with their lines; reads "
      "the sources, runs nothing.";
  out.arguments = {
      {"file_query", protocol::argument_type::string, query_syntax}, language_argument(), budget_argument()};
  out.output_schema = protocol::testblocks_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_listing_call(system, std::move(context),
                            {"list_testblocks", arguments.text("language"), arguments.text("file_query"),
                             true, protocol::render_testblocks});
}

}  // namespace

extern const tool list_testblocks_tool;
const tool list_testblocks_tool{describe_list_testblocks(), start};

}  // namespace covey::actors

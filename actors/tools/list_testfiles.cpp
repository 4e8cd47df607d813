#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/listing_call.hpp"
#include "actors/tools/run_call.hpp"
#include "protocol/render/listing.hpp"

namespace covey::actors {
namespace {

protocol::tool_description describe_list_testfiles() {
  protocol::tool_description out;
  out.name = "list_testfiles";
  out.title = "List test files";
  out.description =
      "List test files, the best matches of the query first; reads the sources, runs nothing. "
      "list_testblocks lists the tests in them.";
  out.arguments = {
      {"query", protocol::argument_type::string, query_syntax}, language_argument(), budget_argument()};
  out.output_schema = protocol::testfiles_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_listing_call(system, std::move(context),
                            {"list_testfiles", arguments.text("language"), arguments.text("query"), false,
                             protocol::render_testfiles});
}

}  // namespace

extern const tool list_testfiles_tool;
const tool list_testfiles_tool{describe_list_testfiles(), start};

}  // namespace covey::actors

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
      "List the test files of the workspace, the best matches of the query first. Reads the sources only: "
      "runs "
      "nothing and needs no toolchain. Skips what .gitignore names, hidden folders and node_modules.";
  out.arguments = {{"query", protocol::argument_type::string, query_syntax}, language_argument()};
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

#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "list_testblocks";
  out.title = "List tests and their lines";
  out.description =
      "List the tests and blocks of tests in the files that `file_query` matches, with their lines; reads "
      "the sources, runs nothing.";
  out.arguments = {
      {"file_query", argument_type::string, query_syntax}, language_argument(), budget_argument()};
  out.output_schema = testblocks_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call& call) {
  question out;
  out.projects = projects_asked::one;
  out.language = call.given.text("language");
  out.listing = listing_question{call.given.text("file_query"), true};
  return out;
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_testblocks(*found.listing, view.bytes);
}

}  // namespace

tool list_testblocks() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol

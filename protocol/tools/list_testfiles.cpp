#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  tool_description out;
  out.name = "list_testfiles";
  out.title = "List test files";
  out.description =
      "List test files, best matches first; reads the sources, runs nothing. list_testblocks lists the tests in them.";
  out.arguments = {{"query", argument_type::string, query_syntax}, language_argument(), budget_argument()};
  out.output_schema = testfiles_schema;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

question ask(const tool_call& call) {
  question out;
  out.projects = projects_asked::one;
  out.language = call.given.text("language");
  out.listing = listing_question{call.given.text("query"), false};
  return out;
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_testfiles(*found.listing, view.bytes);
}

}  // namespace

tool list_testfiles() {
  return {.description = describe(), .ask = ask, .answer = answer};
}

}  // namespace covey::protocol

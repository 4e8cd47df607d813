#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "list_testfiles",
      .title = "List test files",
      .description =
          "List test files, best matches first; reads the sources, runs nothing. list_testblocks lists the tests in them.",
      .arguments = {{.name = "query", .description = query_syntax}, language_argument(), budget_argument()},
      .output_schema = testfiles_schema,
      .hints = only_reads};
}

question ask(const tool_call& call) {
  return {.projects = projects_asked::one,
          .language = call.given.text("language"),
          .listing = listing_question{.file_query = call.given.text("query"), .blocks = false}};
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_testfiles(*found.listing, view.bytes);
}

}  // namespace

tool list_testfiles() {
  return {.description = describe(), .ask = ask, .answer = answer};
}

}  // namespace covey::protocol

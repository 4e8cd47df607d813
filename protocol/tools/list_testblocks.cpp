#include "protocol/render/workspace/workspace.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "list_testblocks",
      .title = "List tests and their lines",
      .description =
          "List the tests and blocks of tests in the files that `file_query` matches, with their lines; reads "
          "the sources, runs nothing.",
      .arguments = {{.name = "file_query", .description = query_syntax},
                    language_argument(),
                    budget_argument()},
      .output_schema = testblocks_schema,
      .hints = only_reads};
}

question ask(const tool_call& call) {
  return {.projects = projects_asked::one,
          .language = call.given.text("language"),
          .listing = listing_question{.file_query = call.given.text("file_query")}};
}

tool_answer answer(const tool_call&, const reply& found, const answer_view& view) {
  return render_testblocks(*found.listing, view.bytes);
}

}  // namespace

tool list_testblocks() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol

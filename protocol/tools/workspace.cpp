// The tools about the workspace: what project it is, another one, and the tests in it.
#include "protocol/render/workspace/workspace.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <utility>

namespace covey::protocol {

tool get_package_status() {
  tool self{{.name = "get_package_status",
             .title = "What the workspace is",
             .description = "What project the workspace holds, and whether a run goes on; runs nothing.",
             .arguments = {},
             .output_schema = package_status_schema,
             .hints = only_reads}};
  self.ask = [](const tool_call&) -> question {
    return {.projects = projects_asked::all,
            .what_goes_on = true,
            .coverage = coverage_question{},
            .run = run_that_ended_last{},
            .freshness = true,
            .may_lack_stores = true};
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    return render_package_status({.folder = call.workspace,
                                  .packages = found.packages,
                                  .problem = found.no_project,
                                  .latest = ended_of(found),
                                  .age = age_of(view),
                                  .running = found.running,
                                  .waiting = found.waiting,
                                  .has_coverage = found.latest.data != nullptr});
  };
  return self;
}

tool activate_package() {
  tool self{
      {.name = "activate_package",
       .title = "Move to another project",
       .description =
           "Make another folder the workspace of the calls that follow; what is known of the old one is "
           "kept.",
       .arguments = {{.name = "pkg_dir",
                      .description = "folder of a project: absolute, or relative to the workspace",
                      .required = true}},
       .output_schema = activated_schema,
       .hints = may_repeat}};
  self.ask = [](const tool_call& call) -> question {
    return {.path = path_question{.given = call.given.text("pkg_dir"), .must_be_folder = true},
            .projects = projects_asked::all};
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view&) -> tool_answer {
    const auto refuse = [&](const std::string& why) {
      constexpr std::size_t shown_bytes = 1024;
      return tool_error("activate_package: pkg_dir \"" + clipped(call.given.text("pkg_dir"), shown_bytes) +
                        "\": " + why);
    };
    if (!found.path_problem.empty()) return refuse(found.path_problem);
    if (found.packages.empty()) return refuse(found.no_project + "; the workspace stays " + call.workspace);
    return render_activated(found.path, found.packages);
  };
  self.moves_workspace = true;
  return self;
}

namespace {

// How queries are written.
constexpr std::string_view query_syntax = "fzf: fuzzy words, 'exact, ^begins, ends$, !not, a | b";

question ask_for_listing(const tool_call& call, listing_question listing) {
  return {.projects = projects_asked::one,
          .language = call.given.text("language"),
          .listing = std::move(listing)};
}

}  // namespace

tool list_testfiles() {
  tool self{
      {.name = "list_testfiles",
       .title = "List test files",
       .description =
           "List test files, best matches first; reads the sources, runs nothing. list_testblocks lists the tests in them.",
       .arguments = {{.name = "query", .description = query_syntax}, language_argument(), budget_argument()},
       .output_schema = testfiles_schema,
       .hints = only_reads}};
  self.ask = [](const tool_call& call) {
    return ask_for_listing(call, {.file_query = call.given.text("query"), .blocks = false});
  };
  self.answer = [](const tool_call&, const reply& found, const answer_view& view) {
    return render_testfiles(*found.listing, view.bytes);
  };
  return self;
}

tool list_testblocks() {
  tool self{
      {.name = "list_testblocks",
       .title = "List tests and their lines",
       .description =
           "List the tests and blocks of tests in the files that `file_query` matches, with their lines; reads "
           "the sources, runs nothing.",
       .arguments = {{.name = "file_query", .description = query_syntax},
                     language_argument(),
                     budget_argument()},
       .output_schema = testblocks_schema,
       .hints = only_reads}};
  self.ask = [](const tool_call& call) {
    return ask_for_listing(call, {.file_query = call.given.text("file_query")});
  };
  self.answer = [](const tool_call&, const reply& found, const answer_view& view) {
    return render_testblocks(*found.listing, view.bytes);
  };
  self.core = true;
  return self;
}

}  // namespace covey::protocol

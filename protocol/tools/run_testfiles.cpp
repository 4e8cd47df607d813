#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/selection.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

tool_description describe() {
  return {.name = "run_testfiles",
          .title = "Run test files",
          .description =
              "Run the test files that `query` matches or `files` names. "
              "list_testfiles shows the files. For single tests use run_testblocks.",
          .arguments = run_arguments({{.name = "query", .description = run_query_syntax},
                                      names_argument("files", "instead of query: exact names")}),
          .output_schema = selected_files_schema,
          .hints = may_repeat,
          .always_loaded = true};
}

question ask(const tool_call& call) {
  auto out = ask_for_selected(call, parsers::run_selected{}, call.given.text("query"));
  if (out.refusal.empty()) out.refusal = one_of(call.given, "query", {"files"});
  return out;
}

run_selection select_matches(const std::string& query, const parsers::test_listing& listing) {
  run_selection out;
  for (const auto& file : listing.files) out.selections.push_back(select_file(file));
  out.no_match = out.selections.empty();
  out.unmatched = query;
  refuse_too_many(out, "the query matches", "files", "run_all_tests");
  return out;
}

run_selection select_named(const std::vector<std::string>& names, const parsers::test_listing& listing) {
  run_selection out;
  exact_names wanted{names};
  std::vector<std::string> paths;
  for (const auto& file : listing.files) {
    paths.emplace_back(parsers::displayed_path(listing, file.path));
    if (wanted.has(paths.back())) out.selections.push_back(select_file(file));
  }
  settle_unknown(out, wanted, {"files", "list_testfiles", paths});
  refuse_too_many(out, "`files` names", "files", "run_all_tests");
  return out;
}

run_selection select(const tool_call& call, const parsers::test_listing& listing, const reply&) {
  const auto& given = call.given;
  return given.has("files") ? select_named(given.texts("files"), listing)
                            : select_matches(given.text("query"), listing);
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto render = [](const parsers::finished_run& run, const reply& of, run_output output,
                         const answer_view& with) {
    return render_selected_files({run, of.selection.selections, *of.listing}, output, with);
  };
  return answer_run({.tool = "run_testfiles", .list_member = "files_run", .render = render}, call, found,
                    view);
}

}  // namespace

tool run_testfiles() {
  return {.description = describe(),
          .ask = ask,
          .answer = answer,
          .select = select,
          .starts_run = true,
          .core = true};
}

}  // namespace covey::protocol

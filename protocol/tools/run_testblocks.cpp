#include "parsers/query/query.hpp"
#include "protocol/render/selected.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/selection.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {
namespace {

constexpr std::string_view instead = "run_testfiles or run_all_tests";

tool_description describe() {
  auto out = describe_run_tool("run_testblocks", "Run single tests or blocks");
  out.description =
      "Run the tests and blocks of tests (describe, class, @testset, mod, subtest) that `testset_query` "
      "matches or `labels` names, and no others. list_testblocks shows the labels. For whole files use "
      "run_testfiles.";
  out.arguments =
      run_arguments({{.name = "file_query",
                      .type = argument_type::string,
                      .description = "which files to look into; same syntax"},
                     {"testset_query", argument_type::string, run_query_syntax},
                     names_argument("labels", "instead of testset_query: exact labels of list_testblocks")});
  out.output_schema = selected_blocks_schema;
  return out;
}

question ask(const tool_call& call) {
  auto out = ask_for_selected(call, parsers::run_selected{}, call.given.text("file_query"));
  if (out.refusal.empty()) out.refusal = one_of(call.given, "testset_query", "labels");
  return out;
}

std::vector<parsers::file_selection> all_blocks(const parsers::test_listing& listing) {
  std::vector<parsers::file_selection> out;
  for (const auto& file : listing.files) {
    if (!file.found) continue;
    for (const auto& block : file.found->blocks) out.push_back({file.path, false, {block}});
  }
  return out;
}

run_selection select_named(const std::vector<std::string>& names, const parsers::test_listing& listing) {
  run_selection out;
  exact_names wanted{names};
  std::vector<std::string> labels;
  for (auto& selection : all_blocks(listing)) {
    labels.push_back(selection.blocks.front().label);
    if (wanted.has(labels.back())) out.selections.push_back(std::move(selection));
  }
  settle_unknown(out, wanted, {"labels", "list_testblocks", labels});
  refuse_too_many(out, "`labels` names", "blocks", instead);
  return out;
}

run_selection select_matches(const std::string& text, const std::string& files,
                             const parsers::test_listing& listing) {
  run_selection out;
  const auto query = parsers::query::parse(text);
  if (query.too_long()) {
    out.refusal = "testset_query is too long: the limits are " + std::to_string(parsers::query::max_bytes) +
                  " bytes and " + std::to_string(parsers::query::max_terms) + " terms";
    return out;
  }
  auto all = all_blocks(listing);
  // They take long and check little: only who names one means it.
  std::erase_if(all,
                [](const auto& one) { return one.blocks.front().kind == parsers::block_kind::benchmark; });
  std::vector<std::string> labels;
  for (const auto& selection : all) labels.push_back(selection.blocks.front().label);
  for (const auto index : parsers::filter(query.words_first(labels), labels)) out.selections.push_back(std::move(all[index]));
  out.no_match = out.selections.empty();
  out.unmatched = listing.files.empty() && !files.empty() ? files : text;
  refuse_too_many(out, "the query matches", "blocks", instead);
  return out;
}

run_selection select(const tool_call& call, const parsers::test_listing& listing) {
  const auto& given = call.given;
  return given.has("labels") ? select_named(given.texts("labels"), listing)
                             : select_matches(given.text("testset_query"), given.text("file_query"), listing);
}

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto render = [](const parsers::finished_run& run, const reply& of, run_output output,
                         const answer_view& with) {
    return render_selected_blocks({run, of.selection.selections, *of.listing}, output, with);
  };
  return answer_run({.tool = "run_testblocks", .list_member = "blocks_run", .render = render}, call, found,
                    view);
}

}  // namespace

tool run_testblocks() {
  return {.description = describe(),
          .ask = ask,
          .answer = answer,
          .select = select,
          .starts_run = true,
          .core = true};
}

}  // namespace covey::protocol

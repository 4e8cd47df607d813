#include "parsers/coverage/lookup.hpp"
#include "parsers/query/query.hpp"
#include "protocol/render/run/answers.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/run_answer.hpp"
#include "protocol/tools/selection.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace covey::protocol {
namespace {

constexpr std::string_view instead = "run_testfiles or run_all_tests";

tool_description describe() {
  return {.name = "run_testblocks",
          .title = "Run single tests or blocks",
          .description = "Run the tests and blocks of tests (describe, class, subtest) that `testset_query` "
                         "matches, `labels` names or ran the line `covering`, and no others. list_testblocks shows the labels.",
          .arguments = run_arguments({{.name = "file_query", .description = "which files to look into; same syntax"},
                                      {.name = "testset_query", .description = run_query_syntax},
                                      names_argument("labels", "exact labels, or names of failures"),
                                      {"covering", argument_type::place, "whose tests to run"},
                                      detail_argument({})}),
          .output_schema = selected_blocks_schema,
          .hints = may_repeat};
}

question ask(const tool_call& call) {
  auto out = ask_for_selected(call, parsers::run_selected{}, call.given.text("file_query"));
  if (out.refusal.empty()) out.refusal = one_of(call.given, "testset_query", {"labels", "covering"});
  if (const auto place = call.given.pairs("covering"); !place.empty()) {
    if (!call.coverage) out.refusal = "covering needs coverage, and the server was started without it";
    out.coverage = coverage_question{.file = place.at("file")};
  }
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
  const named_tests all{listing};
  for (const auto& name : wanted.unmatched())
    for (auto& selection : all.find(name)) {
      wanted.has(name);
      out.selections.push_back(std::move(selection));
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

// Why no test of the place can be named; empty: some can.
std::string why_none(const std::string& where, const parsers::covered_by& covered, const reply& found) {
  if (!found.latest.runs) return "no coverage data yet: run `run_tests` first";
  if (std::ranges::any_of(covered.units, [](const auto* unit) { return !unit->tests.empty(); })) return "";
  if (!covered.units.empty()) return where + " ran while the project was loaded, in no test's name: run_tests runs all";
  if (covered.added_since > 0)
    return where + " is newer than run " + std::to_string(covered.added_since) + ": name an older line beside it, or run `run_tests` first";
  return "no test is known to run " + where + ": tests_covering says what is known of it, run_tests measures anew";
}

using tests_of_groups = std::map<std::string_view, std::set<std::string, std::less<>>>;

// Running a part of a test runs what stands around it.
bool has_part_in(const std::set<std::string, std::less<>>& tests, const std::string& test) {
  return std::ranges::any_of(separators, [&](auto separator) {
    const auto begin = test + std::string{separator};
    const auto at = tests.lower_bound(begin);
    return at != tests.end() && at->starts_with(begin);
  });
}

run_selection select_covering(const arguments::variables& place, const parsers::test_listing& listing, const reply& found) {
  run_selection out;
  const auto line = place.contains("line") ? std::stoul(place.at("line")) : 0;
  const auto where = place.at("file") + (line > 0 ? ":" + std::to_string(line) : "");
  parsers::covered_by covered;
  if (found.file) covered = parsers::find_covering(*found.file, static_cast<std::uint32_t>(line), found.file_lines.get());
  out.refusal = why_none(where, covered, found);
  if (!out.refusal.empty()) return out;
  tests_of_groups tests;
  const bool is_of_run = covered.unit_kind == parsers::attribution::run;  // then their names are whole ones
  for (const auto* unit : covered.units) tests[is_of_run ? std::string_view{} : unit->name].insert(unit->tests.begin(), unit->tests.end());
  const named_tests all{listing};
  for (const auto& [group, names] : tests) {
    const auto file = std::ranges::find(listing.files, group, &parsers::listed_file::path);
    if (covered.unit_kind == parsers::attribution::file && file != listing.files.end()) {
      auto& whole = out.selections.emplace_back(select_file(*file));
      whole.blocks.emplace(whole.blocks.begin())->label = file->path;  // answers name what ran by its first block
      continue;
    }
    for (const auto& name : names) {
      if (has_part_in(names, name)) continue;
      auto blocks = all.find(name, group);
      if (blocks.empty()) out.unknown.push_back({std::string{group} + " " + name, "it ran " + where + ", and is not listed now"});
      std::ranges::move(blocks, std::back_inserter(out.selections));
    }
  }
  refuse_too_many(out, "`covering` finds", "tests", instead);
  return out;
}

run_selection select(const tool_call& call, const parsers::test_listing& listing, const reply& found) {
  const auto& given = call.given;
  if (given.has("covering")) return select_covering(given.pairs("covering"), listing, found);
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

#include "protocol/render/selected.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/changes.hpp"
#include "protocol/render/covered.hpp"
#include "protocol/render/run_failures.hpp"
#include "protocol/render/streams.hpp"
#include "protocol/render/still_failing.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <set>

namespace covey::protocol {
namespace {

using parsers::finished_run;
using parsers::run_status;

constexpr std::size_t notes_bytes = 4 * 1024;
constexpr std::size_t entry_bytes = 64;  // of JSON around the texts of an entry

// "failed" if a test failed or nothing ran. For selected tests only these count, and each says itself that it was skipped; other
// known failures are named before the status.
std::string_view status(const finished_run& run) {
  switch (parsers::verdict_of(run)) {
    case run_status::passed:
      return "completed";
    case run_status::timed_out:
      return "timed_out";
    case run_status::cancelled:
      return "cancelled";
    case run_status::no_tests:
      if (run.scope == parsers::run_scope::selected && run.results.totals.skipped > 0) return "completed";
      break;
    case run_status::failed:
    case run_status::crashed:
      break;
  }
  return "failed";
}

json::object head(const finished_run& run) {
  json::object out;
  add_still_failing(out, run);
  out["status"] = status(run);
  return out;
}

// Half of an answer is for what ran, the rest for what failed.
std::size_t list_bytes(const answer_view& view) {
  return view.bytes / 2;
}

// The failures, in the bytes that the lists leave; and the runner's output, if requested.
void add_details(json::object& out, const finished_run& run, run_output output, const answer_view& view) {
  auto room = view.bytes - std::min(view.bytes, to_text(out).size());
  if (output == run_output::raw) {
    out["stdout"] = shown_stream(run.out, room / 2);
    out["stderr"] = shown_stream(run.err, room / 8);
    room -= room / 2 + room / 8;
  }
  if (run.results.failures.empty()) return;
  for (auto& member : object_of(run_failures_of(run, view, room, true))) {
    std::string key{member.key()};
    if (key.starts_with("failures")) key.replace(0, std::string_view{"failures"}.size(), "details");
    out[key] = std::move(member.value());
  }
}

void add_outcome(json::object& out, const finished_run& run, const std::vector<std::string>& unread = {}) {
  const auto& failures = run.results.failures;
  const auto of_tests = std::count_if(failures.begin(), failures.end(), parsers::is_of_a_test);
  out["failures"] = of_tests;
  out["errors"] = static_cast<std::ptrdiff_t>(failures.size()) - of_tests;
  out["passed"] = run.results.totals.passed;
  out["skipped"] = run.results.totals.skipped;
  if (run.results.not_run > 0) out["not_run"] = run.results.not_run;
  if (run.leaked > 0) out["leaked"] = run.leaked;
  if (run.reparented > 0) out["escaped"] = run.reparented;
  out["run_id"] = run.id;
  out["language"] = run.language;
  out["duration_ms"] = run.duration.count();
  out["exit_code"] = parsers::exit_code_of(run);
  add_changes(out, run);
  add_covered(out, run);
  if (auto end = early_end(run); !end.empty()) out["ended_early"] = std::move(end);
  text_budget budget{notes_bytes};
  json::array notes;
  for (const auto* some : {&unread, &run.notes, &run.results.notes})
    for (auto& note : bounded_list(*some, budget)) notes.emplace_back(std::move(note));
  if (!notes.empty()) out["notes"] = std::move(notes);
}

// The selected files that could not be read completely.
std::vector<std::string> unread_files(const selected_run& from) {
  std::set<std::string_view> selected;
  for (const auto& selection : from.selections) selected.insert(selection.file);
  std::vector<std::string> out;
  for (const auto& file : from.listing.files)
    if (!file.unread.empty() && selected.contains(file.path)) out.push_back(file.unread);
  return out;
}

const parsers::selected_tests& outcome_of(const selected_run& from, std::size_t selection) {
  static const parsers::selected_tests nothing;
  return selection < from.run.selected.size() ? from.run.selected[selection] : nothing;
}

// A file that failed to load counts as run, too.
bool was_run(const parsers::selected_tests& selected) {
  return !selected.tests.empty() || selected.failed > 0;
}

// Adds the selected files for which `holds` is true, and a member that counts those left out.
template <class Predicate>
void add_files(json::object& out, std::string_view member, const selected_run& from, std::size_t max_bytes,
               Predicate holds) {
  json::array files;
  std::size_t bytes = 0, left_out = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) {
    if (!holds(outcome_of(from, i))) continue;
    const auto path = parsers::displayed_path(from.listing, from.selections[i].file);
    bytes += path.size() + 3;
    if (bytes <= max_bytes)
      files.emplace_back(path);
    else
      ++left_out;
  }
  out[member] = std::move(files);
  if (left_out > 0) out[std::string{member} + "_left_out"] = left_out;
}

json::object test_entry(const parsers::test_record& test, text_budget& budget) {
  json::object out{{"name", budget.take(test.id.name.empty() ? test.id.group.string() : test.id.name)},
                   {"outcome", parsers::to_string(test.result)}};
  if (test.defined.line > 0) out["line"] = test.defined.line;
  return out;
}

json::object block_entry(const selected_run& from, std::size_t selection, text_budget& budget) {
  const auto& block = from.selections[selection].blocks.front();
  const auto& ran = outcome_of(from, selection);
  json::object out{
      {"label", budget.take(block.label)},
      {"file", budget.take(parsers::displayed_path(from.listing, from.selections[selection].file))},
      {"line", block.line_start},
      {"success", ran.success()},
      {"count", ran.tests.size()}};
  json::array tests;
  for (const auto index : ran.tests) {
    if (budget.left() == 0) break;
    tests.emplace_back(test_entry(from.run.results.tests[index], budget));
  }
  out["tests"] = std::move(tests);
  return out;
}

}  // namespace

tool_answer render_all_tests(const selected_run& from, run_output output, const answer_view& view) {
  auto out = head(from.run);
  std::size_t files = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) files += was_run(outcome_of(from, i)) ? 1u : 0u;
  out["files_run"] = files;
  add_outcome(out, from.run);
  add_details(out, from.run, output, view);
  return json_answer(std::move(out), could_not_run(from.run));
}

tool_answer render_selected_files(const selected_run& from, run_output output, const answer_view& view) {
  auto out = head(from.run);
  add_files(out, "files_run", from, list_bytes(view) / 2, was_run);
  add_files(out, "files_failed", from, list_bytes(view) / 2,
            [](const auto& selected) { return selected.failed > 0; });
  add_outcome(out, from.run, unread_files(from));
  add_details(out, from.run, output, view);
  return json_answer(std::move(out), could_not_run(from.run));
}

tool_answer render_selected_blocks(const selected_run& from, run_output output, const answer_view& view) {
  auto out = head(from.run);
  json::array blocks;
  auto bytes = list_bytes(view);
  for (std::size_t i = 0; i < from.selections.size() && bytes > entry_bytes; ++i) {
    // An even share of the remaining bytes, so that a block of many tests cannot hide the blocks after it.
    const auto share = std::max(bytes / (from.selections.size() - i), entry_bytes);
    text_budget budget{share};
    blocks.emplace_back(block_entry(from, i, budget));
    bytes -= std::min(bytes, share - budget.left() + entry_bytes);
  }
  const auto shown = blocks.size();
  out["blocks_run"] = std::move(blocks);
  if (shown < from.selections.size()) out["blocks_run_left_out"] = from.selections.size() - shown;
  add_outcome(out, from.run, unread_files(from));
  add_details(out, from.run, output, view);
  return json_answer(std::move(out), could_not_run(from.run));
}

tool_answer render_no_matches(std::string_view query, std::string_view list,
                              const parsers::test_listing& listing) {
  auto text = "No matches for '" + one_line(clipped(query, 1024)) + "'";
  json::object out{{"status", "no_matches"},
                   {list, json::array{}},
                   {"hint", "list_testblocks and list_testfiles show what there is"}};
  const auto last = query.find_last_not_of(' ');
  std::vector<std::string> unread;
  if (const auto blank = query.find(' ', query.find_first_not_of(' ')); blank < last && query.find('|') == query.npos)
    unread.emplace_back("a blank means *and*: one name must have all of the words; `a | b` takes either");
  for (const auto& file : listing.files)
    if (!file.unread.empty()) unread.push_back(file.unread);
  text_budget budget{notes_bytes};
  const auto notes = bounded_list(unread, budget);
  for (const auto& note : notes) text.append("\n").append(note);
  if (!notes.empty()) out["notes"] = json_list(notes);
  return {std::move(text), std::move(out), false};
}

}  // namespace covey::protocol

#include "protocol/render/run/answers.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/run/views.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <set>

namespace covey::protocol {
namespace {

using parsers::finished_run;
using parsers::run_status;

constexpr std::size_t notes_bytes = 4 * 1024;
constexpr std::size_t entry_bytes = 64;   // of JSON around the texts of an entry
constexpr std::size_t max_ran = 5;        // names of what ran, in the text
constexpr std::size_t ran_bytes = 400;

// The verdict in the words of these tools. For a selection it is enough that each of its tests says itself that it was skipped.
std::string_view status(const finished_run& run) {
  switch (parsers::status_of(run)) {
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

// The selected files that could not be read completely.
std::vector<std::string> unread_files(const selected_run& from) {
  std::set<std::string_view> selected;
  for (const auto& selection : from.selections) selected.insert(selection.file);
  std::vector<std::string> out;
  for (const auto& file : from.listing.files)
    if (!file.unread.empty() && selected.contains(file.path)) out.push_back(file.unread);
  text_budget budget{notes_bytes};
  return bounded_list(out, budget);
}

// As run_tests says it, with the figures one by one; `ran` are the members for what ran.
tool_answer answer_of(const selected_run& from, json::object ran, std::vector<std::string> told, run_output output,
                      const answer_view& view) {
  const auto& run = from.run;
  auto out = members_of(run_view_of(run, view));
  out.erase("counts");
  out["status"] = status(run);
  for (auto& member : ran) out[member.key()] = std::move(member.value());
  const auto& totals = run.results.totals;
  out["failures"] = totals.failed;
  out["errors"] = totals.errors;
  out["passed"] = totals.passed;
  out["skipped"] = totals.skipped;
  for (const auto& note : unread_files(from)) {
    out.emplace("notes", json::array{}).first->value().as_array().emplace_back(note);
    told.push_back("note: " + note);
  }
  add_details(out, run, output, view);
  auto text = render_run(run, output, view, told).text;
  return {.text = std::move(text), .structured = std::move(out), .is_error = could_not_run(run), .is_json = true};
}

const parsers::selected_tests& outcome_of(const selected_run& from, std::size_t selection) {
  static const parsers::selected_tests nothing;
  return selection < from.run.selected.size() ? from.run.selected[selection] : nothing;
}

// A file that failed to load counts as run, too.
bool was_run(const parsers::selected_tests& selected) {
  return !selected.tests.empty() || selected.failed > 0;
}

// "ran 7 files: a_test.go; b_test.go; … 5 more"
std::string ran_line(std::string_view what, const std::vector<std::string>& names) {
  std::string out;
  std::size_t shown = 0;
  for (const auto& name : names) {
    if (shown == max_ran || (shown > 0 && out.size() + name.size() > ran_bytes)) break;
    out += (shown++ == 0 ? ": " : "; ") + one_line(clipped(name, ran_bytes));
  }
  if (shown < names.size()) out += "; … " + std::to_string(names.size() - shown) + " more";
  return "ran " + std::to_string(names.size()) + " " + std::string{what} + (names.size() == 1 ? "" : "s") + out;
}

// Adds the selected files for which `holds` is true, and a member that counts those left out; gives all of them.
template <class Predicate>
std::vector<std::string> add_files(json::object& out, std::string_view member, const selected_run& from,
                                   std::size_t max_bytes, Predicate holds) {
  std::vector<std::string> all;
  json::array files;
  std::size_t bytes = 0, left_out = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) {
    if (!holds(outcome_of(from, i))) continue;
    const auto path = parsers::displayed_path(from.listing, from.selections[i].file);
    all.emplace_back(path);
    bytes += path.size() + 3;
    if (bytes <= max_bytes)
      files.emplace_back(path);
    else
      ++left_out;
  }
  out[member] = std::move(files);
  if (left_out > 0) out[std::string{member} + "_left_out"] = left_out;
  return all;
}

json::object test_entry(const parsers::test_record& test, text_budget& budget) {
  json::object out{{"name", budget.take(test.id.name.empty() ? test.id.group.string() : test.id.name)},
                   {"outcome", parsers::to_string(test.result)}};
  if (test.defined.line > 0) out["line"] = test.defined.line;
  return out;
}

json::object block_entry(const selected_run& from, std::size_t selection, text_budget& budget, bool with_tests) {
  const auto& block = from.selections[selection].blocks.front();
  const auto& ran = outcome_of(from, selection);
  json::object out{
      {"label", budget.take(block.label)},
      {"file", budget.take(parsers::displayed_path(from.listing, from.selections[selection].file))},
      {"line", block.line_start},
      {"success", ran.success()},
      {"count", ran.tests.size()}};
  if (!with_tests) return out;
  json::array tests;
  for (const auto index : ran.tests) {
    if (budget.left() == 0) break;
    tests.emplace_back(test_entry(from.run.results.tests[index], budget));
  }
  out["tests"] = std::move(tests);
  return out;
}

// Whether another selected block holds this one and says the same of it.
bool is_told_by(const selected_run& from, std::size_t inner, std::size_t outer) {
  const auto &one = from.selections[inner], &other = from.selections[outer];
  if (one.file != other.file) return false;
  const auto &of = one.blocks.front(), &in = other.blocks.front();
  const auto rest = of.label.starts_with(in.label) ? std::string_view{of.label}.substr(in.label.size()) : "";
  return (rest.starts_with(parsers::label_separator) || rest.starts_with('[')) && in.line_start <= of.line_start &&
         of.line_end <= in.line_end &&
         (outcome_of(from, inner).success() || !outcome_of(from, outer).success());
}

std::vector<std::size_t> outermost(const selected_run& from) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < from.selections.size(); ++i) {
    bool told = false;
    for (std::size_t k = 0; k < from.selections.size() && !told; ++k) told = is_told_by(from, i, k);
    if (!told) out.push_back(i);
  }
  return out;
}

}  // namespace

tool_answer render_all_tests(const selected_run& from, run_output output, const answer_view& view) {
  std::size_t files = 0;
  for (std::size_t i = 0; i < from.selections.size(); ++i) files += was_run(outcome_of(from, i)) ? 1u : 0u;
  return answer_of(from, {{"files_run", files}}, {}, output, view);
}

tool_answer render_selected_files(const selected_run& from, run_output output, const answer_view& view) {
  json::object ran;
  const auto files = add_files(ran, "files_run", from, list_bytes(view) / 2, was_run);
  add_files(ran, "files_failed", from, list_bytes(view) / 2,
            [](const auto& selected) { return selected.failed > 0; });
  return answer_of(from, std::move(ran), {ran_line("file", files)}, output, view);
}

tool_answer render_selected_blocks(const selected_run& from, run_output output, const answer_view& view) {
  const auto all = outermost(from);
  json::array blocks;
  std::vector<std::string> names;
  auto bytes = list_bytes(view);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& selection = from.selections[all[i]];
    names.push_back(selection.blocks.front().label + " (" +
                    std::string{parsers::displayed_path(from.listing, selection.file)} + ":" +
                    std::to_string(selection.blocks.front().line_start) + ")");
    if (bytes <= entry_bytes) continue;
    // An even share of the remaining bytes, so that a block of many tests cannot hide the blocks after it.
    const auto share = std::max(bytes / (all.size() - i), entry_bytes);
    text_budget budget{share};
    blocks.emplace_back(block_entry(from, all[i], budget, view.detail));
    bytes -= std::min(bytes, share - budget.left() + entry_bytes);
  }
  json::object ran;
  const auto shown = blocks.size();
  ran["blocks_run"] = std::move(blocks);
  if (shown < all.size()) ran["blocks_run_left_out"] = all.size() - shown;
  return answer_of(from, std::move(ran), {ran_line("block", names)}, output, view);
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

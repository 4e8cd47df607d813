// What answers say of failures, cut to its bytes once: lines and objects are written from the same values, so
// that neither half of an answer can say what the other does not.
#pragma once

#include "parsers/failures/causes.hpp"
#include "parsers/failures/difference.hpp"
#include "parsers/model/finished_run.hpp"
#include "protocol/json.hpp"
#include "protocol/render/view.hpp"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::protocol {

// --- the functions that are suspected of the fault behind some failures

constexpr std::size_t first_suspects = 3;  // beside a cause

// The suspects shown beside a cause: at most first_suspects, each at least half as suspect as the first. Without
// the lines of single tests, only those edited since the tests passed: stacks are shown anyway.
parsers::suspect_list worth_showing(const parsers::suspect_list& all);

struct suspects_view {
  parsers::suspect_list of = {};  // those worth showing
  // Of each: "137 if size > 1:". Of a short function all lines, as they are indented in it; of others what was edited, or what
  // all failing tests ran; behind the first the most suspect lines alone if that is long.
  std::vector<std::vector<std::string>> lines = {};
  std::string none = {};  // why there are none, where the lines of single tests are known

  bool empty() const { return of.found.empty() && none.empty(); }
};
suspects_view suspects_view_of(const parsers::suspect_list& all, const source_lines& sources);

// In one answer the same lines of a function are told once, below the first failure that suspects it.
using told_functions = std::set<std::pair<std::string, std::vector<std::string>>>;
void leave_out_told(suspects_view& from, told_functions& told);

// The places of these lines, and how each is displayed.
std::vector<std::pair<parsers::location, parsers::line_form>> shown_lines(const parsers::suspect_list& all);

// The first of them, at most `most`; none where nothing tells them apart and they are more lines than one function may have.
parsers::suspect_list first_of(const parsers::suspect_list& all, std::size_t most = first_suspects);

// Why a list has nobody in it.
std::string why_none(const parsers::suspect_list& all);

// "lib/string-utils.ts:10 camelCase — run by 12 of 12 failing, 31 of 345 passing; edited since run 4"
std::string suspect_line(const parsers::suspect_list& all, const parsers::suspect& one);

// A text each, with its source lines below it.
json::array texts_of(const suspects_view& from);

// The same, indented, "suspects: " before the first; empty: there are none.
std::string lines_of(const suspects_view& from);

// {file, line, last, function, failing, passing, worst, edited}: the lines of the function, how many ran it, and the lines in it
// that tell best.
json::array array_of(const parsers::suspect_list& from);

// --- one failure

// A failure and the run that found it.
struct found_failure {
  const parsers::failure* what = nullptr;
  std::string_view language;
  std::uint64_t run_id = 0;
  bool is_new = false;                              // its test did not fail in its previous run
  bool is_stale = false;                            // a file that it names has changed since
  const parsers::suspect_list* suspects = nullptr;  // of its cause, if it is the first failure of it
  const parsers::failure* before =
      nullptr;  // what its test said when it last failed, if that was something else
};

// How failures are displayed.
struct failure_style {
  const source_lines& sources;
  std::uint64_t latest = 0;      // the run's id; failures of other runs name theirs
  std::string_view prefix = {};  // common prefix of the names, displayed once and omitted from them
  bool detail = false;           // of objects: also the parts of the name, and names always in full
  std::size_t frames = 8;        // of a stack; the others are counted
};

struct failure_view {
  found_failure of;
  bool is_from_earlier = false;  // than the latest run
  std::string name;              // in full
  std::string short_name;        // without the style's prefix
  std::string source;            // line of `where`; empty: not known
  std::string raised_source;     // of `raised_at`
  bool repeats_place = false;    // the failure just above has the same places
  std::string message;
  parsers::difference differs;  // always with its first differing line
  std::string output;           // of a panic, a crash or a build, whose message alone says little
  std::string before;           // what its test said when it last failed, in a line; empty: the same
  std::vector<std::string> also_failed;
  std::vector<std::string> stack;  // the project's frames, if they say more than the places
  suspects_view suspects = {};
  // Of one that is like another of its list: only what differs from that is said, and message is the first line
  // that the other has not.
  std::optional<std::size_t> like = {};  // its place in the list
  const parsers::failure* example = nullptr;
  bool shares_source = false;         // with the example
  bool shares_raised_source = false;  // likewise
};

// Its name and source lines alone.
failure_view named_view(const found_failure& found, const failure_style& style);

// `bytes` are those of all its texts together.
failure_view view_of(const found_failure& found, const failure_style& style, std::size_t bytes);

// The same, of one that is like `example`, at that place of the list.
failure_view view_beside(const found_failure& found, const failure_view& example, std::size_t place,
                         const failure_style& style);

// Its name in one line, with remarks: " (new)", " (go, run 2, not rerun since)", " (its file has changed since)".
std::string name_line(const failure_view& from);

// The lines below a name, each indented by three spaces:
//      test pkg/baz_test.go:87: assert.Equal(t, 3, size)
//      raised at pkg/baz.go:12: panic("size")
//      mismatch
//      --- diff ---
//      got: 5
//      want: 3
//      --- output ---
std::string lines_of(const failure_view& from);

// {name, kind (but for assertions), file, line, role, source, raised_at, raised_source, message, expected, actual (left, right where the
// library calls them so), diff, legend, stack, output, before, also_failed, found_in_run, new, stale}, in detail also {group, test};
// unknown members are left out. Long values appear only in `diff`. Of one that is like another: what differs, and "" is what
// the other has and it has not.
json::object object_of(const failure_view& from, bool short_names, bool detail);

// "file:line", or the file alone.
std::string place_text(const parsers::location& where);

// The first line of the message, or the failing source line if the message is generic; then the values, or the first
// difference of long ones. Empty: it says nothing.
std::string telling_line(const parsers::failure& of, const source_lines& sources);

// --- several failures: collecting them, the common prefix of their names, and a page of them

using found_span = std::span<const found_failure>;

// All known failures: the run's own, then those of earlier runs. The result points into `run`. With `freshness`
// those whose files have changed are marked.
std::vector<found_failure> all_failures(const parsers::finished_run& run,
                                        const run_freshness* freshness = nullptr);

// The run's own failures; causes are determined among these only.
std::vector<found_failure> own_failures(const parsers::finished_run& run,
                                        const run_freshness* freshness = nullptr);

// Without the runs that found them.
std::vector<const parsers::failure*> failures_in(found_span found);

// The common prefix of all names, up to the end of a folder or a suite; empty if it is too short to be worth
// omitting.
std::string common_prefix(found_span failures);

// "; names begin with "a/b/"", or "" for an empty prefix.
std::string prefix_remark(std::string_view prefix);

struct list_page {
  std::size_t offset = 0;  // of the first failure on the page
  std::size_t limit = 0;
  bool in_full = false;          // each in full; else one per cause, and the others' differences
  bool last_takes_rest = false;  // the last one may use all remaining bytes
};

// A page of failures, as many as fit both as text and as objects: up to 4 KiB each, or 8 KiB for a single one.
struct failure_list {
  std::vector<failure_view> shown;
  std::size_t offset = 0;  // of the first
  std::string prefix;
  bool short_names = false;  // of objects: without the prefix, which is said once
  bool detail = false;
};
failure_list list_failures(found_span all, const list_page& page, const failure_style& style,
                           std::size_t bytes);

// A numbered block per failure, with an empty line after each.
std::string text_of(const failure_list& list);

// As the member, with `names_begin_with` if the names are without that.
void add_failures(json::object& out, const failure_list& list, std::string_view member = "failures");

// --- many failures at a glance: their suites, and the few causes behind them

// The tests of a run by suite: package, file or module.
struct suite_counts {
  std::string name;
  std::uint64_t failed = 0;
  std::uint64_t errors = 0;  // failures outside tests
  std::uint64_t passed = 0;
  std::uint64_t skipped = 0;
  std::uint64_t not_run = 0;
  std::string why_not_run;  // "stopped by a panic in TestX"; may be empty

  std::uint64_t red() const { return failed + errors; }
};

struct suite_list {
  std::vector<suite_counts> troubled;  // with failures or tests that never began; the most failures first
  std::size_t all = 0;                 // all suites, also those without trouble
};

suite_list suites_of(const parsers::finished_run& run);

// A cause of several failures, as answers show it: one of them, and what the others say beside it.
struct cause_view {
  std::string id;  // empty: of a run that goes on, whose causes may still change
  std::size_t count = 0;
  std::optional<failure_view> example = {};  // that describes it most briefly; of the first few causes
  std::string line = {};                // without an example in full: its name, and what it says if that fits
  std::string others = {};              // names of other failures that say the same, as many as fit
  std::vector<std::string> parts = {};  // what its further failures say, a line for each message
  suspects_view suspects = {};          // with source lines only beside an example
};

// `all`: the failures that its members are indices of. Without bytes for an example it has a line.
cause_view view_of(const parsers::cause& cause, found_span all, const failure_style& style,
                   std::size_t example_bytes);

// The same where there is no room: the name of its example.
cause_view name_of(const parsers::cause& cause, found_span all, const failure_style& style);

// "[r7c1] 12 like TestX …", or "- 12 like …" without an id.
std::string text_of(const cause_view& from);

// {id, count, like, also, and, suspects}; a cause without a count has one failure.
json::object object_of(const cause_view& from, bool detail);

// Causes as members: each, and a complete failure object of the example of those that have one, in their order.
struct cause_members {
  json::array causes;
  json::array examples;
};
cause_members members_of(const std::vector<cause_view>& from, bool detail);

// Of the longer of the two.
std::size_t bytes_of(const cause_view& from, bool detail);

// In one line and bounded.
std::string name_without(std::string_view prefix, std::string_view name);

// Up to this many failures are listed; with more, the answer begins with an overview.
constexpr std::size_t handful = 5;

// The causes of a run's failures. A cause's id includes the run: "r2c1" is the first cause of run 2.
class cause_index {
 public:
  // `all`: the own failures of the run, in their order.
  cause_index(found_span all, const parsers::finished_run& run);

  const std::vector<parsers::cause>& causes() const { return causes_; }
  std::string id_of(std::size_t cause) const;

  // The failures of a cause in their order; nothing if the id is unknown.
  std::optional<std::vector<found_failure>> members_of(std::string_view id) const;

 private:
  found_span all_;
  std::uint64_t latest_;
  std::vector<parsers::cause> causes_;
};

// As much as fits both as text and as members; of what does not fit the first causes are named.
struct overview {
  std::size_t failures = 0;
  std::size_t unnamed = 0;  // causes for whose names there was no room
  suite_list suites;
  std::vector<cause_view> causes;
  std::string prefix;   // of names, said once
  bool detail = false;  // of members
};
overview overview_of(const parsers::finished_run& run, found_span all, const cause_index& by_cause,
                     const failure_style& style, std::size_t bytes);

// "82 test failure(s) of 4 causes: …": the suites, then the causes.
std::string text_of(const overview& from);

// Adds `suites`, `causes` and, for the first of these and in their order, a complete failure object each. A cause
// without a count has one failure.
void add_overview(json::object& out, const overview& from);

// "gohcl: 70 (stopped by a panic in TestX)" per suite with tests that never began; the largest first.
std::vector<std::string> unrun_suites(const parsers::finished_run& run, std::string_view prefix);

}  // namespace covey::protocol

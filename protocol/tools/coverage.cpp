// The tools about coverage: of the whole project, of some files, since a snapshot, and by test.
#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/text/path.hpp"
#include "protocol/render/coverage/changed_coverage.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/answer.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <limits>
#include <set>

namespace covey::protocol {

// --- where the coverage comes from, and what answers say of that

std::span<const std::string> default_reports() {
  static const std::vector<std::string> paths{"coverage/lcov.info",
                                              "coverage.lcov",
                                              "lcov.info",
                                              "coverage.info",
                                              "coverage.xml",
                                              "coverage/cobertura-coverage.xml",
                                              "coverage/coverage-final.json",
                                              "coverage.json",
                                              "coverage.out",
                                              "cover.out",
                                              "target/site/jacoco/jacoco.xml",
                                              "build/reports/jacoco/test/jacocoTestReport.xml",
                                              "coverage/.resultset.json"};
  return paths;
}

std::string no_such_report(const std::string& path, bool searched) {
  const auto text = "LCOV file not found at path " + clipped(path, 4096);
  if (!searched) return text;
  std::string others;
  for (const auto& other : default_reports())
    if (other != path) others += (others.empty() ? "" : ", ") + other;
  return text + " (nor " + others +
         ", and no run of this session has measured coverage); pass lcovPath, or run `run_tests` first";
}

std::string no_coverage_of(std::uint64_t run, const latest_coverage& known) {
  std::string others;
  if (known.runs)
    for (const auto& one : known.runs->runs) others += (others.empty() ? "" : ", ") + std::to_string(one.id);
  return "no coverage of run " + std::to_string(run) + " is kept" +
         (others.empty() ? ": run `run_tests` first" : "; that of these runs is: " + others);
}

coverage_source_ptr coverage_of(const reply& found, const answer_view& view) {
  if (found.coverage) return found.coverage;
  const auto& run = found.latest;
  auto out = std::make_shared<coverage_source>();
  out->name = run.name;
  out->data = run.data;
  out->totals = parsers::totals(*run.data);
  out->files = run.files;
  out->notes = coverage_remarks({.run_id = run.run_id,
                                 .age = view.freshness->age,
                                 .partial = run.partial,
                                 .unmeasured = run.unmeasured_run,
                                 .unmeasured_why = run.unmeasured_why});
  out->freshness = view.freshness;
  return out;
}

parsers::snapshot snapshot_of(const coverage_source& source, const std::string& workspace,
                              std::int64_t taken) {
  parsers::snapshot out;
  out.taken = taken;
  out.source = source.name;
  out.lines = source.totals.lines;
  for (const auto& [name, file] : source.data->files) {
    if (file.aside) continue;
    const auto path = parsers::normal_path(name);
    auto& sum = out.files[parsers::path_below(workspace, path).value_or(path)];
    const auto lines = parsers::totals(file).lines;
    sum = {sum.found + lines.found, sum.hit + lines.hit};
  }
  return out;
}

namespace {

// A coverage report of any format. Without it: what runs measured, else the first of default_reports().
argument report_argument() {
  return {.name = "lcovPath", .description = "a report"};
}

// The report that the argument names; else the coverage of the run that `run` names, else of all tests as they last ran, else the
// first of default_reports() that exists.
question ask_for_coverage(const tool_call& call) {
  const auto defaults = default_reports();
  question out;
  out.coverage = coverage_question{.report = call.given.text("lcovPath"),
                                   .else_reports = {defaults.begin(), defaults.end()},
                                   .run = count_of(call.given, "run")};
  if (call.given.has("run") && call.given.has("lcovPath"))
    out.refusal = "lcovPath or run, not both: a report is of no run";
  out.freshness = true;
  return out;
}

// The answer holds each path up to four times, and clients stop at 10 MiB.
constexpr std::size_t max_path_bytes = 1u << 20;

// Many names take seconds if many files of the report share a name.
constexpr std::size_t max_at_once = 50;

asked_file look_up(const coverage_source& from, const std::string& asked, bool lines) {
  using outcome = asked_file::outcome;
  asked_file out;
  out.asked = asked;
  const auto found = from.files->find(asked);
  if (const auto* several = std::get_if<parsers::ambiguous_file>(&found)) {
    out.result = outcome::ambiguous;
    out.candidates = several->candidates;
    out.candidates_in_all = several->total;
  } else if (const auto* one = std::get_if<parsers::found_file>(&found)) {
    const auto& [name, file] = *one->file;
    out.result = outcome::found;
    out.totals = parsers::totals(file);
    if (one->by != parsers::file_match::name && one->by != parsers::file_match::same_path) out.matched = name;
    if (lines) out.uncovered = parsers::ranges_missed(file.lines);
  }
  return out;
}

}  // namespace

// --- of files

tool get_overall_coverage() {
  tool self{{.name = "get_overall_coverage",
             .title = "Line coverage of the whole project",
             .description =
                 "Percentage of lines that ran: of all tests as they last ran, of one `run`, or of a report.",
             .arguments = {report_argument(), run_argument({})},
             .output_schema = overall_coverage_schema,
             .hints = only_reads,
             .error_prefix = "Error"}};
  self.ask = ask_for_coverage;
  self.answer = [](const tool_call&, const reply& found, const answer_view& view) {
    const auto from = coverage_of(found, view);
    return render_overall_coverage(from->totals, *from);
  };
  return self;
}

tool get_file_coverage() {
  tool self{{.name = "get_file_coverage",
             .title = "Line coverage of some files",
             .description = "Percentage of lines that ran, per file; of what, as get_overall_coverage.",
             .arguments = {report_argument(),
                           run_argument({}),
                           {.name = "filePaths",
                            .type = argument_type::strings,
                            .description = "paths, or unique ends of paths",
                            .required = true,
                            .max_bytes = max_path_bytes},
                           {.name = "lines",
                            .type = argument_type::boolean,
                            .description = "also the lines that did not run"},
                           budget_argument()},
             .output_schema = file_coverage_schema,
             .hints = only_reads,
             .error_prefix = "Error"}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_coverage(call);
    out.takes_long = call.given.texts("filePaths").size() > max_at_once;
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) -> tool_answer {
    const auto from = coverage_of(found, view);
    const bool lines = call.given.boolean("lines");
    std::vector<asked_file> looked_up;
    std::set<std::string> seen;
    for (const auto& file : call.given.texts("filePaths")) {
      if (found.given_up != nullptr && *found.given_up) return {};
      if (seen.insert(file).second) looked_up.push_back(look_up(*from, file, lines));
    }
    return render_file_coverage(looked_up, lines, *from, view.bytes);
  };
  self.core = true;
  return self;
}

tool start_coverage_snapshot() {
  tool self{{.name = "start_coverage_snapshot",
             .title = "Remember the coverage of now",
             .description = "Remember the coverage of now for end_coverage_snapshot.",
             .arguments = {report_argument()},
             .output_schema = snapshot_schema,
             .hints = {},
             .error_prefix = "Error"}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_coverage(call);
    out.snapshot = snapshot_asked::keep;
    return out;
  };
  self.answer = [](const tool_call&, const reply& found, const answer_view& view) {
    return render_snapshot(found.snapshot_id, *found.snapshot, *coverage_of(found, view));
  };
  return self;
}

tool end_coverage_snapshot() {
  tool self{
      {.name = "end_coverage_snapshot",
       .title = "Coverage since a snapshot",
       .description =
           "How coverage has changed since start_coverage_snapshot: over all, by file, new and removed files.",
       .arguments = {{.name = "snapshotId", .description = "from start_coverage_snapshot", .required = true},
                     report_argument(),
                     budget_argument()},
       .output_schema = coverage_change_schema,
       .hints = only_reads,
       .error_prefix = "Error"}};
  self.ask = [](const tool_call& call) {
    auto out = ask_for_coverage(call);
    out.snapshot = snapshot_asked::find;
    out.snapshot_id = call.given.text("snapshotId");
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) {
    const auto from = coverage_of(found, view);
    const auto after = snapshot_of(*from, call.workspace, 0);
    return render_coverage_change(*found.snapshot, after, parsers::change(*found.snapshot, after), *from,
                                  view.bytes);
  };
  return self;
}

// --- by test

namespace {

// Its age is that of the oldest run that the answer is from.
covering_source source_of(const reply& found, const answer_view& view) {
  const auto& latest = found.latest;
  covering_source out{.run_id = latest.run_id,
                      .age = age_of(view),
                      .running = found.running == latest.run_id ? 0 : found.running,
                      .partial = latest.partial,
                      .unmeasured = latest.unmeasured_run,
                      .unmeasured_why = latest.unmeasured_why};
  if (!latest.runs) return out;
  // One that measured nothing that reports count has measured tests all the same.
  if (latest.runs->runs.front().id == latest.unmeasured_run) out.unmeasured = 0;
  if (!found.file) return out;
  const auto& oldest = parsers::oldest_of(*found.file);
  out.run_id = oldest.id;
  out.partial.clear();
  if (const auto dropped = latest.runs->dropped.find(oldest.language); dropped != latest.runs->dropped.end())
    out.dropped = dropped->second;
  for (const auto& [run, file] : found.file->entries)
    if (out.partial.empty() && !run->partial.empty()) {
      out.partial = run->partial;
      out.partial_run = run->id;
    }
  return out;
}

}  // namespace

tool tests_covering() {
  tool self{
      {.name = "tests_covering",
       .title = "Tests that cover a file or a line",
       .description =
           "List the tests that ran a source file, or a line of it, narrowest first. Needs a run_tests before. "
           "For percentages use get_file_coverage.",
       .arguments = {{.name = "file", .description = "a path, or a unique end", .required = true},
                     {.name = "line",
                      .type = argument_type::integer,
                      .description = "0: any",
                      .minimum = 0,
                      .maximum = std::numeric_limits<std::uint32_t>::max(),
                      .range_told = false},
                     limit_argument({}, limits::max_covering, limits::default_covering),
                     budget_argument()},
       .output_schema = status_schema,
       .hints = only_reads,
       .always_loaded = true}};
  self.ask = [](const tool_call& call) {
    const auto file = call.given.text("file");
    question out;
    if (!call.coverage) out.refusal = "coverage index not configured";
    // It may lead through a symbolic link: a client started in such a folder sends that path.
    if (file.starts_with('/') && !file.starts_with(call.workspace + "/")) out.path = path_question{file};
    out.what_goes_on = true;
    out.coverage = coverage_question{.file = file};
    out.freshness = true;
    out.fresh_file = parsers::path_below(call.workspace, file).value_or(file);
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) -> tool_answer {
    const auto& latest = found.latest;
    const auto source = source_of(found, view);
    if (!latest.runs) return render_no_coverage_yet(source);
    covering_question asked{call.given.text("file"), static_cast<std::uint32_t>(count_of(call.given, "line")),
                            count_of(call.given, "limit")};
    if (!found.file) {
      const auto why = parsers::find_file(latest.runs, found.path.empty() ? asked.file : found.path);
      if (const auto* several = std::get_if<parsers::ambiguous_file>(&why))
        return render_ambiguous_file(asked, several->candidates, several->total, source, view.bytes);
      parsers::covered_by none{.unit_kind = latest.runs->runs.front().data->unit_kind};
      none.not_measured = parsers::why_not_measured(*latest.runs, asked.file);
      return render_covering(asked, none, source, view.bytes);
    }
    const auto covered = parsers::find_covering(*found.file, asked.line, found.file_lines.get());
    if (!covered.units.empty())
      asked.file = found.file->file;  // the whole path, even if only its end was given
    return render_covering(asked, covered, source, view.bytes);
  };
  self.core = true;
  return self;
}

// --- of what has changed

tool diff_coverage() {
  tool self{
      {.name = "diff_coverage",
       .title = "Changed lines that did not run",
       .description =
           "Which changed lines, uncommitted ones included, ran in no test, with their source; runs nothing.",
       .arguments = {{.name = "base",
                      .description = "HEAD (default), last_run, a git revision, merge-base:REV"},
                     names_argument("files", "or folders"),
                     report_argument(),
                     language_argument(),
                     {.name = "tests", .type = argument_type::boolean, .description = {}},
                     limit_argument("files", limits::max_failures, limits::default_failures),
                     budget_argument()},
       .output_schema = status_schema,
       .hints = only_reads}};
  self.ask = [](const tool_call& call) {
    question out;
    if (!call.coverage && !call.given.has("lcovPath"))
      out.refusal = "the server was started without coverage; pass lcovPath, a report";
    out.language = call.given.text("language");
    out.coverage = coverage_question{.report = call.given.text("lcovPath")};
    out.freshness = true;
    out.changed = changed_question{.files = call.given.texts("files"),
                                   .tests = !call.given.has("tests") || call.given.boolean("tests")};
    if (call.given.has("base")) out.changed->base = call.given.text("base");
    out.takes_long = true;
    return out;
  };
  self.answer = [](const tool_call& call, const reply& found, const answer_view& view) -> tool_answer {
    if (!found.changed) return tool_error("diff_coverage: no coverage data yet — run `run_tests` first");
    const auto from = coverage_of(found, view);
    return render_changed_coverage({.lines = *found.changed,
                                    .from = *from,
                                    .limit = count_of(call.given, "limit"),
                                    .bytes = view.bytes});
  };
  self.core = true;
  return self;
}

}  // namespace covey::protocol

#include "protocol/tools/coverage_answer.hpp"
#include "parsers/coverage/measured_runs.hpp"
#include "parsers/text/path.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/shared_arguments.hpp"

namespace covey::protocol {

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

question ask_for_coverage(const tool_call& call) {
  const auto defaults = default_reports();
  question out;
  out.coverage = coverage_question{.report = call.given.text("lcovPath"), .else_reports = {defaults.begin(), defaults.end()},
                                   .run = count_of(call.given, "run")};
  if (call.given.has("run") && call.given.has("lcovPath")) out.refusal = "lcovPath or run, not both: a report is of no run";
  out.freshness = true;
  return out;
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

coverage_origin origin_of(const coverage_source& source) {
  auto notes = source.notes;
  notes.insert(notes.end(), source.data->notes.begin(), source.data->notes.end());
  return {source.name, source.format, source.diagnostics, std::move(notes), source.freshness};
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

}  // namespace covey::protocol

#include "actors/tools/coverage_call.hpp"
#include "actors/limits.hpp"
#include "actors/tree_age.hpp"
#include "parsers/text/path.hpp"
#include "protocol/render/covering.hpp"
#include "protocol/text.hpp"
#include <chrono>

namespace covey::actors {
namespace {

// The default paths where coverage tools write their reports.
const std::vector<std::string> usual_reports{"coverage/lcov.info",
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

coverage_source_ptr source_of(const latest_coverage& run, const protocol::tree_age_ptr& tree) {
  auto out = std::make_shared<coverage_source>();
  out->name = run.name;
  out->data = run.data;
  out->totals = parsers::totals(*run.data);
  out->files = run.files;
  out->notes = protocol::coverage_remarks({.run_id = run.run_id,
                                           .age = tree->age,
                                           .partial = run.partial,
                                           .unmeasured = run.unmeasured_run,
                                           .unmeasured_why = run.unmeasured_why});
  out->tree = tree;
  return out;
}

std::string missing(const std::string& path, bool searched) {
  const auto text = "LCOV file not found at path " + protocol::clipped(path, 4096);
  if (!searched) return text;
  std::string others;
  for (const auto& other : usual_reports)
    if (other != path) others += (others.empty() ? "" : ", ") + other;
  return text + " (nor " + others +
         ", and no run of this session has measured coverage); pass lcovPath, or run `run_tests` first";
}

protocol::tool_answer diagnose(const caf::error& error, bool searched) {
  const auto detail = context_of(error);
  if (error == fault::report_missing) return coverage_error(missing(detail, searched));
  if (error == fault::report_malformed) return coverage_error("Failed to parse " + detail);
  if (error == fault::report_unreadable) return coverage_error("Cannot read LCOV file: " + detail);
  if (error == fault::shutting_down) return coverage_error("the server is shutting down");
  return coverage_error("the reader of reports " + why_silent(error));
}

void read(coverage_call_self self, const call_context& context, std::vector<std::string> paths,
          const on_coverage& then) {
  const bool searched = paths.size() > 1;
  self->request(context.with->reports, within(limits::report_answer * 2),
                read_report{context.workspace, std::move(paths)})
      .then([then](const coverage_source_ptr& found) { then(found); },
            [=](const caf::error& error) { answer(self, context, diagnose(error, searched)); });
}

}  // namespace

protocol::argument report_argument() {
  return {.name = "lcovPath",
          .type = protocol::argument_type::string,
          .description = "a report (default: the latest run)"};
}

protocol::tool_description coverage_tool(std::string_view name, std::string_view title) {
  protocol::tool_description out;
  out.name = name;
  out.title = title;
  out.error_prefix = "Error";
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

void find_coverage(coverage_call_self self, const call_context& context, const std::string& path,
                   on_coverage then) {
  if (!path.empty()) return read(self, context, {path}, then);
  self->request(context.with->coverage, within(limits::question), get_latest_coverage{})
      .then(
          [=](const latest_coverage& latest) {
            if (!latest.data) return read(self, context, usual_reports, then);
            with_tree(self, *context.with,
                      {latest.run_id, context.workspace, latest.language, latest.ended, latest.trees}, "",
                      [=](const protocol::tree_age_ptr& tree) { then(source_of(latest, tree)); });
          },
          [=](const caf::error& error) { answer(self, context, diagnose(error, true)); });
}

call_actor start_coverage_call(caf::actor_system& system, call_context context,
                               std::function<void(coverage_call_self, const call_context&)> begin) {
  return system.spawn(
      [](coverage_call_self self, const call_context& with,
         const std::function<void(coverage_call_self, const call_context&)>& first)
          -> call_actor::behavior_type {
        first(self, with);
        return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
      },
      std::move(context), std::move(begin));
}

protocol::tool_answer coverage_error(std::string_view text) {
  return protocol::tool_error("Error: " + std::string{text});
}

protocol::coverage_origin origin_of(const coverage_source& source) {
  auto notes = source.notes;
  notes.insert(notes.end(), source.data->notes.begin(), source.data->notes.end());
  return {source.name, source.format, source.diagnostics, std::move(notes), source.tree};
}

parsers::snapshot snapshot_of(const coverage_source& source, const std::string& workspace) {
  parsers::snapshot out;
  out.taken = std::chrono::duration_cast<std::chrono::milliseconds>(
                  std::chrono::system_clock::now().time_since_epoch())
                  .count();
  out.source = source.name;
  out.lines = source.totals.lines;
  for (const auto& [name, file] : source.data->files) {
    const auto path = parsers::normal_path(name);
    auto& sum = out.files[parsers::path_below(workspace, path).value_or(path)];
    const auto lines = parsers::totals(file).lines;
    sum = {sum.found + lines.found, sum.hit + lines.hit};
  }
  return out;
}

}  // namespace covey::actors

#include "parsers/coverage/lookup.hpp"
#include "parsers/text/path.hpp"
#include "protocol/render/coverage/coverage.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/limits.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <limits>

namespace covey::protocol {
namespace {

tool_description describe() {
  return {
      .name = "tests_covering",
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
      .output_schema = covering_schema,
      .hints = only_reads,
      .always_loaded = true};
}

question ask(const tool_call& call) {
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
}

// Its age is that of the oldest run that the answer is from.
covering_source source_of(const reply& found, const answer_view& view) {
  const auto& latest = found.latest;
  covering_source out{.run_id = latest.run_id,
                      .age = view.freshness ? view.freshness->age : std::chrono::milliseconds{0},
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

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
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
}

}  // namespace

tool tests_covering() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol

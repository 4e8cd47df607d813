#include "protocol/render/covered.hpp"
#include "protocol/schema.hpp"

namespace covey::protocol {
namespace {

// A part of the suite covers a part of the lines: its figure would read like that of a worse suite. Of no lines there
// is no percentage.
bool is_whole(const parsers::finished_run& run) {
  return run.covered && run.covered->lines.found > 0 && run.scope == parsers::run_scope::whole &&
         !parsers::is_partial(run);
}

bool follows(const parsers::finished_run& run) {
  return run.coverage_follows && run.scope == parsers::run_scope::whole;
}

json::value percent(const parsers::coverage_totals& value) {
  return number_value(parsers::permille(value.lines) / 10.0);
}

}  // namespace

std::string covered_line(const parsers::finished_run& run) {
  if (follows(run))
    return "coverage: being read; run_status {\"run\": " + std::to_string(run.id) + "} has it" +
           (run.results.thresholds.empty() ? "" : ", and says whether its threshold is met");
  if (!is_whole(run)) return "";
  const auto& lines = run.covered->lines;
  const std::string where = run.covered_part.empty() ? "of lines" : "of the lines of " + run.covered_part;
  return "coverage: " + to_text(percent(*run.covered)) + "% " + where + " (" + std::to_string(lines.hit) +
         " of " + std::to_string(lines.found) + ")";
}

void add_covered(json::object& out, const parsers::finished_run& run, bool detail) {
  if (follows(run)) {
    out["coverage"] = {{"follows", true}};
    return;
  }
  if (!is_whole(run)) return;
  json::object covered{{"percent", percent(*run.covered)}};
  if (detail) {
    covered["lines_found"] = run.covered->lines.found;
    covered["lines_hit"] = run.covered->lines.hit;
  }
  if (!run.covered_part.empty()) covered["of"] = run.covered_part;
  out["coverage"] = std::move(covered);
}

}  // namespace covey::protocol

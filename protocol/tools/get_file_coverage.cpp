#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/merge.hpp"
#include "protocol/tools/catalogue.hpp"
#include "protocol/tools/coverage_answer.hpp"
#include "protocol/tools/shared_arguments.hpp"
#include <set>

namespace covey::protocol {
namespace {

// The answer holds each path up to four times, and clients stop at 10 MiB.
constexpr std::size_t max_path_bytes = 1u << 20;

// Many names take seconds if many files of the report share a name.
constexpr std::size_t max_at_once = 50;

tool_description describe() {
  return {.name = "get_file_coverage",
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
          .error_prefix = "Error"};
}

question ask(const tool_call& call) {
  auto out = ask_for_coverage(call);
  out.takes_long = call.given.texts("filePaths").size() > max_at_once;
  return out;
}

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

tool_answer answer(const tool_call& call, const reply& found, const answer_view& view) {
  const auto from = coverage_of(found, view);
  const bool lines = call.given.boolean("lines");
  std::vector<asked_file> looked_up;
  std::set<std::string> seen;
  for (const auto& file : call.given.texts("filePaths")) {
    if (found.given_up != nullptr && *found.given_up) return {};
    if (seen.insert(file).second) looked_up.push_back(look_up(*from, file, lines));
  }
  return render_file_coverage(looked_up, lines, origin_of(*from), view.bytes);
}

}  // namespace

tool get_file_coverage() {
  return {.description = describe(), .ask = ask, .answer = answer, .core = true};
}

}  // namespace covey::protocol

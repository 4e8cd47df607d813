#include "actors/tools/coverage_call.hpp"
#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <set>

namespace covey::actors {
namespace {

// The answer holds each path up to four times, and clients stop at 10 MiB.
constexpr std::size_t most_path_bytes = 1u << 20;

protocol::tool_description describe_get_file_coverage() {
  auto out = coverage_tool("get_file_coverage", "Line coverage of some files");
  out.description =
      "Return the line coverage in percent of the files named, out of a coverage report. Use it after "
      "changing "
      "files, instead of reading the whole report. Paths may be relative to the workspace, absolute, or a "
      "unique "
      "end of the report's own. A file that is not in the report is 0 and is listed in notFound; a path that "
      "fits several files is listed in ambiguous. With lines: true also which lines did not run. Runs "
      "nothing.";
  protocol::argument files{"filePaths", protocol::argument_type::strings, "files, e.g. [\"src/parser.ts\"]"};
  files.required = true;
  files.most_bytes = most_path_bytes;
  out.arguments = {report_argument(),
                   files,
                   {"lines", protocol::argument_type::boolean, "also the ranges of lines that did not run"}};
  out.output_schema = protocol::file_coverage_schema;
  return out;
}

protocol::asked_file look_up(const coverage_source& from, const std::string& asked, bool lines) {
  using outcome = protocol::asked_file::outcome;
  protocol::asked_file out;
  out.asked = asked;
  const auto found = from.files->find(asked);
  if (const auto* several = std::get_if<parsers::ambiguous_file>(&found)) {
    out.result = outcome::ambiguous;
    out.candidates = several->candidates;
  } else if (const auto* one = std::get_if<parsers::found_file>(&found)) {
    const auto& [name, file] = *one->file;
    out.result = outcome::found;
    out.totals = parsers::totals(file);
    if (one->by != parsers::file_match::name && one->by != parsers::file_match::same_path) out.matched = name;
    if (lines) out.uncovered = parsers::ranges_missed(file.lines);
  }
  return out;
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_coverage_call(
      system, std::move(context),
      [path = arguments.text("lcovPath"), files = arguments.texts("filePaths"),
       lines = arguments.boolean("lines")](coverage_call_self self, const call_context& with) {
        find_coverage(self, with, path, [=](const coverage_source_ptr& found) {
          std::vector<protocol::asked_file> looked_up;
          std::set<std::string_view> seen;
          for (const auto& file : files)
            if (seen.insert(file).second) looked_up.push_back(look_up(*found, file, lines));
          answer(self, with, protocol::render_file_coverage(looked_up, lines, origin_of(*found)));
        });
      });
}

}  // namespace

extern const tool get_file_coverage_tool;
const tool get_file_coverage_tool{describe_get_file_coverage(), start};

}  // namespace covey::actors

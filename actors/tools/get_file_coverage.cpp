#include "actors/tools/answer_arguments.hpp"
#include "actors/tools/coverage_call.hpp"
#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/line_sets.hpp"
#include <atomic>
#include <new>
#include <set>
#include <system_error>

namespace covey::actors {
namespace {

// The answer holds each path up to four times, and clients stop at 10 MiB.
constexpr std::size_t most_path_bytes = 1u << 20;

// Up to this many files are looked up by the call's own actor, which shares its thread with others.
constexpr std::size_t most_at_once = 50;

protocol::tool_description describe_get_file_coverage() {
  auto out = coverage_tool("get_file_coverage", "Line coverage of some files");
  out.description =
      "Percentage of lines that ran, per file: of the latest run, or of a report. "
      "For the tests behind a line use tests_covering.";
  protocol::argument files{
      .name = "filePaths", .type = protocol::argument_type::strings, .description = "files"};
  files.required = true;
  files.most_bytes = most_path_bytes;
  out.arguments = {report_argument(),
                   files,
                   {.name = "lines",
                    .type = protocol::argument_type::boolean,
                    .description = "also the ranges that did not run"},
                   budget_argument()};
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

struct question {
  std::vector<std::string> files;
  bool lines = false;
  std::size_t bytes = 0;  // limit for the answer
};

// Empty once `stop` is set.
protocol::tool_answer look_up_all(const coverage_source& from, const question& asked,
                                  const std::atomic<bool>& stop) {
  std::vector<protocol::asked_file> looked_up;
  std::set<std::string_view> seen;
  for (const auto& file : asked.files) {
    if (stop) return {};
    if (seen.insert(file).second) looked_up.push_back(look_up(from, file, asked.lines));
  }
  return protocol::render_file_coverage(looked_up, asked.lines, origin_of(from), asked.bytes);
}

protocol::tool_answer look_up_in_bounds(const coverage_source& from, const question& asked,
                                        const std::atomic<bool>& stop) {
  try {
    return look_up_all(from, asked, stop);
  } catch (const std::bad_alloc&) {
    return coverage_error("there is not enough memory for this answer; ask for fewer files at once");
  }
}

// Many names take seconds if many files of the report share a name, so they are looked up on their own
// thread, which gives up when the call ends.
void look_up_apart(coverage_call_self self, const call_context& context, const coverage_source_ptr& from,
                   question asked) {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  self->attach_functor([stop] { *stop = true; });
  const call_actor call{self};
  const auto work = [=, asked = std::move(asked)](caf::event_based_actor* worker) {
    const auto given = look_up_in_bounds(*from, asked, *stop);
    if (*stop) return;
    auto encoded = std::make_shared<const protocol::encoded_answer>(
        protocol::encode_answer(given, context.with->filter, context.sent));
    worker->send(context.dispatcher, call_answered{context.key, std::move(encoded)});
    caf::anon_send_exit(call, caf::exit_reason::normal);
  };
  try {
    self->system().spawn<caf::detached>(work);
  } catch (const std::system_error&) {
    answer(self, context, coverage_error("busy: this machine starts no more threads now; call again later"));
  }
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  return start_coverage_call(
      system, std::move(context),
      [path = arguments.text("lcovPath"), files = arguments.texts("filePaths"),
       lines = arguments.boolean("lines")](coverage_call_self self, const call_context& with) {
        find_coverage(self, with, path, [=](const coverage_source_ptr& found) {
          if (files.size() > most_at_once)
            return look_up_apart(self, with, found, {files, lines, with.bytes});
          answer(self, with, look_up_in_bounds(*found, {files, lines, with.bytes}, false));
        });
      });
}

}  // namespace

extern const tool get_file_coverage_tool;
const tool get_file_coverage_tool{describe_get_file_coverage(), start};

}  // namespace covey::actors

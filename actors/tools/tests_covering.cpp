#include "actors/limits.hpp"
#include "actors/tool.hpp"
#include "actors/tools/answer_arguments.hpp"
#include "actors/tree_age.hpp"
#include "parsers/coverage/lookup.hpp"
#include "parsers/text/path.hpp"
#include "protocol/render/covering.hpp"
#include <algorithm>
#include <filesystem>

namespace covey::actors {
namespace {

protocol::tool_description describe_tests_covering() {
  protocol::tool_description out;
  out.name = "tests_covering";
  out.title = "Tests that cover a file or a line";
  out.description =
      "List the tests that ran a source file, or one line of it, when they last ran; runs nothing. Needs a "
      "run_tests before it. For percentages use get_file_coverage.";
  protocol::argument file{.name = "file",
                          .type = protocol::argument_type::string,
                          .description = "a path, or a unique end of one"};
  file.required = true;
  protocol::argument line{
      .name = "line", .type = protocol::argument_type::integer, .description = "0: any line"};
  line.minimum = 0;
  line.maximum = 4'294'967'295.0;
  out.arguments = {file, line, budget_argument()};
  out.output_schema = protocol::covering_schema;
  out.always_loaded = true;
  out.hints = {.read_only = true, .destructive = false, .idempotent = true, .open_world = false};
  return out;
}

// Resolves an absolute path that leads through a symbolic link: a client started in such a folder sends it.
std::string without_links(const std::string& file, const std::string& workspace) {
  if (!file.starts_with('/') || file.starts_with(workspace + "/")) return file;
  std::error_code ec;
  const auto resolved = std::filesystem::weakly_canonical(file, ec).string();
  return ec ? file : resolved;
}

protocol::tool_answer look_up(protocol::covering_question question, const latest_coverage& from,
                              const protocol::covering_source& source, std::size_t bytes,
                              const call_context& context) {
  if (!from.data) return protocol::render_no_coverage_yet(source);
  const auto file = without_links(question.file, context.workspace);
  auto found = parsers::find_covering(*from.data, *from.files, file, question.line);
  if (const auto* several = std::get_if<parsers::ambiguous_file>(&found))
    return protocol::render_ambiguous_file(question, several->candidates, several->total, source, bytes);
  parsers::covered_by covered;
  if (auto* one = std::get_if<parsers::covered_by>(&found)) covered = std::move(*one);
  if (!covered.units.empty()) question.file = covered.file;  // the whole path, even if only its end was given
  return protocol::render_covering(question, from.data->unit_kind, std::move(covered.units), source, bytes);
}

using self_pointer = call_actor::pointer;

void fail_call(self_pointer self, const call_context& context, const caf::error& error) {
  answer(self, context, protocol::tool_error("tests_covering: the index of coverage " + why_silent(error)));
}

void answer_from(self_pointer self, const call_context& context, const protocol::covering_question& question,
                 const latest_coverage& latest, std::uint64_t running) {
  protocol::covering_source source{.run_id = latest.run_id,
                                   .running = running,
                                   .partial = latest.partial,
                                   .unmeasured = latest.unmeasured_run,
                                   .unmeasured_why = latest.unmeasured_why};
  if (!latest.data) return answer(self, context, look_up(question, latest, source, context.bytes, context));
  with_tree(self, *context.with,
            {latest.run_id, context.workspace, latest.language, latest.ended, latest.trees},
            parsers::path_below(context.workspace, question.file).value_or(question.file),
            [=](const protocol::tree_age_ptr& tree) {
              auto from = source;
              from.age = tree->age;
              const auto room = context.bytes - std::min(context.bytes / 2, protocol::freshness_bytes(*tree));
              auto given = look_up(question, latest, from, room, context);
              protocol::add_freshness(given, tree.get());
              answer(self, context, std::move(given));
            });
}

// Asks first whether a run is in progress, then the index: if the run ends in between, the answer has its
// coverage.
void ask(self_pointer self, const call_context& context, const protocol::covering_question& question) {
  self->request(context.with->supervisor, within(limits::question), runs_status{context.workspace})
      .then(
          [=](const supervisor_status& status) {
            self->request(context.with->coverage, within(limits::question), get_latest_coverage{})
                .then(
                    [=](const latest_coverage& latest) {
                      const auto running = status.running == latest.run_id ? 0 : status.running;
                      answer_from(self, context, question, latest, running);
                    },
                    [=](const caf::error& error) { fail_call(self, context, error); });
          },
          [=](const caf::error& error) { fail_call(self, context, error); });
}

call_actor::behavior_type tests_covering(self_pointer self, call_context context,
                                         protocol::covering_question question) {
  if (context.with->coverage_on)
    ask(self, context, question);
  else
    answer(self, context, protocol::render_no_coverage_index());
  return {[self](const cancel_call&) { self->quit(); }, [](const run_progress&) {}};
}

call_actor start(caf::actor_system& system, call_context context, const protocol::arguments& arguments) {
  protocol::covering_question question{arguments.text("file"),
                                       static_cast<std::uint32_t>(arguments.integer("line"))};
  return system.spawn(tests_covering, std::move(context), std::move(question));
}

}  // namespace

extern const tool tests_covering_tool;
const tool tests_covering_tool{describe_tests_covering(), start};

}  // namespace covey::actors

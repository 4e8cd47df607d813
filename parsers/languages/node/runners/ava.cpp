// AVA, from 4 on, with reporters/node/ava-hooks.mjs: in AVA's main process it receives the events of all test
// files; in the process or thread of a test file it keeps the tests that a rerun needs.
#include "parsers/languages/node/runners/front_ends.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/utf8.hpp"
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--fail-fast", none, stops_early},
    {"--tap", none, own_report},
    {"-t", none, own_report},
    {"--watch", none, watches},
    {"-w", none, watches},
    {"--update-snapshots", none, rewrites},
    {"-u", none, rewrites},
    {"--color", none, own_flag, {}, true},
    {"--verbose", none, own_flag, {}, true},
    {"-v", none, own_flag, {}, true},
    {"--help", none, runs_nothing},
    {"--version", none, runs_nothing},
    {"-c", one}, {"-m", one}, {"-T", one},
};
// clang-format on

}  // namespace

const flag_table ava_flags{.runner = "ava", .style = flag_style::camel, .rules = rules};

std::vector<std::string> ava_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = without_flags(arguments, refused_flags(ava_flags));
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--match", true}, {"-m", true}};
  static const std::vector<std::string_view> with_value{"-c", "--concurrency",   "--config", "--timeout",
                                                        "-T", "--node-arguments"};
  return without_operands(without_flags(out, choosing), with_value);
}

namespace {

// "✖ No test files were found": AVA then ends before any test.
std::vector<failure> diagnose_ava(const printed_text& said, std::string_view root) {
  const auto err = plain_text(said.err);
  const auto mark = err.rfind("\u2716 ");
  auto out = failure_of_runner(
      "ava",
      mark == std::string::npos ? error_message(said.err)
                                : bounded_text(std::string_view{err}.substr(mark + 4), max_failure_message),
      err, root);
  return out ? std::vector{std::move(*out)} : std::vector<failure>{};
}

runner_plan plan_ava(const runner_request& given) {
  auto request = given;
  if (major_version(request.runner.version) < 4)
    return plan_refusal{"ava " + request.runner.version +
                        " is older than 4, the first that covey reads: run `" +
                        add_command(request.project.manager, "ava@latest") + "`"};
  auto out = begin_plan(request, "ava");
  add_test_observers(out, request);
  // AVA's processes and threads for test files inherit the flags of its main process.
  request.script.node_flags.push_back("--import=" + add_reporter(out, request, "ava-hooks.mjs"));
  auto arguments = ava_script_arguments(request.script.arguments, request.everything);
  arguments.emplace_back("--no-fail-fast");
  if (!request.everything) {
    const auto files = wanted_files(request);
    arguments.insert(arguments.end(), files.begin(), files.end());
  }
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  run.set_env.emplace_back("COVEY_RUNNER", request.runner.entry);
  add_run(out, request, std::move(run), attribution::file);
  out.make_parser =
      make_output(request, "ava", [root = request.request.root](const printed_text& said, const run_ending&) {
        return diagnose_ava(said, root);
      });
  return out;
}

}  // namespace

const runner_description ava_runner{.program = program_named("ava"), .flags = ava_flags, .plan = plan_ava};

}  // namespace covey::parsers::languages::node

// borp, a front end of node:test: it finds the files itself and starts node's own runner, so that covey's
// reporters and hooks for node:test (reporters/node/node-test-*) work with it.
#include "parsers/languages/node/runners/front_ends.hpp"
#include "parsers/languages/node/runners/refusals.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using enum flag_value;
using namespace refusals;

// clang-format off
constexpr flag_rule rules[] = {
    {"--reporter", one, own_report},
    {"-r", one, own_report},
    {"--coverage", none, own_coverage},
    {"-C", none, own_coverage},
    {"--check-coverage", none, own_coverage},
    {"--coverage-exclude", one, own_coverage},
    {"-X", one, own_coverage},
    {"--lines", one, own_coverage},
    {"--branches", one, own_coverage},
    {"--functions", one, own_coverage},
    {"--statements", one, own_coverage},
    {"--watch", none, watches},
    {"-w", none, watches},
    {"--expose-gc", none, own_flag, {}, true},
    {"--help", none, runs_nothing},
    {"-c", one}, {"-i", one}, {"-p", one}, {"-P", one}, {"-t", one},
};
// clang-format on

}  // namespace

const flag_table borp_flags{.runner = "borp", .style = flag_style::camel, .rules = rules};

std::vector<std::string> borp_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  auto out = without_flags(arguments, refused_flags(borp_flags));
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--only"}, {"-o"}, {"--pattern", true}, {"-p", true}};
  static const std::vector<std::string_view> with_value{"-c",       "--concurrency",  "-t", "--timeout", "-i",
                                                        "--ignore", "--post-compile", "-P"};
  return without_operands(without_flags(out, choosing), with_value);
}

namespace {

runner_plan plan_borp(const runner_request& given) {
  auto request = given;
  // For this flag borp would start itself again, without covey's hooks.
  const auto& own = request.script.arguments;
  if (std::find(own.begin(), own.end(), "--expose-gc") != own.end())
    request.script.node_flags.emplace_back("--expose-gc");
  auto& by = request.script.measured_by;
  if (by.empty()) (by = own).insert(by.begin(), "borp");
  auto out = begin_plan(request, "borp");
  add_test_observers(out, request);
  for (const auto* name :
       {"node-test-journals.cjs", "node-test-select.cjs", "node-test-reported.cjs", "node-test-tree.cjs"})
    add_reporter(out, request, name);
  request.script.node_flags.push_back("--import=" + add_reporter(out, request, "node-test-hooks.cjs"));
  auto arguments = borp_script_arguments(own, request.everything);
  arguments.insert(arguments.end(),
                   {"--reporter=" + add_reporter(out, request, "node-test-reporter.cjs"), "--reporter=spec"});
  if (!request.everything) {
    const auto files = wanted_files(request);
    arguments.insert(arguments.end(), files.begin(), files.end());
  }
  add_selection(out, request);
  add_run(out, request, run_command(request, std::move(arguments)), attribution::test);
  out.make_parser = make_output(request, "borp", error_before_tests("borp", request.request.root));
  return out;
}

}  // namespace

const runner_description borp_runner{
    .program = program_named("borp"), .flags = borp_flags, .plan = plan_borp};

}  // namespace covey::parsers::languages::node

// borp, a front end of node:test: it finds the files itself and starts node's own runner, so that covey's
// reporters and hooks for node:test (reporters/node/node-test-*) work with it.
#include "parsers/languages/node/runners/front_ends.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include <algorithm>
#include <utility>

namespace covey::parsers::languages::node {

std::vector<std::string> borp_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  static const std::vector<unwanted_flag> ours{{"--reporter", true},
                                               {"-r", true},
                                               {"--coverage"},
                                               {"-C"},
                                               {"--check-coverage"},
                                               {"--coverage-exclude", true},
                                               {"-X", true},
                                               {"--lines", true},
                                               {"--branches", true},
                                               {"--functions", true},
                                               {"--statements", true},
                                               {"--watch"},
                                               {"-w"},
                                               {"--expose-gc"}};
  auto out = without_flags(arguments, ours);
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--only"}, {"-o"}, {"--pattern", true}, {"-p", true}};
  static const std::vector<std::string_view> with_value{"-c",       "--concurrency",  "-t", "--timeout", "-i",
                                                        "--ignore", "--post-compile", "-P"};
  return without_operands(without_flags(out, choosing), with_value);
}

namespace {

// What borp prints if it ends before the tests: a compiler's errors, an unknown option.
std::vector<failure> diagnose_borp(const printed_text& said, std::string_view root) {
  const auto message = error_message(said.err);
  if (message.empty()) return {};
  failure out;
  out.kind = failure_kind::error;
  out.message = message;
  out.where = own_place(said.err, root);
  out.id.group = "borp";
  out.output = bounded_text(said.err, max_failure_output);
  return {std::move(out)};
}

runner_plan plan_borp(const runner_request& given) {
  auto request = given;
  // For this flag borp would start itself again, without covey's hooks.
  const auto& own = request.script.arguments;
  if (std::find(own.begin(), own.end(), "--expose-gc") != own.end())
    request.script.node_flags.emplace_back("--expose-gc");
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
  auto run = run_command(request, std::move(arguments));
  if (request.request.coverage) {
    add_run_counted_by_v8(out, request, std::move(run));
    out.decisions.push_back({"coverage", "V8, per test", "lines as c8 counts them"});
    out.make_collector = make_coverage(request, attribution::test);
  } else {
    out.commands.push_back(std::move(run));
  }
  out.make_parser = make_output(request, "borp",
                                [root = request.request.root](const printed_text& said, const run_ending&) {
                                  return diagnose_borp(said, root);
                                });
  return out;
}

}  // namespace

const runner_description borp_runner{
    .program = program_named("borp"), .extras = {}, .question = nullptr, .plan = plan_borp};

}  // namespace covey::parsers::languages::node

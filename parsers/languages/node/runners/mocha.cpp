#include "parsers/languages/node/runners/mocha.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/v8.hpp"
#include "parsers/events/failure_text.hpp"
#include "parsers/languages/node/output/stack_text.hpp"
#include <utility>

namespace covey::parsers::languages::node {

std::vector<std::string> mocha_script_arguments(const std::vector<std::string>& arguments, bool everything) {
  static const std::vector<unwanted_flag> ours{{"--reporter", true},
                                               {"-R", true},
                                               {"--reporter-option", true, true},
                                               {"--reporter-options", true, true},
                                               {"-O", true, true},
                                               {"--bail"},
                                               {"-b"},
                                               {"--watch"},
                                               {"-w"},
                                               {"--allow-uncaught"},
                                               {"-A"},
                                               {"--dry-run"},
                                               {"--color"},
                                               {"--colors"},
                                               {"-c"},
                                               {"--pass-on-failing-test-suite"}};
  auto out = without_flags(arguments, ours);
  if (everything) return out;
  static const std::vector<unwanted_flag> choosing{{"--grep", true}, {"-g", true}, {"--fgrep", true},
                                                   {"-f", true},     {"--invert"}, {"-i"}};
  return without_flags(out, choosing);
}

std::vector<failure> diagnose_mocha(const printed_text& said, std::string_view root) {
  const auto message = error_message(said.err);
  if (message.empty()) return {};
  failure out;
  out.kind = failure_kind::error;
  out.message = message;
  out.where = own_place(said.err, root);
  out.id.group = "mocha";
  out.output = bounded_text(said.err, max_failure_output);
  return {std::move(out)};
}

namespace {

runner_plan plan_mocha(const runner_request& request) {
  auto out = begin_plan(request, "mocha");
  add_test_observers(out, request);
  add_reporter(out, request, "mocha-failures.cjs");
  std::vector<std::string> arguments{"--reporter=" + add_reporter(out, request, "mocha-reporter.cjs"),
                                     "--require=" + add_reporter(out, request, "mocha-hooks.cjs")};
  // Before 6 there is nothing to take back, and "false" would be a file. `--no-watch` is a flag of node, too: mocha would
  // start another node for it.
  if (major_version(request.runner.version) >= 6)
    arguments.insert(arguments.end(), {"--no-bail", "--no-allow-uncaught", "--watch=false"});
  const auto own = mocha_script_arguments(request.script.arguments, request.everything);
  arguments.insert(arguments.end(), own.begin(), own.end());
  add_selection(out, request);
  auto run = run_command(request, std::move(arguments));
  if (request.request.coverage) {
    add_run_counted_by_v8(out, request, std::move(run));
    out.decisions.push_back({"coverage", "V8, per test", "lines as c8 counts them"});
    out.make_collector = make_coverage(request, attribution::test);
  } else {
    out.commands.push_back(std::move(run));
  }
  const auto root = request.request.root;
  out.make_parser = make_output(request, "mocha", [root](const printed_text& said, const run_ending&) {
    return diagnose_mocha(said, root);
  });
  return out;
}

}  // namespace

const runner_description mocha_runner{
    .program = program_named("mocha"), .extras = {}, .question = nullptr, .plan = plan_mocha};

}  // namespace covey::parsers::languages::node

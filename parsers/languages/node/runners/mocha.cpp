#include "parsers/languages/node/runners/mocha.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "parsers/languages/node/runners/startup_errors.hpp"
#include "parsers/languages/node/runners/v8.hpp"
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
  add_run(out, request, run_command(request, std::move(arguments)), attribution::test);
  out.make_parser = make_output(request, "mocha", error_before_tests("mocha", request.request.root));
  return out;
}

}  // namespace

const runner_description mocha_runner{
    .program = program_named("mocha"), .extras = {}, .question = nullptr, .plan = plan_mocha};

}  // namespace covey::parsers::languages::node

// The plans of mocha, node:test, bun and deno, and what they are made of.
#include "parsers/languages/node/output/error_text.hpp"
#include "parsers/languages/node/runners/runner.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;

namespace {

using strings = std::vector<std::string>;

runner_request request_in(const std::string& folder = "/w") {
  runner_request out;
  out.request.root = "/w";
  out.request.scratch = "/s";
  out.folder = folder;
  out.area = "/s/node";
  out.events = "/s/events";
  out.coverage_dir = "/s/coverage";
  out.node = {"node"};
  out.node_version = "20.20.2";
  out.runner = {"/w/node_modules/x/bin/x.js", "12.0.3"};
  return out;
}

void want(runner_request& request, const std::string& group, const std::string& name,
          const std::string& key) {
  request.everything = false;
  failure wanted;
  wanted.id = {group, name, " > "};
  wanted.key = key;
  request.rerun_set.push_back(std::move(wanted));
}

run_plan planned(const runner_description& runner, const runner_request& request) {
  auto plan = runner.plan(request);
  BOOST_REQUIRE(std::holds_alternative<run_plan>(plan));
  return std::get<run_plan>(std::move(plan));
}

bool holds(const strings& argv, std::string_view word) {
  return std::find(argv.begin(), argv.end(), word) != argv.end();
}

std::string variable(const command& of, std::string_view name) {
  for (const auto& [key, value] : of.set_env)
    if (key == name) return value;
  return "unset";
}

const planned_file* file_named(const run_plan& plan, std::string_view end) {
  for (const auto& file : plan.files)
    if (file.path.ends_with(end)) return &file;
  return nullptr;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_native)

BOOST_AUTO_TEST_CASE(mocha_keeps_its_scripts_files_and_options) {
  const strings script{"--require", "ts-node/register", "-R", "dot",         "--bail",
                       "-b",        "--timeout",        "5s", "test/**/*.ts"};
  const strings kept{"--require", "ts-node/register", "--timeout", "5s", "test/**/*.ts"};
  BOOST_TEST(script_arguments(mocha_runner, script, true) == kept, boost::test_tools::per_element());
  const strings choosing{"--grep", "slow", "-i", "--reporter=json", "test"};
  BOOST_TEST(script_arguments(mocha_runner, choosing, false) == strings{"test"},
             boost::test_tools::per_element());
  BOOST_TEST(script_arguments(mocha_runner, choosing, true).size() == 4U);
}

BOOST_AUTO_TEST_CASE(mocha_is_run_with_our_reporter_and_measured_after_it) {
  const auto plan = planned(mocha_runner, request_in());
  BOOST_REQUIRE_EQUAL(plan.commands.size(), 2U);
  const auto& run = plan.commands.front();
  BOOST_TEST(holds(run.argv, "--reporter=/s/node/mocha-reporter.cjs"));
  BOOST_TEST(holds(run.argv, "--require=/s/node/mocha-hooks.cjs"));
  BOOST_TEST(holds(run.argv, "--watch=false"));
  BOOST_TEST(!holds(run.argv, "--no-watch"));  // of node, too: mocha would start a second one for it
  BOOST_TEST(holds(run.argv, "--no-bail"));
  BOOST_TEST(variable(run, "COVEY_COUNTS") == "/s/node/v8");
  BOOST_TEST(variable(run, "COVEY_LCOV") == plan.commands.back().unless);
  BOOST_TEST(variable(run, "NODE_V8_COVERAGE") == "unset");
  BOOST_TEST(variable(run, "COVEY_SELECT") == "unset");
  BOOST_TEST((plan.commands.back().role == command_role::coverage));
  BOOST_TEST(holds(plan.folders, "/s/node/v8"));
  for (const auto& file : plan.files) BOOST_TEST(!file.text.empty(), file.path);
}

BOOST_AUTO_TEST_CASE(mocha_before_6_gets_no_flag_that_it_does_not_know) {
  auto request = request_in();
  request.runner.version = "5.2.0";
  const auto plan = planned(mocha_runner, request);
  for (const auto& argument : plan.commands.front().argv)
    BOOST_TEST((!argument.starts_with("--watch") && !argument.starts_with("--no-")), argument);
}

BOOST_AUTO_TEST_CASE(mocha_without_coverage_measures_nothing) {
  auto request = request_in();
  request.request.coverage = false;
  const auto plan = planned(mocha_runner, request);
  BOOST_TEST(plan.commands.size() == 1U);
  BOOST_TEST(variable(plan.commands.front(), "NODE_V8_COVERAGE") == "unset");
  BOOST_TEST(!plan.make_collector);
}

BOOST_AUTO_TEST_CASE(mocha_reruns_by_keys) {
  auto request = request_in();
  want(request, "test/a.js", "outer > x", R"(["test/a.js","outer","x"])");
  const auto plan = planned(mocha_runner, request);
  BOOST_TEST(variable(plan.commands.front(), "COVEY_SELECT") == "/s/node/select.json");
  const auto* selection = file_named(plan, "select.json");
  BOOST_REQUIRE(selection != nullptr);
  BOOST_TEST(selection->text == R"(["[\"test/a.js\",\"outer\",\"x\"]"])");
}

BOOST_AUTO_TEST_CASE(what_mocha_says_before_it_has_a_reporter_is_a_failure) {
  const auto found = diagnose_mocha(
      {"",
       "\n✖ ERROR: TypeError: no\n    at Object.<anonymous> (/w/setup.js:2:7)\n    at node:internal/x:1:1\n"},
      "/w");
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  BOOST_TEST(found[0].message == "TypeError: no");
  BOOST_TEST(found[0].where.file == "setup.js");
  BOOST_TEST(found[0].where.line == 2U);
  BOOST_TEST(found[0].id.group == "mocha");  // a rerun of that file alone would run no test
  BOOST_TEST(diagnose_mocha({"", "bye"}, "/w").empty());
}

BOOST_AUTO_TEST_CASE(marks_of_a_failed_start_with_nothing_but_blanks_behind_them_are_read_without_a_fault) {
  for (const std::string mark :
       {"● Validation Error:\n", "● Multiple configurations found:", " Startup Error "})
    for (const std::string rest : {"", " ", "\n \n", " \nConfiguration Documentation", "\nError: "})
      BOOST_CHECK_NO_THROW(diagnose_startup({"", mark + rest}, "/w", "/w", "jest"));
}

BOOST_AUTO_TEST_CASE(a_configuration_that_does_not_load_is_told_with_its_place) {
  struct printed {
    std::string_view err;
    std::string_view place;
    std::string_view message;
  };
  constexpr std::string_view jest =
      "● Validation Error:\n\n  Module ./nope.js in the setupFiles option was not found.\n"
      "         <rootDir> is: /w/p\n\n  Configuration Documentation:\n  https://…\n";
  constexpr std::string_view rolldown =
      "failed to load config from /w/p/vitest.config.js\n\n⎯⎯⎯ Startup Error ⎯⎯⎯⎯\nError: Build failed with "
      "1 error:\n\n"
      "[PARSE_ERROR] Unexpected token\n   ╭─[ vitest.config.js:3:8 ]\n   │\n 3 │     x: = 1,\n───╯\n\n"
      "    at unwrap (file:///w/p/node_modules/rolldown/x.mjs:20:128)\n";
  constexpr std::string_view esbuild =
      "failed to load config from /w/p/vitest.config.js\n\n⎯⎯⎯ Startup Error ⎯⎯⎯⎯\nError: Build failed with "
      "1 error:\n"
      "vitest.config.js:3:7: ERROR: Unexpected \"=\"\n    at failureErrorWithLog "
      "(/w/p/node_modules/esbuild/main.js:1467:15)\n";
  constexpr std::string_view thrown =
      "failed to load config from /w/p/vitest.config.js\n\n⎯⎯⎯ Startup Error ⎯⎯⎯⎯\nError: cfg\n"
      "    at file:///w/p/node_modules/.vite-temp/vitest.config.js.timestamp-1.mjs:2:7\n";
  for (const auto& [err, place, message] :
       {printed{"/w/p/jest.config.js:3\n  x: = 1,\n     ^\n\nSyntaxError: Unexpected token '='\n    at "
                "wrapSafe (node:x:1:2)\n",
                "p/jest.config.js:3", "SyntaxError: Unexpected token '='"},
        printed{"Error: cfg\n    at Object.<anonymous> (/w/p/jest.config.js:2:7)\n", "p/jest.config.js:2",
                "cfg"},
        printed{jest, ":0", "Module ./nope.js in the setupFiles option was not found."},
        printed{rolldown, "p/vitest.config.js:3",
                "Build failed with 1 error:\n\n[PARSE_ERROR] Unexpected token"},
        printed{esbuild, "p/vitest.config.js:3",
                "Build failed with 1 error:\nvitest.config.js:3:7: ERROR: Unexpected \"=\""},
        printed{thrown, "p/vitest.config.js:0", "cfg"}}) {
    const auto found = diagnose_startup({"", err}, "/w/p", "/w", "jest");
    BOOST_REQUIRE(found.size() == 1u);
    BOOST_TEST(found[0].where.file + ":" + std::to_string(found[0].where.line) == place);
    BOOST_TEST(found[0].message.starts_with(message));
    BOOST_TEST((found[0].kind == failure_kind::error));
  }
  // Tests ran: what they printed explains nothing.
  BOOST_TEST(diagnose_startup({"", "Error: printed by a test\nTest Suites: 1 passed\n"}, "/w", "/w", "jest")
                 .empty());
  BOOST_TEST(
      diagnose_startup({"\n RUN  v4.1.12 /w\n", "Error: printed by a test\n"}, "/w", "/w", "vitest").empty());
  BOOST_TEST(diagnose_startup({"", "bye"}, "/w", "/w", "jest").empty());
}

BOOST_AUTO_TEST_CASE(the_arguments_of_node_test_are_flags_and_files) {
  const strings script{"--import",
                       "tsx",
                       "--test-reporter",
                       "tap",
                       "--test-reporter-destination=out",
                       "--test-concurrency",
                       "1",
                       "--experimental-test-coverage",
                       "--watch",
                       "test/*.ts",
                       "more"};
  const auto all = read_test_runner_arguments(script, true);
  const strings flags{"--import", "tsx", "--test-concurrency", "1"};
  const strings operands{"test/*.ts", "more"};
  BOOST_TEST(all.flags == flags, boost::test_tools::per_element());
  BOOST_TEST(all.operands == operands, boost::test_tools::per_element());
  BOOST_TEST(all.isolated);
  BOOST_TEST(read_test_runner_arguments(script, false).operands.empty());
  for (const strings& none :
       {strings{"--test-isolation=none"}, strings{"--experimental-test-isolation", "none"}}) {
    BOOST_TEST(!read_test_runner_arguments(none, true).isolated);
    BOOST_TEST(read_test_runner_arguments(none, false).isolated);
  }
}

BOOST_AUTO_TEST_CASE(node_test_takes_patterns_from_a_shell_or_from_us) {
  auto request = request_in();
  request.script.arguments = {"test/**/*.js"};
  const auto question = node_test_runner.question(request);
  BOOST_REQUIRE(question.has_value());
  BOOST_TEST(question->argv.back() == "test/**/*.js");
  request.said.out = std::string("test/a.js\0test/b c.js\0", 22);
  const auto plan = planned(node_test_runner, request);
  const auto& argv = plan.commands.front().argv;
  BOOST_TEST(holds(argv, "test/b c.js"));
  BOOST_TEST(!holds(argv, "test/**/*.js"));
  request.node_version = "22.23.3";
  BOOST_TEST(!node_test_runner.question(request).has_value());
}

BOOST_AUTO_TEST_CASE(node_test_says_where_no_test_can_be_told_apart) {
  auto request = request_in();
  request.script.arguments = {"--test-isolation=none"};
  const auto plan = planned(node_test_runner, request);
  BOOST_TEST(plan.notes.size() == 1U);
  BOOST_TEST(plan.decisions.back().chosen == "V8, of the whole run");
}

BOOST_AUTO_TEST_CASE(node_test_reruns_the_files_of_what_failed) {
  auto request = request_in();
  request.script.arguments = {"--test-name-pattern=x", "test"};
  want(request, "test/a.js", "x", R"(["test/a.js","x"])");
  const auto plan = planned(node_test_runner, request);
  const auto& argv = plan.commands.front().argv;
  BOOST_TEST(argv.back() == "/w/test/a.js");
  BOOST_TEST(!holds(argv, "test"));
  BOOST_TEST(!holds(argv, "--test-name-pattern=x"));
}

BOOST_AUTO_TEST_CASE(names_are_escaped_for_the_patterns_of_bun_and_deno) {
  BOOST_TEST(any_of({name_pattern(block_name{"a.*b"}), name_pattern(block_name{"x/y|z"})}) ==
             "a\\.\\*b|x\\/y\\|z");
  BOOST_TEST(read_key(R"(["f.js","outer","in \"ner\""])").titles.size() == 2U);
  BOOST_TEST(read_key("no json").titles.empty());
}

BOOST_AUTO_TEST_CASE(selections_become_patterns_of_bun_and_deno) {
  auto request = request_in();
  request.native = true;
  request.runner.entry = "/b/bun";
  want(request, "test/a.js", "x", R"(["test/a.js","outer",{"pieces":["x ",""]},{"lines":[3,9]}])");
  BOOST_TEST(
      holds(planned(bun_runner, request).commands[0].argv, "^ ?(?:outer x [\\s\\S]*?(?: [\\s\\S]*)?)$"));
  BOOST_TEST(holds(planned(deno_runner, request).commands[0].argv, "--filter=/^(?:outer)$/"));
  BOOST_TEST(planned(deno_runner, request).notes.size() == 1U);
  want(request, "test/b.js", "", R"(["test/b.js",{"lines":[]}])");
  const auto deno = planned(deno_runner, request);
  BOOST_TEST(deno.commands[2].argv.back() == "/w/test/b.js");
  BOOST_TEST(deno.commands[2].argv[deno.commands[2].argv.size() - 2].find("--filter") == std::string::npos);
  BOOST_TEST(!holds(planned(bun_runner, request).commands[0].argv, "-t"));
}

// Each command is a start of deno; a file that does not load stops the rest of its command alone.
BOOST_AUTO_TEST_CASE(many_whole_files_are_one_command_of_deno) {
  auto request = request_in();
  request.native = true;
  request.runner.entry = "/b/deno";
  const auto tests = [&] {
    const auto plan = planned(deno_runner, request);
    return std::count_if(plan.commands.begin(), plan.commands.end(),
                         [](const auto& one) { return one.role == command_role::tests; });
  };
  for (int i = 0; i < 20; ++i) {
    const auto file = "test/" + std::to_string(i) + ".ts";
    want(request, file, "", "[\"" + file + "\",{\"lines\":[]}]");
  }
  BOOST_TEST(tests() == 20);
  want(request, "test/x.ts", "", R"(["test/x.ts",{"lines":[]}])");
  BOOST_TEST(tests() == 1);
  want(request, "test/y.ts", "a", R"(["test/y.ts","a",{"lines":[1,1]}])");
  BOOST_TEST(tests() == 2);
}

BOOST_AUTO_TEST_CASE(bun_is_preloaded_and_its_report_printed) {
  auto request = request_in();
  request.native = true;
  request.runner.entry = "/b/bun";
  request.script.arguments = {"--bail", "--timeout", "9"};
  const auto plan = planned(bun_runner, request);
  BOOST_REQUIRE_EQUAL(plan.commands.size(), 3U);
  const auto& argv = plan.commands[0].argv;
  BOOST_TEST(argv[0] == "/b/bun");
  BOOST_TEST(holds(argv, "--preload=/s/node/bun-preload.mjs"));
  BOOST_TEST(!holds(argv, "--bail"));
  BOOST_TEST(holds(argv, "--timeout"));
  BOOST_TEST((plan.commands[1].role == command_role::print));
  BOOST_TEST((plan.commands[2].role == command_role::coverage));
  want(request, "test/a.js", "outer > x.y", R"(["test/a.js","outer","x.y"])");
  BOOST_TEST(holds(planned(bun_runner, request).commands[0].argv, "^ ?(?:outer x\\.y)$"));
  want(request, "test/b.js", "", R"(["test/b.js"])");
  BOOST_TEST(!holds(planned(bun_runner, request).commands[0].argv, "-t"));
}

BOOST_AUTO_TEST_CASE(buns_configuration_loses_what_we_say_ourselves) {
  BOOST_TEST(!bun_config("[test]\npreload = [\"./a.js\"]\n"));
  BOOST_TEST(bun_config("[test]\ncoverageDir = \"c\"\ncoverageReporter = [\n  \"text\",\n]\nroot = \"t\"\n")
                 .value_or("") == "[test]\nroot = \"t\"\n");
  BOOST_TEST(bun_config("[test]\ncoverage=true\ncoverageSkipTestFiles = true").value_or("") ==
             "[test]\ncoverageSkipTestFiles = true\n");
}

BOOST_AUTO_TEST_CASE(files_that_bun_cannot_load_stand_below_their_names) {
  const auto found = bun_unloaded(
      "\na.test.js:\n\n# Unhandled error between tests\n-----\n4 |  x\nerror: Expected \";\"\n    at "
      "/w/a.test.js:4:9\n-----\n"
      "b.test.js:\n(pass) x\n# Unhandled error between tests\n-----\nTypeError: no\n-----\n",
      "/w", "/w");
  BOOST_REQUIRE_EQUAL(found.size(), 2U);
  BOOST_TEST(found[0].id.group == "a.test.js");
  BOOST_TEST(found[0].message == "Expected \";\"");
  BOOST_TEST(found[0].where.line == 4U);
  BOOST_TEST(found[1].where.file == "b.test.js");
  BOOST_TEST(bun_unloaded("(pass) x\n", "/w", "/w").empty());
}

// As under GITHUB_ACTIONS=true.
BOOST_AUTO_TEST_CASE(files_that_bun_cannot_load_have_their_names_on_github) {
  const auto found = bun_unloaded(
      "\n::group::a.test.js:\n(pass) a\n\n::endgroup::\n\n::group::b.test.js:\n\n# Unhandled error between tests\n"
      "-----\nTypeError: no\n-----\n",
      "/w", "/w");
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  BOOST_TEST(found[0].id.group == "b.test.js");
}

BOOST_AUTO_TEST_CASE(deno_runs_each_file_of_a_rerun_with_its_own_names) {
  auto request = request_in();
  request.native = true;
  request.runner.entry = "deno";
  want(request, "a_test.ts", "x|y", R"(["a_test.ts","x|y"])");
  want(request, "b_test.ts", "outer > step", R"(["b_test.ts","outer","step"])");
  const auto plan = planned(deno_runner, request);
  BOOST_REQUIRE_EQUAL(plan.commands.size(), 5U);
  BOOST_TEST(holds(plan.commands[0].argv, "--filter=/^(?:x\\|y)$/"));
  BOOST_TEST(plan.commands[0].argv.back() == "/w/a_test.ts");
  BOOST_TEST(holds(plan.commands[2].argv, "--filter=/^(?:outer)$/"));
  BOOST_TEST(plan.notes.size() == 1U);
  BOOST_TEST(variable(plan.commands[0], "FORCE_COLOR") == "");
  BOOST_TEST(holds(plan.commands[0].argv, "--no-lock"));
}

BOOST_AUTO_TEST_CASE(a_task_of_deno_gives_its_permissions) {
  const strings allowed{"--allow-env", "--allow-read=data"};
  BOOST_TEST(
      deno_task_arguments(
          "{ // a comment\n \"tasks\": { \"test\": \"deno test --allow-env --allow-read=data\", } }") ==
          allowed,
      boost::test_tools::per_element());
  BOOST_TEST(
      deno_task_arguments(
          R"({"tasks": {"test": {"command": "deno lint && deno test --allow-env --allow-read=data"}}})") ==
          allowed,
      boost::test_tools::per_element());
  BOOST_TEST(deno_task_arguments("not json").empty());
  BOOST_TEST(deno_task_arguments("{}").empty());
}

BOOST_AUTO_TEST_CASE(a_module_that_stops_deno_is_told) {
  const auto found = diagnose_deno(
      {"", "\x1b[1merror\x1b[0m: Uncaught SyntaxError: odd\n    at file:///w/a_test.ts:2:9\n"}, "/w");
  BOOST_REQUIRE_EQUAL(found.size(), 1U);
  BOOST_TEST(found[0].message == "SyntaxError: odd");
  BOOST_TEST(found[0].id.group == "deno");
  BOOST_TEST(diagnose_deno({"", "error: Test failed\n"}, "/w").empty());
}

BOOST_AUTO_TEST_SUITE_END()

#include "parsers/languages/julia/plan.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/julia/language.hpp"
#include "reporters/embedded.hpp"
#include "tests/support/run_targets.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::julia {
namespace {

plan_request request() {
  plan_request out;
  out.root = "/w";
  out.scratch = "/s";
  out.self = "/opt/covey";
  return out;
}

failure failed(std::string group, std::string name, std::string key) {
  failure out;
  out.id = {std::move(group), std::move(name), " > "};
  out.key = std::move(key);
  return out;
}

run_plan plan_of(plan_request about, probe_answer said) {
  const auto planner = language_definition.plan(std::move(about));
  auto step = planner->next();
  BOOST_REQUIRE(std::holds_alternative<command>(step));
  const std::vector<std::string> question{"julia", "--version"};
  BOOST_TEST(std::get<command>(step).argv == question, boost::test_tools::per_element());
  planner->answer(std::move(said));
  step = planner->next();
  BOOST_REQUIRE(std::holds_alternative<run_plan>(step));
  return std::get<run_plan>(step);
}

std::string variable(const command& of, std::string_view name) {
  for (const auto& [key, value] : of.set_env)
    if (key == name) return value;
  return "(not set)";
}

const planned_file* file(const run_plan& plan, std::string_view path) {
  const auto it =
      std::find_if(plan.files.begin(), plan.files.end(), [&](const auto& f) { return f.path == path; });
  return it == plan.files.end() ? nullptr : &*it;
}

const probe_answer julia_1_10{0, "julia version 1.10.4\n", ""};

BOOST_AUTO_TEST_SUITE(julia_plan)

BOOST_AUTO_TEST_CASE(the_version_is_read_where_there_is_one) {
  const std::pair<const char*, const char*> cases[] = {
      {"julia version 1.5.3\n", "1.5.3"},
      {"julia version 1.12.0-rc2\r\n", "1.12.0-rc2"},
      {"julia version 1.13.0-DEV.10 (2026-01-01)\n", "1.13.0-DEV.10"},
      {"Info: installing\njulia version 1.11.1", "1.11.1"},
      {"no such channel\n", ""},
      {"", ""},
  };
  for (const auto& [printed, version] : cases) BOOST_TEST(version_in(printed) == version);
}

BOOST_AUTO_TEST_CASE(what_starts_the_tests_is_interpreted_before_1_9) {
  for (const std::string version : {"1.5.3", "1.8.5"}) {
    const auto plan = plan_of(request(), {0, "julia version " + version + "\n", ""});
    BOOST_TEST(plan.commands[0].argv[1] == "--compile=min", version);
  }
  for (const std::string version : {"1.9.0", "1.13.0-DEV.10", "2.0.0"}) {
    const auto plan = plan_of(request(), {0, "julia version " + version + "\n", ""});
    BOOST_TEST(plan.commands[0].argv[1] == "--startup-file=no", version);
  }
}

BOOST_AUTO_TEST_CASE(the_whole_suite_runs_through_our_own_start_of_pkg_test) {
  const auto plan = plan_of(request(), julia_1_10);
  BOOST_REQUIRE_EQUAL(plan.commands.size(), 1u);
  const auto& tests = plan.commands[0];
  const std::vector<std::string> argv{"julia", "--startup-file=no", "--color=no", "--project=/w",
                                      "/s/reporters/julia/run.jl"};
  BOOST_TEST(tests.argv == argv, boost::test_tools::per_element());
  BOOST_TEST(tests.cwd == "/w");
  BOOST_TEST(plan.events == "/s/events");
  BOOST_TEST(variable(tests, "COVEY_ROOT") == "/w");
  BOOST_TEST(variable(tests, "COVEY_SELECT") == "(not set)");
  BOOST_TEST(variable(tests, "COVEY_COVERAGE") == "/s/coverage");
  BOOST_TEST(plan.coverage_dir == "/s/coverage");
  BOOST_TEST(variable(tests, "CI") == "1");
  BOOST_TEST(plan.decisions.at(0).chosen == "julia 1.10.4");
  BOOST_TEST((plan.make_collector != nullptr));
}

BOOST_AUTO_TEST_CASE(every_file_that_the_reporter_includes_is_written) {
  const auto plan = plan_of(request(), julia_1_10);
  BOOST_TEST(plan.files.size() == 13u);
  for (const auto& written : plan.files) {
    BOOST_TEST_CONTEXT(written.path) {
      BOOST_TEST(!written.text.empty());
      const std::string_view call = "include(\"";
      for (auto at = written.text.find(call); at != std::string::npos; at = written.text.find(call, at + 1)) {
        const auto from = at + call.size();
        const auto name = written.text.substr(from, written.text.find('"', from) - from);
        BOOST_TEST((file(plan, "/s/reporters/julia/" + name) != nullptr), name);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_coverage_nothing_is_measured) {
  auto about = request();
  about.coverage = false;
  const auto plan = plan_of(about, {0, "", "", false});
  BOOST_TEST(variable(plan.commands.at(0), "COVEY_COVERAGE") == "(not set)");
  BOOST_TEST(plan.coverage_dir.empty());
  BOOST_TEST((plan.make_collector == nullptr));
  BOOST_TEST(plan.decisions.size() == 2u);
  BOOST_TEST(plan.decisions.at(0).chosen == "julia");
}

BOOST_AUTO_TEST_CASE(a_rerun_names_the_keys_of_what_failed) {
  auto about = request();
  testing::rerun_set_in(about.target) = {failed("test/a.jl", "it's \"quoted\"", "test/a.jl:it's \"quoted\""),
                                         failed("test/b.jl", "", "test/b.jl:#load")};
  const auto plan = plan_of(about, julia_1_10);
  BOOST_TEST(variable(plan.commands.at(0), "COVEY_SELECT") == "/s/selection.json");
  const auto* selection = file(plan, "/s/selection.json");
  BOOST_REQUIRE(selection != nullptr);
  BOOST_TEST(selection->text == R"(["test/a.jl:it's \"quoted\"","test/b.jl:#load"])");
  BOOST_TEST(plan.notes.empty());
}

BOOST_AUTO_TEST_CASE(what_failed_without_a_key_runs_everything_again) {
  auto about = request();
  testing::rerun_set_in(about.target) = {failed("test/a.jl", "a", "test/a.jl:a"), failed("julia", "", "")};
  const auto plan = plan_of(about, julia_1_10);
  BOOST_TEST(variable(plan.commands.at(0), "COVEY_SELECT") == "(not set)");
  BOOST_TEST(plan.notes.size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_tests_are_no_part_of_the_covered_code) {
  BOOST_TEST(is_test_file("test/runtests.jl"));
  BOOST_TEST(is_test_file("lib/Part/test/runtests.jl"));
  BOOST_TEST(!is_test_file("src/test.jl"));
  BOOST_TEST(!is_test_file("src/testing/a.jl"));
  BOOST_TEST(!is_test_file("contest/a.jl"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::julia

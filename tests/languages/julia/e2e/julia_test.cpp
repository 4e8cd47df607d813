// Julia end to end, with the julia on PATH: any version from 1.5 on.
#include "tests/languages/julia/e2e/julia_fixture.hpp"
#include "tests/languages/common/e2e/outcome_table.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

// Pkg.test as a user starts it, but for the flags that make one tracefile; without asking the network.
const char* const bare_run = R"jl(
using Pkg
Pkg.UPDATED_REGISTRY_THIS_SESSION[] = true
scope = VERSION >= v"1.9" ? "@" * pwd() : "user"
Pkg.test(; julia_args = ["--code-coverage=" * scope, "--code-coverage=" * ARGS[1]])
)jl";

struct coverage_fixture : julia_fixture {
  // file -> line -> whether it ran, as Julia's own tracefile says.
  std::map<std::string, std::map<std::uint32_t, bool>> traced_by_julia() {
    const auto script = outside("bare.jl");
    const auto tracefile = outside("bare.info");
    write_file(script, bare_run);
    auto how = options({"julia", "--startup-file=no", "--project=" + workspace(), script, tracefile});
    how.directory = workspace();
    run_program("/usr/bin/env", how, run_deadline);
    return lines_of_lcov(read_file(tracefile), workspace());
  }
};

const auto needs_julia = needs_program("julia");

}  // namespace

BOOST_FIXTURE_TEST_SUITE(julia_e2e, julia_fixture)

BOOST_AUTO_TEST_CASE(every_outcome_is_told, *utf::precondition(needs_julia) * utf::label("sample")) {
  use("outcomes");
  const auto run = run_tests();
  const std::string assertions = "test/assertions.jl > ", nested = "test/nested.jl > outer > inner > ";
  expect_table(run, workspace(), "outcomes",
               {{"passes", assertions + "passes"},
                {"fails_equal", assertions + "fails_equal"},
                {"fails_text", assertions + "fails_text"},
                {"raises", assertions + "raises"},
                {"raises_in_source", assertions + "raises_in_source"},
                {"is_skipped", assertions + "is_skipped"},
                {"expected_to_fail", assertions + "expected_to_fail"},
                {"param_1", assertions + "param 1"},
                {"param_2", assertions + "param 2"},
                {"param_3", assertions + "param 3"},
                {"日本語", assertions + "日本語"},
                {"deep_passes", nested + "deep_passes"},
                {"deep_fails", nested + "deep_fails"},
                {"noisy", "test/noise.jl > noisy"},
                {"setup_fails", "test/setup_fails.jl"}});
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_file_that_does_not_load_costs_its_own_tests_alone, *utf::precondition(needs_julia)) {
  interpret();
  use("broken");
  expect_table(run_tests(), workspace(), "broken",
               {{"passes", "test/fine.jl > passes"},
                {"missing_import", "test/missing_import.jl"},
                {"syntax_error", "test/syntax_error.jl"}});
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_package_that_does_not_load_is_an_error_in_its_source,
                     *utf::precondition(needs_julia)) {
  interpret();
  use("unloadable");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  BOOST_TEST(run.at("failures").at(0).at("file").as_string() == "src/Unloadable.jl");
}

BOOST_AUTO_TEST_CASE(exit_in_a_test_is_a_crash_of_that_test, *utf::precondition(needs_julia)) {
  interpret();
  use("crash");
  const std::vector<present_case> cases{{"passes", "test/runtests.jl > passes"},
                                        {"crashes", "test/runtests.jl > around > crashes"}};
  const auto run = run_tests();
  expect_table(run, workspace(), "crash", cases);
  BOOST_TEST(run.at("status").as_string() == "failed");
}

BOOST_AUTO_TEST_CASE(a_process_that_dies_is_a_crash_of_the_innermost_testset,
                     *utf::precondition(needs_julia)) {
  set_environment("CRASH", "abort");
  use("crash");
  const std::vector<present_case> cases{{"passes", "test/runtests.jl > passes"},
                                        {"crashes", "test/runtests.jl > around > crashes"}};
  expect_table(run_tests(), workspace(), "crash", cases);
  expect_workspace_unchanged();
}

// Else a rerun of the error alone would read green.
BOOST_AUTO_TEST_CASE(what_stands_behind_an_error_has_not_run, *utf::precondition(needs_julia)) {
  interpret();
  use_project("julia/crash");
  write_file(workspace() + "/test/runtests.jl",
             "using Test\n@testset \"all\" begin\n    include(\"a.jl\")\n    include(\"b.jl\")\nend\n");
  write_file(workspace() + "/test/b.jl", "@testset \"late\" begin\n    @test 1 == 2\nend\n");
  for (const std::string breaks : {"error(\"boom\")\n", "exit(0)\n"}) {
    write_file(workspace() + "/test/a.jl", "@test true\n" + breaks);
    const auto cut = run_tests();
    BOOST_TEST(counted(cut).starts_with("passed 0, "), counted(cut));
    BOOST_TEST(json::serialize(cut.at("notes")).find("the tests behind it did not run") != std::string::npos);
    write_file(workspace() + "/test/a.jl", "@test true\n");
    const auto again = run_failing_tests();
    BOOST_TEST(json::serialize(again).find("what it did not reach has not run since") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_testset_that_an_exception_left_runs_again_with_all_that_is_in_it,
                     *utf::precondition(needs_julia)) {
  interpret();
  use_project("julia/crash");
  const std::string inner = "    @testset \"inner\" begin\n        @test 1 == 2\n    end\nend\n";
  const auto write = [&](const std::string& first) {
    write_file(workspace() + "/test/runtests.jl",
               "using Test\n@testset \"outer\" begin\n    @test true\n    " + first + "\n" + inner);
  };
  write("error(\"boom\")");
  BOOST_TEST(counted(run_tests()) == "passed 0, failed 1, skipped 0, errors 0");
  write("nothing");
  BOOST_TEST(counted(run_failing_tests()) == "passed 1, failed 1, skipped 0, errors 0");
}

BOOST_AUTO_TEST_CASE(exit_is_fine_where_nothing_is_left_to_run, *utf::precondition(needs_julia)) {
  interpret();
  use_project("julia/crash");
  const std::string green = "using Test\n@testset \"a\" begin\n    @test true\nend\n";
  write_file(workspace() + "/test/runtests.jl", green + "exit(0)\n");
  BOOST_TEST(counted(run_tests()) == "passed 1, failed 0, skipped 0, errors 0");
  write_file(workspace() + "/test/runtests.jl", green + "exit(0)\n@test true\n");
  const auto cut = run_tests();
  BOOST_TEST(counted(cut) == "passed 1, failed 0, skipped 0, errors 1");
  BOOST_TEST(cut.at("failures").at(0).at("line").as_int64() == 5);
}

BOOST_AUTO_TEST_CASE(the_innermost_testset_is_the_one_that_hangs, *utf::precondition(needs_julia)) {
  use_project("julia/crash");
  write_file(workspace() + "/test/runtests.jl",
             "using Test\nwaits() = (sleep(1000); 1)\n@testset \"outer\" begin\n    @test 1 == 2\n"
             "    @testset \"hangs\" begin\n        @test waits() == 1\n    end\nend\n");
  const auto run = run_tests({{"timeout", 40}});
  BOOST_TEST(run.at("status").as_string() == "timed_out");
  const std::vector<std::string> failed{"test/runtests.jl > outer", "test/runtests.jl > outer > hangs"};
  BOOST_TEST(failed_names(run) == failed, boost::test_tools::per_element());
  const auto& hung = run.at("failures").at(1).as_object();
  BOOST_TEST(hung.at("kind").as_string() == "timeout");
  BOOST_TEST(hung.at("raised_at").as_string() == "test/runtests.jl:2");
  BOOST_TEST(hung.at("message").as_string() ==
             "still running when the time was over, in waits (test/runtests.jl:2)");
}

// Nothing of Julia runs after SIGKILL: what had failed by then was told.
BOOST_AUTO_TEST_CASE(what_failed_before_a_kill_is_kept, *utf::precondition(needs_julia)) {
  use_project("julia/crash");
  write_file(workspace() + "/test/runtests.jl",
             "using Test\n@test 3 == 4\n@testset \"outer\" begin\n    @test 1 == 2\n"
             "    @testset \"dies\" begin\n        @test 5 == 6\n"
             "        ccall(:kill, Cint, (Cint, Cint), getpid(), 9)\n    end\nend\n");
  const auto run = run_tests();
  const std::vector<std::pair<std::string, std::int64_t>> expected{{"test/runtests.jl > top level", 2},
                                                                   {"test/runtests.jl > outer", 4},
                                                                   {"test/runtests.jl > outer > dies", 6}};
  const auto& failures = run.at("failures").as_array();
  BOOST_REQUIRE(failures.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    BOOST_TEST(failures[i].at("name").as_string() == expected[i].first);
    BOOST_TEST(failures[i].at("line").as_int64() == expected[i].second);
  }
  BOOST_TEST(failures[2].at("kind").as_string() == "crash");
}

BOOST_AUTO_TEST_CASE(a_project_without_a_name_is_told_what_it_lacks, *utf::precondition(needs_julia)) {
  interpret();
  use_project("julia/crash");
  write_file(workspace() + "/Project.toml", "[deps]\n");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 0, failed 0, skipped 0, errors 1");
  const auto& message = run.at("failures").at(0).at("message").as_string();
  BOOST_TEST(message.find("give it a name and a uuid") != message.npos, message);
}

BOOST_AUTO_TEST_CASE(every_name_can_be_run_again_alone, *utf::precondition(needs_julia)) {
  interpret();
  use("names");
  const std::string group = "test/runtests.jl > ";
  std::vector<named_test> names;
  for (const char* name : {"a.*b", "-x", "with space/slash", "[wrong::one[x]]", "it's \"quoted\" (1)",
                           "日本語", "a > b", "twin#2", "back\\slash", "#load"})
    names.push_back({name, group + name});
  names.push_back({"b in a", group + "a > b"});
  names.push_back({"second twin", group + "twin"});
  expect_each_selectable(names);
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_failure_has_its_place_in_the_test_and_that_of_its_cause,
                     *utf::precondition(needs_julia)) {
  use("raised");
  const auto run = run_tests();
  const std::vector<std::string> wanted{
      "all > in the body: test/runtests.jl:11 raised at src/Raised.jl:3",
      "all > in an expression: test/runtests.jl:14 raised at src/Raised.jl:3",
      "all > in a helper of another file: test/runtests.jl:18 raised at test/helpers.jl:2",
      "all > in a helper of this file: test/runtests.jl:21 raised at test/runtests.jl:6",
      "all > in the test: test/runtests.jl:24",
      "of another type > within it: test/runtests.jl:37",
      "in a function that calls itself: test/runtests.jl:41 raised at src/Raised.jl:9",
      "in a file: let: test/in_let.jl:3",
      "in a file: helper: test/in_helper.jl:2 raised at test/runtests.jl:6",
      "in a file: raised: test/in_raised.jl:3 raised at test/in_raised.jl:2",
      ": test/runtests.jl:48 raised at src/Raised.jl:3"};
  BOOST_TEST(failure_places(run) == wanted, boost::test_tools::per_element());
  const auto& compared = run.at("failures").at(4).as_object();
  BOOST_TEST(compared.at("left").as_string() == "1");
  BOOST_TEST(compared.at("right").as_string() == "2");
}

BOOST_AUTO_TEST_CASE(exactly_what_failed_runs_again_in_every_shape, *utf::precondition(needs_julia)) {
  interpret();
  use("shapes");
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 4, failed 8, skipped 0, errors 1");
  const auto again = run_failing_tests();
  BOOST_TEST(counted(again) == "passed 0, failed 8, skipped 0, errors 1");
  BOOST_TEST(failed_names(again) == failed_names(run), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(settings_of_the_user_change_nothing, *utf::precondition(needs_julia)) {
  interpret();
  set_environment("JULIA_TEST_FAILFAST", "true");
  set_environment("JULIA_PROJECT", "/nowhere");
  set_environment("JULIA_NUM_THREADS", "2");
  use("shapes");
  BOOST_TEST(counted(run_tests()) == "passed 4, failed 8, skipped 0, errors 1");
}

BOOST_AUTO_TEST_CASE(a_manifest_of_the_project_is_used_and_left_as_it_is, *utf::precondition(needs_julia)) {
  use_project("julia/covered");
  write_file(workspace() + "/Manifest.toml", "# of the project's own\n");
  remember_workspace();
  BOOST_TEST(counted(run_tests()) == "passed 2, failed 0, skipped 0, errors 0");
  expect_workspace_unchanged();
}

BOOST_FIXTURE_TEST_CASE(coverage_is_julias_own_and_the_functions_it_never_saw, coverage_fixture,
                        *utf::precondition(needs_julia)) {
  use("covered");
  const auto run = run_tests();
  expect_workspace_unchanged();
  const std::vector<std::string> all{"test/runtests.jl > classify", "test/runtests.jl > counter"};
  const std::map<std::string, std::vector<std::uint32_t>> never_compiled{
      {"src/Covered.jl", {22, 23, 24, 30, 31, 32, 34, 35, 37, 38, 40, 41, 45, 48, 49, 54, 55}},
      {"src/counter.jl", {6, 7, 17}}};

  std::int64_t found = 0, hit = 0;
  for (const auto& [file, lines] : traced_by_julia()) {
    if (!file.starts_with("src/")) continue;
    for (const auto& [line, ran] : lines) {
      ++found;
      hit += ran;
      const auto tests = covering(file, line).size();
      BOOST_CHECK_MESSAGE(tests == (ran ? all.size() : 0), file << ":" << line << " is covered by " << tests);
    }
  }
  BOOST_TEST(found > 0);
  for (const auto& [file, lines] : never_compiled)
    for (const auto line : lines) {
      ++found;
      BOOST_CHECK_MESSAGE(covering(file, line).empty(), file << ":" << line);
    }
  BOOST_TEST(run.at("coverage").at("lines_found").as_int64() == found);
  BOOST_TEST(run.at("coverage").at("lines_hit").as_int64() == hit);
}

// Calls all that the project's own tests leave out: then Julia itself lists the lines that were counted as
// uncovered before.
BOOST_FIXTURE_TEST_CASE(uncovered_lines_are_those_that_julia_would_trace, coverage_fixture,
                        *utf::precondition(needs_julia)) {
  use("covered");
  const auto before = run_tests().at("coverage").at("lines_found").as_int64();
  write_file(workspace() + "/test/runtests.jl", read_file(workspace() + "/test/everything.jl"));
  std::int64_t found = 0;
  for (const auto& [file, lines] : traced_by_julia())
    if (file.starts_with("src/")) found += static_cast<std::int64_t>(lines.size());
  BOOST_TEST(found == before);
}

BOOST_AUTO_TEST_CASE(the_example_gives_what_its_readme_says, *utf::precondition(needs_julia)) {
  std::filesystem::copy(COVEY_SOURCE_DIR "/examples/julia", workspace(),
                        std::filesystem::copy_options::recursive);
  const auto run = run_tests();
  BOOST_TEST(counted(run) == "passed 11, failed 3, skipped 1, errors 0");
  const std::vector<std::string> failed{"test/delivery.jl > delivery > early",
                                        "test/price.jl > bulk > 100 pieces",
                                        "test/price.jl > coupon > with spaces"};
  BOOST_TEST(failed_names(run) == failed, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

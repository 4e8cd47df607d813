// deno test end to end, with the real deno. One module that does not load stops deno before any test, and
// deno keeps tests from ending their process.
#include "tests/languages/node/e2e/node_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>

using namespace covey::testing;

namespace {

// deno has no way to expect a failure, and a set-up that fails is no error of its own.
std::vector<present_case> outcomes() {
  auto out = outcomes_in("tests/outcomes_test.ts", "");
  std::erase_if(
      out, [](const auto& one) { return one.label == "expected_to_fail" || one.label == "setup_fails"; });
  return out;
}

class deno_fixture : public node_fixture {
 public:
  bool start(const std::string& project) {
    if (!has("deno")) return false;
    use_project("node/" + project);
    const std::string covey{COVEY_BINARY};
    folder_ = covey.substr(0, covey.rfind('/')) + "/tools/node/deno/node_modules/@deno/linux-x64-glibc";
    set_environment("PATH", folder_ + ":" + std::string{std::getenv("PATH")});
    set_environment("DENO_DIR", outside("deno"));
    remember_workspace();
    return true;
  }
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(deno_e2e, deno_fixture)

BOOST_AUTO_TEST_CASE(every_outcome_is_told, *boost::unit_test::label("sample")) {
  if (!start("deno/outcomes")) return;
  expect_table(run_tests(), workspace(), "outcomes", outcomes());
  auto again = red_in("outcomes", outcomes());
  // A step runs as a part of its test, with the steps beside it.
  again.push_back({"deep_passes", "tests/outcomes_test.ts > outer > inner > deep_passes"});
  expect_table(run_failing_tests(), workspace(), "outcomes", again);
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_CASE(a_module_that_does_not_load_stops_the_run) {
  if (!start("deno/broken")) return;
  expect_table(run_tests(), workspace(), "broken", {{"syntax_error", "deno"}});
  expect_table(run_failing_tests(), workspace(), "broken", {{"syntax_error", "deno"}});
}

BOOST_AUTO_TEST_CASE(a_test_that_would_end_the_process_fails) {
  if (!start("deno/crash")) return;
  expect_table(run_tests(), workspace(), "crash",
               {{"passes", "tests/crashes_test.ts > passes"},
                {"passes", "tests/crashes_test.ts > comes_too_late"},
                {"crashes", "tests/crashes_test.ts > crashes"}});
}

BOOST_AUTO_TEST_CASE(each_name_is_selectable_alone) {
  if (!start("deno/names")) return;
  expect_each_selectable(names_in("tests/names_test.ts", odd_names));
}

BOOST_AUTO_TEST_CASE(lines_are_those_of_denos_own_coverage) {
  if (!start("deno/outcomes")) return;
  const auto run = run_tests();
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"test", "--allow-env", "--allow-read", "--no-lock",
                                 "--coverage=" + outside("counts")},
        {"coverage", "--lcov", "--output=" + outside("lcov.info"), outside("counts")}}) {
    auto how = options(arguments);
    how.directory = workspace();
    run_program(folder() + "/deno", how, run_deadline);
  }
  expect_lines_of(run, outside("lcov.info"));
  expect_workspace_unchanged();
}

BOOST_AUTO_TEST_SUITE_END()

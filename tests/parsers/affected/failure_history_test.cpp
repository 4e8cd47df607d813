// What runs on record say of failures: a workspace in memory, edited between its runs.
#include "tests/parsers/affected/edited_workspace.hpp"

namespace covey::parsers {
namespace {

using enum outcome;

struct judged_workspace : workspace {
  judged_workspace() {
    files = {{"cart.py", "def total():\n    return 1\n\ndef other():\n    return 2\n"},
             {"test_cart.py", "from cart import total, other\n\ndef test_a():\n    total()\n\ndef test_b():\n    other()\n"},
             {"log.txt", "1"}};
    reads_known = true;
  }

  // A whole run, in which one test ran total(), and another one other().
  void run(outcome a, outcome b = passed) {
    record({{"test_cart.py", "test_a", {{"cart.py", {{2, 2}}}, {"test_cart.py", {{4, 4}}}}, a},
            {"test_cart.py", "test_b", {{"cart.py", {{5, 5}}}, {"test_cart.py", {{7, 7}}}}, b}});
  }
  std::vector<std::string> written = {};

  std::shared_ptr<const failure_history> history(const test_id& of) const {
    return histories_of({{of}, written, variables}, runs, affected()).front();
  }
  // "flaky 1 2": how often it passed and failed with all as it is now.
  std::string state(const std::string& name = "test_a", const std::string& group = "test_cart.py") const {
    const auto found = history({group, name, "::"});
    if (!found) return "unknown";
    return std::string{to_string(found->state)} + " " + std::to_string(found->passed) + " " +
           std::to_string(found->failed);
  }
};

BOOST_FIXTURE_TEST_SUITE(failure_histories_of_runs, judged_workspace)

BOOST_AUTO_TEST_CASE(without_a_record_nothing_is_known) {
  BOOST_TEST(state() == "unknown");
}

BOOST_AUTO_TEST_CASE(an_edit_of_what_it_ran_explains_a_failure) {
  run(passed);
  edit("cart.py", "return 1", "return 3");
  const auto found = history({"test_cart.py", "test_a", "::"});
  BOOST_REQUIRE(found);
  BOOST_TEST((found->state == failure_state::fresh));
  BOOST_REQUIRE(!found->explained_by.empty());
  BOOST_TEST(found->explained_by[0].file == "cart.py");
  BOOST_TEST(found->explained_by[0].block == "total");
  BOOST_TEST(state("test_b") == "not_explained 1 0");  // it does not run total()
}

BOOST_AUTO_TEST_CASE(what_passed_and_fails_though_nothing_has_changed_is_not_explained_and_flaky_once_it_comes_back) {
  run(passed);
  run(passed);
  BOOST_TEST(state() == "not_explained 2 0");
  files["log.txt"] = "2";  // nobody reads it
  run(failed);
  run(failed);
  BOOST_TEST(state() == "not_explained 2 2");  // a network that is down is so each time
  run(passed);
  BOOST_TEST(state() == "flaky 3 2");
  edit("cart.py", "return 1", "return 3");
  BOOST_TEST(state() == "new 0 0");
  run(failed);
  BOOST_TEST(state() == "known 0 1");
  edit("cart.py", "return 3", "return 4");
  BOOST_TEST(state() == "known 0 0");  // it failed before, whatever it fails by now
  const auto found = history({"test_cart.py", "test_a", "::"});
  BOOST_REQUIRE(!found->explained_by.empty());
  BOOST_TEST(found->explained_by[0].block == "total");
}

// What it did not come to may be what was edited.
BOOST_AUTO_TEST_CASE(a_failure_before_the_rest_of_a_test_says_nothing_of_edits_behind_it) {
  run(passed);
  const std::vector<line_range> begin{{4, 4}};
  const test_run b{"test_cart.py", "test_b", {{"cart.py", {{5, 5}}}, {"test_cart.py", {{7, 7}}}}};
  record({{"test_cart.py", "test_a", {{"test_cart.py", begin}}, failed}, b});
  BOOST_TEST(state() == "not_explained 1 1");
  edit("cart.py", "return 1", "return 3");
  BOOST_TEST(state() == "unknown");
  run(failed);
  BOOST_TEST(state() == "known 0 1");
  record({{"test_cart.py", "test_a", {{"test_cart.py", begin}}, failed}, b});
  edit("cart.py", "return 3", "return 4");
  BOOST_TEST(state() == "known 0 2");  // it has never passed
}

BOOST_AUTO_TEST_CASE(what_passes_by_itself_and_fails_beside_others_is_not_flaky_for_that) {
  run(passed);
  run(failed);
  const test_run a{"test_cart.py", "test_a", {{"cart.py", {{2, 2}}}, {"test_cart.py", {{4, 4}}}}};
  for (int i = 0; i < 3; ++i) record({a}, false);
  run(failed);
  BOOST_TEST(state() == "not_explained 4 2");
  auto red = a;
  red.result = failed;
  record({red}, false);
  record({a}, false);
  BOOST_TEST(state() == "flaky 5 3");
}

// Another test may run that, and leave something to this one.
BOOST_AUTO_TEST_CASE(what_comes_back_behind_an_edit_of_anything_is_not_flaky_for_that) {
  run(failed);
  edit("cart.py", "return 2", "return 3");
  run(passed, failed);
  BOOST_TEST(state() == "not_explained 1 1");
  edit("cart.py", "return 3", "return 2");
  run(failed);
  BOOST_TEST(state() == "not_explained 1 2");
  run(passed);
  BOOST_TEST(state() == "flaky 2 2");
}

// By another test, whose function was edited.
BOOST_AUTO_TEST_CASE(what_is_written_while_the_run_goes_on_may_explain_a_failure_of_who_reads_it) {
  const test_run a{.group = "test_cart.py", .name = "test_a", .ran = {{"test_cart.py", {{4, 4}}}}, .reads = {"log.txt"}};
  record({a});
  BOOST_TEST(state() == "not_explained 1 0");
  written = {"log.txt"};
  BOOST_TEST(state() == "unknown");
  written = {};
  auto red = a;
  red.result = failed;
  const auto after = [&] {
    auto out = files;
    out["log.txt"] = "1000";
    return out;
  }();
  record({red}, true, &after);
  files = after;
  BOOST_TEST(state() == "known 0 1");
}

BOOST_AUTO_TEST_CASE(a_run_of_some_tests_counts_for_them_alone) {
  run(passed);
  record({{"test_cart.py", "test_a", {{"cart.py", {{2, 2}}}}, failed}}, false);
  BOOST_TEST(state() == "not_explained 1 1");
  BOOST_TEST(state("test_b") == "not_explained 1 0");
}

BOOST_AUTO_TEST_CASE(a_skipped_test_has_no_verdict) {
  run(skipped);
  BOOST_TEST(state() == "unknown");
  edit("cart.py", "return 1", "return 3");
  BOOST_TEST(state() == "unknown");
}

BOOST_AUTO_TEST_CASE(another_environment_explains_any_failure) {
  run(passed);
  environment = {{"python3", 2}};
  BOOST_TEST(state() == "new 0 0");
  BOOST_TEST(history({"test_cart.py", "test_a", "::"})->detail == "python3");
}

// As after a restart from another shell: tests may ask for any of them.
BOOST_AUTO_TEST_CASE(with_other_variables_nothing_is_said_of_what_passed) {
  run(passed);
  variables = 2;
  BOOST_TEST(state() == "unknown");
  run(failed);
  BOOST_TEST(state() == "known 0 1");
  variables = 1;
  BOOST_TEST(state() == "known 0 0");
}

// The test's file stands for the data that it read while it was loaded.
BOOST_AUTO_TEST_CASE(a_file_that_is_read_explains_a_failure_by_its_own_name) {
  reads_known = false;
  run(passed);
  files["log.txt"] = "2";
  const auto found = history({"test_cart.py", "test_a", "::"});
  BOOST_REQUIRE(found);
  BOOST_TEST((found->state == failure_state::fresh));
  for (const auto& why : found->explained_by) BOOST_TEST(why.file == "log.txt");
  if (found->explained_by.empty()) BOOST_TEST(found->detail == "log.txt");
}

BOOST_AUTO_TEST_CASE(a_new_test_is_new_and_one_that_nothing_tells_of_is_unknown) {
  run(passed);
  BOOST_TEST(state("test_c") == "unknown");
  files["test_cart.py"] += "\ndef test_c():\n    pass\n";
  BOOST_TEST(state("test_c") == "new 0 0");
}

BOOST_AUTO_TEST_CASE(a_part_of_a_test_is_told_with_it) {
  run(passed);
  BOOST_TEST(state("test_a::row 2") == "not_explained 1 0");
  BOOST_TEST(state("test_ab") == "unknown");
}

// As where coverage is that of a run.
BOOST_AUTO_TEST_CASE(a_group_may_be_a_part_of_the_name) {
  record({{"", "test_cart.py::test_a", {}}});
  BOOST_TEST(state() == "not_explained 1 0");
  BOOST_TEST(state("test_a::row 2") == "not_explained 1 0");
  BOOST_TEST(state("") == "unknown");
}

// Its file may not have been loaded: no test of it ran.
BOOST_AUTO_TEST_CASE(a_group_that_could_not_run_is_explained_by_what_its_tests_load_or_not_at_all) {
  run(passed);
  BOOST_TEST(state("") == "unknown");
  edit("cart.py", "def other", "raise ValueError\ndef other");
  BOOST_TEST(state("") == "new 0 0");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

#include "parsers/failures/ended_run.hpp"
#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

finished_run made(std::uint64_t id, const std::vector<std::string>& passed,
                  const std::vector<std::string>& failed, run_scope scope = run_scope::whole) {
  finished_run out;
  out.id = id;
  out.language = "go";
  out.scope = scope;
  out.ending.kind = run_ending::kind_type::exited;
  for (const auto& name : passed) out.results.tests.push_back({{"p", name}, outcome::passed});
  for (const auto& name : failed) {
    out.results.tests.push_back({{"p", name}, outcome::failed});
    failure one;
    one.id = {"p", name};
    out.results.failures.push_back(one);
  }
  return out;
}

std::uint64_t passed_in(const finished_run& run, std::size_t at = 0) {
  const auto& pass = run.results.failures.at(at).passed;
  return pass ? pass->run : 0;
}

BOOST_AUTO_TEST_SUITE(last_passes)

BOOST_AUTO_TEST_CASE(a_test_passed_in_the_run_before_or_when_it_last_did) {
  const auto first = made(1, {"a", "b"}, {});
  auto second = made(2, {"b"}, {"a"}), third = made(3, {}, {"a", "b"});
  remember_passes(first, second);
  BOOST_TEST(passed_in(second) == 1u);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third, 0) == 1u);  // it failed in run 2 already
  BOOST_TEST(passed_in(third, 1) == 2u);
}

BOOST_AUTO_TEST_CASE(one_that_the_run_before_left_out_passed_in_the_latest_whole_run) {
  const auto first = made(1, {"a", "b"}, {});
  auto second = made(2, {"b"}, {}, run_scope::selected), third = made(3, {"b"}, {"a"});
  remember_passes(first, second);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third) == 1u);
}

BOOST_AUTO_TEST_CASE(a_whole_run_in_which_something_failed_is_no_such_run) {
  const auto first = made(1, {"b"}, {"a"});
  auto second = made(2, {"a"}, {}, run_scope::failing), third = made(3, {"b"}, {}, run_scope::selected),
       fourth = made(4, {"b"}, {"a"});
  remember_passes(first, second);
  remember_passes(second, third);
  remember_passes(third, fourth);
  BOOST_TEST(passed_in(fourth) == 0u);
}

// A new test is compared with the last state that all tests were run in, red or green.
BOOST_AUTO_TEST_CASE(a_new_test_has_the_latest_whole_run_though_something_else_failed_in_it) {
  const auto first = made(1, {"b"}, {"a"});
  auto second = made(2, {}, {"new"}, run_scope::selected), third = made(3, {}, {"new"}, run_scope::failing);
  remember_passes(first, second);
  remember_passes(second, third);
  BOOST_TEST(passed_in(second) == 1u);
  BOOST_TEST(passed_in(third) == 1u);
}

BOOST_AUTO_TEST_CASE(what_has_always_failed_has_no_such_run) {
  const auto first = made(1, {}, {"a"});
  auto second = made(2, {}, {"a"});
  remember_passes(first, second);
  BOOST_TEST(passed_in(second) == 0u);
}

edited_files_ptr edited(const std::vector<std::string>& files) {
  edited_files out;
  for (const auto& file : files) out[file].any = true;
  return std::make_shared<const edited_files>(std::move(out));
}

std::string edits_of(const finished_run& run, std::size_t at = 0) {
  const auto& pass = run.results.failures.at(at).passed;
  std::string out;
  if (pass && pass->edits)
    for (const auto& [file, edits] : *pass->edits) out += file + " ";
  return out;
}

BOOST_AUTO_TEST_CASE(what_never_passed_is_compared_with_the_last_commit) {
  auto first = made(1, {}, {"a"});
  BOOST_TEST(wants_commit(nullptr, first));
  remember_commit(first, edited({"x.go", "y.go"}));
  BOOST_TEST(edits_of(first) == "x.go y.go ");
  BOOST_TEST(passed_in(first) == 0u);
}

// An attempt to mend it is not its cause.
BOOST_AUTO_TEST_CASE(files_that_were_edited_after_it_had_failed_do_not_count) {
  auto first = made(1, {}, {"a"}, run_scope::selected), second = made(2, {}, {"a", "b"});
  remember_commit(first, edited({"x.go"}));
  remember_passes(first, second);
  BOOST_TEST(wants_commit(&first, second));
  remember_commit(second, edited({"x.go", "y.go"}));
  BOOST_TEST(edits_of(second, 0) == "x.go ");
  BOOST_TEST(edits_of(second, 1) == "x.go y.go ");  // it was not seen before
}

// Red first: the test is there before what it tests.
BOOST_AUTO_TEST_CASE(what_was_edited_after_a_test_that_is_not_committed_was_seen_failing_counts) {
  auto first = made(1, {}, {"new", "old"}), second = made(2, {}, {"new", "old"});
  for (auto* run : {&first, &second}) {
    run->results.failures[0].where.file = "new_test.go";
    run->results.failures[1].where.file = "old_test.go";
  }
  remember_commit(first, edited({"new_test.go"}));
  remember_passes(first, second);
  remember_commit(second, edited({"new_test.go", "x.go"}));
  BOOST_TEST(edits_of(second, 0) == "new_test.go x.go ");
  BOOST_TEST(edits_of(second, 1) == "new_test.go ");
}

BOOST_AUTO_TEST_CASE(what_failed_as_the_last_commit_has_it_is_not_asked_about_again) {
  auto first = made(1, {}, {"a"}), second = made(2, {}, {"a"});
  remember_commit(first, edited({}));
  remember_passes(first, second);
  BOOST_TEST(!wants_commit(&first, second));
}

BOOST_AUTO_TEST_CASE(nor_is_what_failed_when_nothing_was_known_of_the_commit) {
  const auto first = made(1, {}, {"a"});
  auto second = made(2, {}, {"a"});
  remember_passes(first, second);
  BOOST_TEST(!wants_commit(&first, second));
}

BOOST_AUTO_TEST_CASE(a_run_in_which_it_passed_goes_before_the_last_commit) {
  const auto first = made(1, {"a"}, {});
  auto second = made(2, {}, {"a", "b"});
  remember_passes(first, second);
  BOOST_TEST(!wants_commit(&first, second));  // b: nothing failed in the whole run before
  remember_commit(second, edited({"x.go"}));
  BOOST_TEST(passed_in(second) == 1u);
  BOOST_TEST(edits_of(second) == "");
}

BOOST_AUTO_TEST_CASE(behind_a_run_of_another_language_nothing_is_asked) {
  auto first = made(1, {}, {"a"}), second = made(2, {}, {"a"});
  first.language = "rust";
  BOOST_TEST(!wants_commit(&first, second));
}

BOOST_AUTO_TEST_CASE(a_run_of_another_language_says_nothing_of_it) {
  auto first = made(1, {"a"}, {}), second = made(2, {}, {}), third = made(3, {}, {"a"});
  second.language = "rust";
  remember_passes(first, second);
  remember_passes(second, third);
  BOOST_TEST(passed_in(third) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

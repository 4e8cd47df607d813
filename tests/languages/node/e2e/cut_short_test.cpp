// What is known of a Node run when a test takes its own process away.
#include "tests/languages/node/e2e/runners.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::testing;

namespace {

constexpr const char* product = "exports.price = (cart) => {\n  return cart.items.length;\n};\n";

constexpr const char* dying = R"(it('fails before', () => {
  prod.price(undefined);
});
it('passes before', () => {});
it('ends the process', async () => {
  process.kill(process.pid, 'SIGKILL');
  await new Promise((resolve) => setTimeout(resolve, 60000));
});
it('never begins', () => {});
it('nor does this', () => {});
it.skip('is left out', () => {});
)";

const json::object* failure_of(const json::object& run, std::string_view test) {
  for (const auto& one : run.at("failures").as_array())
    if (one.as_object().at("test").as_string() == test) return &one.as_object();
  return nullptr;
}

std::string text_of(const json::object& from, std::string_view member) {
  const auto* found = from.if_contains(member);
  return found != nullptr && found->is_string() ? std::string{found->get_string()} : "";
}

int line_of(const json::object& failure) {
  const auto* found = failure.if_contains("line");
  return found != nullptr ? found->to_number<int>() : 0;
}

bool notes_hold(const json::object& run, std::string_view text) {
  const auto& notes = run.at("notes").as_array();
  return std::any_of(notes.begin(), notes.end(), [&](const auto& one) {
    return std::string_view{one.as_string()}.find(text) != std::string_view::npos;
  });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node_cut_short_e2e)

BOOST_FIXTURE_TEST_CASE_TEMPLATE(what_failed_before_keeps_its_cause_and_the_rest_is_counted, runner,
                                 node_runners, project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  if (project.is("bun")) return;      // its report is lost with it
  if (project.is("vitest1")) return;  // it is one process, which leaves its own files behind
  write_file(project.workspace() + "/src/prod.js", product);
  project.write_test("dies", {{"prod", "../src/prod.js"}}, dying);
  const auto run = project.run_tests();
  BOOST_TEST(run.at("not_run").template to_number<int>() == 2);
  BOOST_REQUIRE(run.at("failures").as_array().size() == 2u);
  const auto* before = failure_of(run, "fails before");
  BOOST_REQUIRE(before != nullptr);
  BOOST_TEST(text_of(*before, "message") ==
             "TypeError: Cannot read properties of undefined (reading 'items')");
  BOOST_TEST(text_of(*before, "file") == "test/dies.test.js");
  BOOST_TEST(line_of(*before) == 3);
  BOOST_TEST(text_of(*before, "raised_at") == "src/prod.js:2");
  const auto* crash = failure_of(run, "ends the process");
  BOOST_REQUIRE(crash != nullptr);
  BOOST_TEST(text_of(*crash, "kind") == "crash");
  BOOST_TEST(line_of(*crash) == 6);
  if (run.contains("coverage"))
    BOOST_TEST(notes_hold(run, "the coverage of this run is of a part of the tests only"));
}

using nodes = boost::mpl::list<node, node22, node24>;

// node:test calls all of these a success.
BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_file_that_ends_before_its_tests_is_no_pass, runner, nodes,
                                 project_of<runner>) {
  auto& project = *this;
  if (!project.begin()) return;
  const std::string never = "it('never begins', () => {});\n";
  for (const auto& ending :
       {never + "process.exit(0);\n",
        "const { after, describe } = require('node:test');\n"
        "describe('first', () => { it('passes', () => {}); after(() => process.exit(0)); });\n" +
            never}) {
    project.write_test("ends", {}, ending);
    const auto run = project.run_tests();
    BOOST_TEST(run.at("status").as_string() == "failed");
    BOOST_TEST(run.at("not_run").template to_number<int>() == 1);
    BOOST_REQUIRE(run.at("failures").as_array().size() == 1u);
    BOOST_TEST(text_of(run.at("failures").as_array().front().as_object(), "message") ==
               "the process of this file ended (exit code 0) before 1 of its tests began");
  }
}

// A hook of the suite may fail what the test itself has passed.
BOOST_FIXTURE_TEST_CASE(a_late_failure_is_not_lost_with_its_process, project_of<node>) {
  auto& project = *this;
  if (!project.begin()) return;
  project.write_test("late", {},
                     "const { afterEach } = require('node:test');\n"
                     "afterEach((t) => { if (t.name === 'fails late') throw new Error('late'); });\n"
                     "it('fails late', () => {});\n"
                     "it('ends', () => { process.exit(0); });\n");
  const auto run = project.run_tests();
  const auto* late = failure_of(run, "fails late");
  BOOST_REQUIRE(late != nullptr);
  BOOST_TEST(text_of(*late, "message") == "late");
}

// node:test reports one file after the other, and nothing any more when it is stopped.
void expect_out_of_time(node_runners_fixture& project, const std::string& concurrency, int passed) {
  if (!project.begin()) return;
  write_file(project.workspace() + "/package.json",
             R"({"scripts": {"test": "node --test --test-concurrency )" + concurrency + R"("}})");
  project.write_test("a", {},
                     "const { describe } = require('node:test');\n"
                     "it('passes before', () => {});\n"
                     "it('spins', () => { for (;;); });\n"
                     "it('never begins', () => {});\n"
                     "describe('block', () => { it('nor does this', () => {}); });\n");
  project.write_test("b", {}, "it('passes elsewhere', () => {});\n");
  const auto run = project.run_tests({{"timeout", 6}});
  BOOST_TEST(run.at("status").as_string() == "timed_out");
  BOOST_TEST(counted(run) == "passed " + std::to_string(passed) + ", failed 1, skipped 0, errors 0");
  BOOST_TEST(run.at("not_run").to_number<int>() == 2);
  const auto* stopped = failure_of(run, "spins");
  BOOST_REQUIRE(stopped != nullptr);
  BOOST_TEST(text_of(*stopped, "message") == "still running when the time was over");
  BOOST_TEST(line_of(*stopped) == 4);
  BOOST_TEST(notes_hold(run, "never began, and how many tests they hold is not known: test/b.test.js") ==
             (passed == 1));
}

BOOST_FIXTURE_TEST_CASE_TEMPLATE(a_run_out_of_time_says_what_ended_and_what_never_began, runner, nodes,
                                 project_of<runner>) {
  expect_out_of_time(*this, "1", 1);
}

BOOST_FIXTURE_TEST_CASE(files_side_by_side_that_run_out_of_time_have_both_begun, project_of<node>) {
  expect_out_of_time(*this, "2", 2);
}

BOOST_AUTO_TEST_SUITE_END()

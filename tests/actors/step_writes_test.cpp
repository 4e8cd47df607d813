// What the steps of a plan write is told: prepare and build before the tests, other after them.
#include "tests/support/run_fixture.hpp"
#include "actors/limits.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;
using parsers::run_status;

namespace {

struct steps_fixture : tests::run_fixture {
  void holds(std::vector<parsers::file_content> now) {
    files.now = std::make_shared<const parsers::fingerprint>(parsers::fingerprint{std::move(now), {}});
  }
  void gives_tree() {
    self->send(fingerprints, sweep_workspace{});
    run();
  }
  void ends(const std::string& name, int code = 0) {
    BOOST_TEST(launcher.last().request.argv.back() == name);
    launcher.last().exit(code);
    run();
  }
};

bool speaks_of(const parsers::finished_run& run, std::string_view text) {
  return std::any_of(run.notes.begin(), run.notes.end(),
                     [&](const auto& note) { return note.find(text) != std::string::npos; });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(writes_of_steps, steps_fixture)

BOOST_AUTO_TEST_CASE(each_step_is_told_with_what_it_wrote_and_what_the_tests_wrote_is_not_theirs) {
  auto handle = start(1);
  answer_probe("steps");
  holds({{"server.pem", 1, 1}});
  ends("prepare");
  holds({{"a.js", 2, 2}, {"server.pem", 1, 1}});
  ends("build");
  holds({{"a.js", 2, 2}, {"log.txt", 3, 3}, {"server.pem", 1, 1}});
  ends("tests");
  holds({{"a.js", 2, 2}, {"log.txt", 3, 3}});
  ends("other");
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  const std::vector<std::string> expected{"the step `prepare` wrote server.pem",
                                          "the step `build` wrote a.js",
                                          "the step `other` removed server.pem"};
  BOOST_TEST(done->notes == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_run_that_is_stopped_while_the_tree_is_looked_at_starts_nothing_more) {
  for (const bool over : {false, true}) {
    files.held = false;
    auto handle = start(over ? 2 : 1);
    answer_probe("steps");
    ends("prepare");
    const auto started = launcher.children.size();
    files.held = true;
    ends("build");
    BOOST_TEST(launcher.children.size() == started);  // the tests wait
    if (over)
      advance(10s);
    else
      self->send(runs, cancel_run{1});
    run();
    gives_tree();
    const auto done = wait(handle);
    BOOST_REQUIRE(done);
    BOOST_TEST((status_of(*done) == (over ? run_status::timed_out : run_status::cancelled)));
    BOOST_TEST(launcher.children.size() == started);
  }
}

BOOST_AUTO_TEST_CASE(a_step_that_failed_is_told_even_if_a_stop_comes_before_its_files_are_known) {
  auto handle = start(1);
  answer_probe("steps");
  ends("prepare");
  files.held = true;
  ends("build", 1);
  self->send(runs, cancel_run{1});
  run();
  gives_tree();
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::cancelled));
  BOOST_TEST(done->results.totals.errors == 1u);
  BOOST_REQUIRE(done->results.failures.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_step_behind_tests_that_is_stopped_before_it_begins_does_not_run) {
  auto handle = start(1);
  answer_probe("steps");
  ends("prepare");
  ends("build");
  const auto started = launcher.children.size();
  files.held = true;
  ends("tests");
  self->send(runs, cancel_run{1});
  run();
  gives_tree();
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST((status_of(*done) == run_status::cancelled));
  BOOST_TEST(launcher.children.size() == started);
}

BOOST_AUTO_TEST_CASE(steps_do_not_wait_for_ever_and_the_run_says_so) {
  auto handle = start(1);
  answer_probe("steps");
  files.held = true;
  ends("prepare");
  advance(limits::fingerprint_of_steps + 1s);
  holds({{"a.js", 2, 2}});
  gives_tree();
  ends("build");
  ends("tests");
  ends("other");
  const auto done = wait(handle);
  BOOST_REQUIRE(done);
  BOOST_TEST(speaks_of(*done, "the step `prepare` wrote a.js"));
  BOOST_TEST(speaks_of(*done, "what further steps wrote was not looked for: that took more than 5 s"));
}

BOOST_AUTO_TEST_SUITE_END()

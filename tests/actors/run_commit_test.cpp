// A red run asks git what was not committed, and is recorded whatever git does.
#include "tests/support/run_fixture.hpp"
#include "actors/limits.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <map>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

struct commit_fixture : tests::run_fixture {
  testing::temp_dir work;

  commit_fixture() { std::filesystem::create_directory(work.path() + "/.git"); }

  auto start_in_work(call_key key) {
    auto asked = request(key);
    asked.root = work.path();
    auto handle = self->request(runs, 3600s, asked, caller);
    run();
    answer_probe();
    return handle;
  }
  void end_tests(std::string printed) {
    launcher.last().print(std::move(printed));
    launcher.last().exit(1);
    run();
  }
  // A run before it that was cut short, in which b did not fail.
  auto start_second() {
    auto first = start_in_work(1);
    launcher.last().print("fail a\n");
    launcher.last().end({parsers::run_ending::kind_type::signalled, 9, 0, 0});
    run();
    BOOST_REQUIRE(wait(first));
    auto second = start_in_work(2);
    end_tests("fail a\nfail b\n");
    return second;
  }
  // Answers what git was asked, as often as it asks: by a word of the question, else with a failure.
  void answer_git(const std::map<std::string, std::string>& answers) {
    for (std::size_t at = 0; at < launcher.children.size(); ++at) {
      const auto one = launcher.children[at];
      if (one->ended() || !one->request.argv.front().ends_with("/git")) continue;
      const auto& words = one->request.argv;
      const auto found = std::ranges::find_if(
          answers, [&](const auto& answer) { return std::ranges::find(words, answer.first) != words.end(); });
      if (found != answers.end()) one->print(found->second);
      one->exit(found != answers.end() ? 0 : 128);
      run();
    }
  }
  std::string asked() { return launcher.last().request.argv.front(); }
};

std::string edits_of(const finished_run_ptr& run, std::size_t at) {
  const auto& passed = run->results.failures.at(at).passed;
  std::string out;
  if (passed && passed->edits)
    for (const auto& [file, edits] : *passed->edits) out += file + " ";
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(run_commit, commit_fixture)

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_known_of_tests_that_never_passed) {
  auto second = start_second();
  BOOST_TEST(asked().ends_with("/git"));
  answer_git({{"rev-parse", "0123456789012345678901234567890123456789\n"},
              {"config", std::string{"filter.lfs.clean\0", 17}},
              {"diff", "diff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n"},
              {"ls-files", std::string{"new.go\0", 7}}});
  BOOST_TEST(std::ranges::count(launcher.last().request.argv, "filter.lfs.clean=") == 1);
  const auto done = wait(second);
  BOOST_REQUIRE(done);
  BOOST_TEST(edits_of(done, 0) == "");  // it failed before
  BOOST_TEST(edits_of(done, 1) == "new.go x.go ");
}

BOOST_AUTO_TEST_CASE(without_a_commit_nothing_is) {
  auto second = start_second();
  answer_git({{"config", ""}});
  const auto done = wait(second);
  BOOST_REQUIRE(done);
  BOOST_TEST(edits_of(done, 1) == "");
}

BOOST_AUTO_TEST_CASE(git_that_does_not_answer_is_stopped) {
  auto second = start_second();
  advance(limits::git);
  BOOST_REQUIRE_EQUAL(launcher.last().stops.size(), 1u);
  BOOST_REQUIRE_EQUAL((*(launcher.children.end() - 2))->stops.size(), 1u);
  const auto done = wait(second);
  BOOST_REQUIRE(done);
  BOOST_TEST(done->results.failures.size() == 2u);
  BOOST_TEST(edits_of(done, 1) == "");
}

BOOST_AUTO_TEST_CASE(where_no_repository_is_nobody_is_asked) {
  std::filesystem::remove(work.path() + "/.git");
  auto second = start_second();
  BOOST_TEST(!asked().ends_with("/git"));
  BOOST_TEST(wait(second));
}

BOOST_AUTO_TEST_SUITE_END()

// Every answer about a run says whether the project's files are still as that run saw them.
#include "tests/support/fixture.hpp"
#include "tests/support/processes.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>

using namespace covey::testing;

namespace {

using std::chrono::seconds;

struct freshness_fixture : covey_fixture {
  static std::string text_of(const json::object& result) {
    return std::string{result.at("content").at(0).at("text").as_string()};
  }
  static const json::object& freshness_of(const json::object& result) {
    return result.at("structuredContent").at("freshness").as_object();
  }
  static bool is_stale(const json::object& result) { return freshness_of(result).at("stale").as_bool(); }
  static std::string files_of(const json::object& result) {
    return json::serialize(freshness_of(result).at("files"));
  }
  void edit(const std::string& path, const std::string& text) {
    std::ofstream{workspace() + "/" + path} << text;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(freshness, freshness_fixture)

BOOST_AUTO_TEST_CASE(an_edit_makes_every_answer_about_the_run_stale) {
  use_fake_go("pass:2,fail:1");
  edit("a.go", "package a\n");
  auto& server = start_open();
  const auto run = server.call("run_tests");
  BOOST_TEST(text_of(run).find("fresh") == std::string::npos);  // which goes without saying
  BOOST_TEST(!is_stale(server.call("run_status")));
  edit("a.go", "package a // edited\n");
  for (const auto* tool : {"last_test_failures", "get_testresults", "run_status", "get_package_status"}) {
    const auto answer = server.call(tool);
    BOOST_TEST_CONTEXT(tool) {
      BOOST_TEST(is_stale(answer));
      BOOST_TEST(files_of(answer) == R"(["a.go"])");
    }
  }
  BOOST_TEST(text_of(server.call("last_test_failures")).ends_with("stale: 1 file changed since run 1: a.go"));
  BOOST_TEST(is_stale(server.call("run_status", {{"run", 1}, {"page", 1}})));
  BOOST_TEST(is_stale(server.call("run_status", {{"run", 1}, {"range", "0-100"}})));
  // The same bytes again: what counts is the content.
  edit("a.go", "package a\n");
  BOOST_TEST(!is_stale(server.call("last_test_failures")));
}

BOOST_AUTO_TEST_CASE(the_next_run_is_fresh_and_the_one_before_it_stays_stale) {
  use_fake_go("pass:1");
  edit("a.go", "package a\n");
  auto& server = start_open();
  server.call("run_tests");
  edit("b.go", "package a\n");
  std::filesystem::remove(workspace() + "/a.go");
  server.call("run_tests");
  BOOST_TEST(!is_stale(server.call("run_status")));
  const auto first = server.call("run_status", {{"run", 1}});
  BOOST_TEST(is_stale(first));
  BOOST_TEST(freshness_of(first).at("new").to_number<int>() == 1);
  BOOST_TEST(freshness_of(first).at("deleted").to_number<int>() == 1);
}

// The tests may have seen either version of it.
BOOST_AUTO_TEST_CASE(an_edit_while_the_tests_run_is_told) {
  use_fake_go("pass:1,touch:" + outside("reached") + ",wait-for:" + outside("go-on") + ",pass:1");
  edit("a.go", "package a\n");
  auto& server = start_open();
  const auto call = server.start_call("run_tests");
  BOOST_REQUIRE(eventually([&] { return std::filesystem::exists(outside("reached")); }, seconds{20}));
  edit("a.go", "package a // edited\n");
  edit("made_by_the_run.log", "what a run makes is no edit\n");
  std::ofstream{outside("go-on")} << "go on";
  const auto run = server.result(call);
  BOOST_TEST(is_stale(run));
  BOOST_TEST(freshness_of(run).at("during_run").to_number<int>() == 1);
  BOOST_TEST(files_of(run) == R"(["a.go"])");
  BOOST_TEST(text_of(run).find("1 while it ran, so it may have seen either version") != std::string::npos);
}

// A test that rewrites its fixture would otherwise make every run stale.
BOOST_AUTO_TEST_CASE(what_two_runs_in_a_row_rewrite_counts_only_if_it_is_no_source) {
  use_fake_go("pass:1,touch:" + outside("reached") + ",wait-for:" + outside("go-on") + ",pass:1");
  edit("fixture.json", "0");
  edit("a.go", "package a\n");
  auto& server = start_open();
  const auto run = [&](const std::string& fixture, const std::string& source) {
    std::filesystem::remove(outside("reached"));
    std::filesystem::remove(outside("go-on"));
    const auto call = server.start_call("run_tests");
    BOOST_REQUIRE(eventually([&] { return std::filesystem::exists(outside("reached")); }, seconds{20}));
    edit("fixture.json", fixture);
    edit("a.go", source);
    std::ofstream{outside("go-on")} << "go on";
    return server.result(call);
  };
  BOOST_TEST(is_stale(run("1", "package a\n")));
  run("2", "package a\n");
  const auto answer = server.call("last_test_failures");
  // The source was written as well, and that is never taken for what tests do.
  BOOST_TEST(files_of(answer) == R"(["a.go"])");
  BOOST_TEST(freshness_of(answer).at("rewritten").to_number<int>() == 1);
  edit("fixture.json", "3");
  BOOST_TEST(files_of(server.call("last_test_failures")) == R"(["a.go","fixture.json"])");
}

BOOST_AUTO_TEST_SUITE_END()

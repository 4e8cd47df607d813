// What affected_tests says when the record of what tests ran is torn, damaged, written by others at once, or cannot be written: more
// than with it, and never that nothing is affected where an edit or a failure is.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <random>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

constexpr int killed_there = -1, slow_there = -2;

struct history_fixture : covey_fixture {
  history_fixture() {
    use_fake_go("pass:1");
    write_file(workspace() + "/fake_test.go", "package fake\n");
  }

  void edit(int value) const {
    write_file(workspace() + "/fake.go",
               "package fake\n\nfunc F() int { return " + std::to_string(value) + " }\n");
  }

  // The calls that change the record fail from this one on (tests/fakes/failing_calls.cpp).
  void let_fail(int at, int number) {
    set_environment("LD_PRELOAD", FAILING_CALLS);
    set_environment("ASAN_OPTIONS", "verify_asan_link_order=0");
    set_environment("FAILING_CALLS", at == 0 ? "" : "history");
    set_environment("FAILING_CALLS_AT", std::to_string(at));
    set_environment("FAILING_CALLS_WITH", std::to_string(number));
  }

  program_result ask(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"--answers", "structured"});
    return run_covey(std::move(arguments));
  }

  json::object affected(std::vector<std::string> of = {}) const {
    of.insert(of.end(), {"call", "affected_tests", "{}"});
    const auto said = ask(std::move(of));
    BOOST_TEST_REQUIRE(said.exit_code == 0, said.err);
    return json::parse(said.out).as_object();
  }

  std::string status() const { return std::string{affected().at("status").as_string()}; }

  // Of an edit whose tests failed while the record could not be written from some step on.
  void expect_edit_seen() const {
    const auto found = affected();
    BOOST_TEST(found.at("status").as_string() != "nothing_affected", json::serialize(found));
  }

  // Runs all before an edit, whole, and behind it in vain; the second is answered when the record is written.
  program_result fail_at(int step, int number) {
    set_environment("COVEY_CACHE_DIR", outside("cache" + std::to_string(step)));
    let_fail(0, 0);
    edit(1);
    use_fake_go("pass:1");
    ask({"call", "run_tests", "{}", "affected_tests", "{}"});
    BOOST_TEST(status() == "nothing_affected");
    edit(2);
    use_fake_go("fail:1");
    let_fail(step, number);
    auto out = ask({"call", "run_tests", "{}", "affected_tests", "{}"});
    let_fail(0, 0);
    return out;
  }
};

std::string record_in(const std::string& folder) {
  for (const auto& entry : fs::recursive_directory_iterator{folder})
    if (entry.path().extension() == ".run") return entry.path().string();
  return {};
}

// By chance: another byte, bytes that are gone, doubled or zero.
std::string damaged(std::string bytes, std::mt19937& random) {
  const auto at = random() % bytes.size();
  const auto count = 1 + random() % (bytes.size() - at);
  switch (random() % 5) {
    case 0:
      bytes.resize(at);
      break;
    case 1:
      bytes.erase(at, count);
      break;
    case 2:
      bytes.insert(at, bytes.substr(at, count));
      break;
    case 3:
      bytes.replace(at, count, std::string(count, '\0'));
      break;
    default:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << random() % 8));
  }
  return bytes;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(history, history_fixture)

BOOST_AUTO_TEST_CASE(a_server_that_is_killed_at_any_step_of_writing_hides_no_edit) {
  int step = 0;
  for (bool killed = true; killed && step < 100;) {
    BOOST_TEST_CONTEXT("step " << ++step) {
      killed = fail_at(step, killed_there).exit_code == 128 + SIGKILL;
      expect_edit_seen();
    }
  }
  BOOST_TEST(step > 5);
  BOOST_TEST(step < 100);
}

BOOST_AUTO_TEST_CASE(a_full_or_read_only_cache_is_a_note_and_the_session_knows) {
  for (const int number : {ENOSPC, EROFS})
    for (int step = 1; step < 12; ++step) {
      BOOST_TEST_CONTEXT("error " << number << " from step " << step << " on") {
        const auto said = fail_at(step, number).out;
        BOOST_TEST(said.find(R"("kind":"failing")") != std::string::npos, said);
        const bool is_written = json::serialize(affected()).find(R"("kind":"failing")") != std::string::npos;
        BOOST_TEST(is_written == (said.find("kept by this session alone") == std::string::npos), said);
        expect_edit_seen();
      }
    }
}

BOOST_AUTO_TEST_CASE(a_slow_disk_takes_neither_the_record_nor_the_exit_code_from_a_call) {
  edit(1);
  set_environment("COVEY_CACHE_DIR", outside("cache"));
  use_fake_go("fail:1");
  let_fail(1, slow_there);
  const auto said = ask({"call", "run_tests", "{}", "run_status", R"({"none": 1})"});
  let_fail(0, 0);
  BOOST_TEST(said.exit_code == 1, said.out);  // of the second
  BOOST_TEST(record_in(outside("cache")) != "");
  expect_edit_seen();
}

BOOST_AUTO_TEST_CASE(of_a_damaged_record_nothing_is_believed) {
  edit(1);
  set_environment("COVEY_CACHE_DIR", outside("cache"));
  ask({"call", "run_tests", "{}", "affected_tests", "{}"});
  const auto path = record_in(outside("cache"));
  const auto bytes = read_file(path);
  BOOST_TEST_REQUIRE(bytes.size() > 100u);
  auto& server = start_open();
  std::mt19937 random{1};
  auto last = path;
  for (int i = 0; i <= 1000; ++i) {
    const auto is_whole = i == 1000;
    const auto text = is_whole ? bytes : damaged(bytes, random);
    fs::remove(last);
    last = path.substr(0, path.size() - 4) + std::to_string(i) + ".run";
    write_file(last, text);
    const auto answer = at_path(server.call("affected_tests"), "structuredContent");
    const auto expected = text == bytes ? "nothing_affected" : "all";
    BOOST_TEST(answer.at("status").as_string() == expected, i << ": " << answer);
  }
}

BOOST_AUTO_TEST_CASE(servers_know_what_others_ran_in_the_tree_or_its_worktrees) {
  set_environment("COVEY_CACHE_DIR", outside("cache"));
  edit(1);
  write_file(workspace() + "/.git/HEAD", "");
  const auto tree = outside("tree");
  fs::copy(workspace(), tree, fs::copy_options::recursive);
  fs::remove_all(tree + "/.git");
  write_file(tree + "/.git", "gitdir: " + workspace() + "/.git/worktrees/tree\n");
  auto& one = start_open();
  auto& other = start_open();
  const auto status_in = [](session& server) {
    return std::string{at_path(server.call("affected_tests"), "structuredContent.status").as_string()};
  };
  BOOST_TEST(status_in(other) == "all");
  BOOST_TEST(status_of(one.call("run_tests")) == "passed");
  BOOST_TEST(status_in(one) == "nothing_affected");
  BOOST_TEST(status_in(other) == "nothing_affected");
  const auto in_tree = affected({"--workspace", tree});
  BOOST_TEST(in_tree.at("status").as_string() == "nothing_affected", json::serialize(in_tree));
  use_fake_go("fail:1");
  BOOST_TEST(status_of(other.call("run_tests")) == "failed");
  BOOST_TEST(status_in(other) == "selected");
  BOOST_TEST(status_in(one) == "selected");
  BOOST_TEST(status() == "selected");
}

// A folder that a configuration names, and sources that git ignores beside those that it knows.
BOOST_AUTO_TEST_CASE(what_is_used_and_no_file_of_the_workspace_is_looked_at_all_the_same) {
  set_environment("COVEY_CACHE_DIR", outside("cache"));
  write_file(outside("lib/l.go"), "package l\n");
  write_file(workspace() + "/.gitignore", "*_gen.go\n");
  write_file(workspace() + "/k_gen.go", "package fake\n");
  write_file(workspace() + "/go.mod",
             "module example.com/fake\n\ngo 1.19\n\nreplace example.com/l => ../lib\n");
  const auto passes = [this] {
    ask({"call", "run_tests", "{}", "affected_tests", "{}"});
    BOOST_TEST(status() == "nothing_affected");
  };
  passes();
  write_file(outside("lib/l.go"), "package l\n\nconst L = 1\n");
  BOOST_TEST(at_path(affected(), "why_all.kind").as_string() == "environment");
  passes();
  write_file(workspace() + "/k_gen.go", "package fake\n\nconst K = 1\n");
  BOOST_TEST(at_path(affected(), "why_all.detail").as_string() == "k_gen.go");
  passes();
  write_file(workspace() + "/l_gen.go", "package fake\n\nfunc init() {}\n");
  BOOST_TEST(status() == "all");
}

BOOST_AUTO_TEST_SUITE_END()

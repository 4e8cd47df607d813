// What runs leave on disk: whole, for the user alone, and never more than there is room for.
#include "actors/storage/record_folder.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace covey::storage;
using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct folder_fixture {
  temp_dir area;
  std::string cache = area / "cache";
  std::string root = area / "project";

  folder_fixture() { fs::create_directory(root); }

  record_folder folder(const std::string& of = {}) const { return {cache, of.empty() ? root : of, "python"}; }

  std::vector<std::string> texts(const std::string& of = {}) const {
    std::vector<std::string> out;
    for (const auto& path : folder(of).runs()) out.push_back(read_record(path));
    return out;
  }
};

using list = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(record_folders, folder_fixture)

BOOST_AUTO_TEST_CASE(a_whole_run_replaces_the_ones_before_it) {
  BOOST_TEST(texts().empty());
  BOOST_TEST(folder().write("one", true) == "");
  BOOST_TEST(folder().write("two", false) == "");
  BOOST_TEST(texts() == (list{"two", "one"}), boost::test_tools::per_element());
  BOOST_TEST(folder().write("three", true) == "");
  BOOST_TEST(texts() == (list{"three"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_the_user_may_read_it) {
  folder().write("one", true);
  for (const auto& entry : fs::recursive_directory_iterator{cache}) {
    struct stat about {};
    BOOST_TEST_REQUIRE(::stat(entry.path().c_str(), &about) == 0);
    BOOST_TEST((about.st_mode & 0077) == 0u, entry.path().string());
  }
  BOOST_TEST(snapshot_of(root).empty());
}

BOOST_AUTO_TEST_CASE(the_oldest_go_where_there_are_too_many) {
  const record_limits few{.runs = 3, .bytes = 10};
  for (const auto* text : {"1", "2", "3", "4"}) BOOST_TEST(folder().write(text, false, few) == "");
  BOOST_TEST(texts() == (list{"4", "3", "2"}), boost::test_tools::per_element());
  BOOST_TEST(folder().write("123456789", false, few) == "");
  BOOST_TEST(texts() == (list{"123456789", "4"}), boost::test_tools::per_element());
  BOOST_TEST(folder().write("12345678901", false, few) == "it has 11 bytes, the limit is 10");
}

BOOST_AUTO_TEST_CASE(roots_that_were_written_long_ago_go) {
  const record_limits one{.roots = 1};
  const auto other = area / "other";
  fs::create_directory(other);
  BOOST_TEST(folder(other).write("other", true, one) == "");
  for (const auto& path : folder(other).runs())
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours{1});
  BOOST_TEST(folder().write("one", true, one) == "");
  BOOST_TEST(texts(other).empty());
  BOOST_TEST(texts().size() == 1u);
}

// Their files have the same names, and a record is compared by what they hold.
BOOST_AUTO_TEST_CASE(a_new_worktree_begins_with_the_record_of_another) {
  const auto tree = area / "tree";
  write_file(root + "/.git/HEAD", "");
  write_file(tree + "/.git", "gitdir: " + root + "/.git/worktrees/tree\n");
  BOOST_TEST(folder().write("one", true) == "");
  BOOST_TEST(texts(tree) == (list{"one"}), boost::test_tools::per_element());
  BOOST_TEST(folder(tree).write("two", true) == "");
  BOOST_TEST(texts(tree) == (list{"two"}), boost::test_tools::per_element());
  BOOST_TEST(texts() == (list{"one"}), boost::test_tools::per_element());
  fs::create_directory(tree + "/part");
  BOOST_TEST(texts(tree + "/part").empty());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_says_why_and_leaves_nothing) {
  write_file(cache, "a file");
  BOOST_TEST(folder().write("one", true).find(cache) != std::string::npos);
  fs::remove(cache);
  BOOST_TEST(folder().write("one", true) == "");
  // As on a full disk: a write fails when a part is there.
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100, before.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  const auto problem = folder().write(std::string(1000, 'x'), true);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  BOOST_TEST(problem.find("File too large") != std::string::npos, problem);
  BOOST_TEST(texts() == (list{"one"}), boost::test_tools::per_element());
  BOOST_TEST(entries_of(fs::path{folder().runs().front()}.parent_path().string()).size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_a_killed_process_left_unfinished_is_no_run) {
  folder().write("one", true);
  const auto of = fs::path{folder().runs().front()}.parent_path().string();
  write_file(of + "/99999999999999999999-1.run.1.new", "tor");
  BOOST_TEST(texts() == (list{"one"}), boost::test_tools::per_element());
  fs::last_write_time(of + "/99999999999999999999-1.run.1.new",
                      fs::file_time_type::clock::now() - std::chrono::hours{2});
  folder().write("two", true);
  BOOST_TEST(entries_of(of).size() == 1u);
}

BOOST_AUTO_TEST_CASE(it_is_shown_and_forgotten) {
  folder().write("one", true);
  const auto all = recorded_roots(cache);
  BOOST_TEST_REQUIRE(all.size() == 1u);
  BOOST_TEST(all[0].root == root);
  BOOST_TEST(all[0].runs.at("python").size() == 1u);
  BOOST_TEST(all[0].bytes == 3u);
  BOOST_TEST(forget_records(cache, root) == "");
  BOOST_TEST(texts().empty());
  BOOST_TEST(forget_records(cache, "") == "");
}

BOOST_AUTO_TEST_CASE(its_place_is_the_users) {
  using variables = std::map<std::string, std::string, std::less<>>;
  BOOST_TEST(cache_folder(variables{{"COVEY_CACHE_DIR", "/a"}, {"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}) ==
             "/a");
  BOOST_TEST(cache_folder(variables{{"XDG_CACHE_HOME", "/b"}, {"HOME", "/c"}}) == "/b/covey");
  BOOST_TEST(cache_folder(variables{{"XDG_CACHE_HOME", "b"}, {"HOME", "/c"}}) == "/c/.cache/covey");
  BOOST_TEST(cache_folder({}) == "");
}

BOOST_AUTO_TEST_SUITE_END()

// What a sweep knows of a tree, on real folders: always the same as if everything were read.
#include "tests/support/somebody_else.hpp"
#include "tests/support/tree_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>

using namespace covey;
using namespace covey::storage;
using namespace covey::tests;
using covey::testing::somebody_else;
using covey::testing::temp_dir;
using covey::testing::write_file;
namespace fs = std::filesystem;

BOOST_FIXTURE_TEST_SUITE(tree_state_of, tree_fixture)

BOOST_AUTO_TEST_CASE(a_tree_is_known_by_the_contents_of_its_files) {
  write("a.x", "one");
  write("sub/b.x", "two");
  write(".env", "three");
  write("made/c.x", "product");
  write("sub/node_modules/d.js", "dependency");
  write(".git/index", "git's own");
  BOOST_TEST(paths() == (strings{".env", "a.x", "sub/b.x"}), boost::test_tools::per_element());
}

// `git add -f`, after which no folder and no rule has changed.
BOOST_AUTO_TEST_CASE(an_ignored_file_counts_once_git_tracks_it) {
  write(".gitignore", "*.t\n");
  write("a.t", "one");
  write(".git/HEAD", "");
  for (const auto* file : {"", ".gitignore", ".git"}) settle(at(file));
  BOOST_TEST(paths() == strings{".gitignore"}, boost::test_tools::per_element());
  write(".git/index", testing::read_file(std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/git/version-2.index"));
  const auto before = (look(), state->contents);
  BOOST_TEST(paths() == (strings{".gitignore", "a.t"}), boost::test_tools::per_element());
  write("a.t", "two");
  BOOST_TEST(changes_of(*before, look()) == strings{"! a.t"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_unchanged_tree_shares_its_contents) {
  write("a.x", "one");
  look();
  const auto before = state->contents;
  look();
  BOOST_TEST(state->contents == before);
  settle(at("a.x"));
  write("a.x", "one");  // the same bytes
  const auto& again = look();
  BOOST_TEST(again.files[0].hash == before->files[0].hash);
  BOOST_TEST(again.files[0].mark != before->files[0].mark);
  write("a.x", "two");
  BOOST_TEST(look().files[0].hash != before->files[0].hash);
}

// Two threads share them: at the ends and at the middle.
BOOST_AUTO_TEST_CASE(of_many_files_every_change_is_seen) {
  for (int i = 1000; i < 3400; ++i) write(std::to_string(i) + ".x", "one");
  for (const auto* file : {"", "3399.x"}) settle(at(file));
  const auto before = (look(), state->contents);
  BOOST_TEST(changes_of(*before, look()) == strings{}, boost::test_tools::per_element());
  for (const auto* file : {"1000.x", "2199.x", "2200.x", "3399.x"}) write(file, "two");
  BOOST_TEST(changes_of(*before, look()) == (strings{"! 1000.x", "! 2199.x", "! 2200.x", "! 3399.x"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_was_not_read_in_time_is_read_by_the_next_sweep) {
  write("a.x", "one");
  write("b.x", "two");
  settle(at("b.x"));
  state_limits late;
  late.hashing = std::chrono::milliseconds{0};
  const auto first = look(late);
  BOOST_REQUIRE(first.files.size() == 2u);
  BOOST_TEST(first.files[0].hash == 0u);
  BOOST_TEST(first.files[0].mark != 0u);
  BOOST_TEST((look(late) == first));
  const auto& second = look();
  BOOST_TEST(second.files[0].hash != 0u);
  BOOST_TEST(second.files[0].mark == first.files[0].mark);
  // What is known stays known, and what is written is not.
  write("a.x", "three");
  settle(at("a.x"));
  const auto& third = look(late);
  BOOST_TEST(third.files[0].hash == 0u);
  BOOST_TEST(third.files[1].hash != 0u);
}

BOOST_AUTO_TEST_CASE(a_file_that_was_read_within_its_tick_has_no_mark_until_it_is_read_again) {
  do {
    write("a.x", "one");
    look();
  } while (state->identities[0].settled);
  settle(at("a.x"));
  state_limits late;
  late.hashing = std::chrono::milliseconds{0};
  for (int i = 0; i < 2; ++i) BOOST_TEST(look(late).files[0].mark == 0u);
  BOOST_TEST(look().files[0].mark != 0u);
}

BOOST_AUTO_TEST_CASE(a_file_that_gives_more_bytes_than_its_size_is_not_read_on) {
  write("a.x", "one");
  fs::create_symlink("/proc/self/pagemap", at("endless"));
  const auto& seen = look();
  BOOST_TEST(seen.files.size() == 1u);
  BOOST_REQUIRE(seen.unseen.size() == 1u);
  BOOST_TEST(seen.unseen[0].path == "endless");
  BOOST_TEST(seen.unseen[0].why == "endless holds more than its size says");
}

BOOST_AUTO_TEST_CASE(a_file_above_the_limit_counts_by_its_identity) {
  write("large.x", "0123456789");
  const auto before = look({.hashed_bytes = 5});
  write("large.x", "0123456789");
  BOOST_TEST(changes_of(before, look({.hashed_bytes = 5})) == strings{"! large.x"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(beyond_the_limit_of_files_the_rest_is_not_known) {
  for (int i = 0; i < 10; ++i) write("f" + std::to_string(i), "text");
  state_limits limits;
  limits.walk.files = 5;
  const auto& contents = look(limits);
  BOOST_TEST(contents.files.size() == 5u);
  BOOST_TEST(contents.unseen.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_walk_that_ran_out_of_time_goes_on_at_the_next_sweep) {
  write("a.x", "one");
  write("sub/b.x", "two");
  state_limits limits;
  limits.walk.time = std::chrono::milliseconds{0};
  const auto first = look(limits);
  BOOST_TEST(first.may_hide("sub/b.x"));
  BOOST_REQUIRE(first.unseen.size() == 1u);
  BOOST_TEST(first.unseen[0].why.ends_with("within 0 s: ask again, or run again"));
  BOOST_TEST(paths() == (strings{"a.x", "sub/b.x"}), boost::test_tools::per_element());
  BOOST_TEST(state->contents->unseen.empty());
}

BOOST_AUTO_TEST_CASE(a_folder_that_could_not_be_read_is_unseen_until_it_can) {
  for (const auto* path : {"a.x", "src/b.x", "src/deep/c.x", "z.x"}) write(path, path);
  write("src/.gitignore", "ignored.x\n");
  write("src/deep/ignored.x", "1");
  fs::permissions(area.path(), fs::perms{0755});
  const auto before = look();
  for (const auto mode : {0, 0311, 0444}) {
    fs::permissions(at("src"), fs::perms(mode));
    parsers::fingerprint closed;
    {
      const somebody_else now;
      look();
      closed = look();
    }
    fs::permissions(at("src"), fs::perms{0755});
    BOOST_TEST_CONTEXT(mode) {
      BOOST_TEST(closed.may_hide("src/b.x"));
      BOOST_TEST(!closed.may_hide("z.x"));
      BOOST_TEST(changes_of(before, look()).empty());
      BOOST_TEST(state->contents->unseen.empty());
    }
  }
}

// Rules that stand in no file which counts, in old folders: only a look at them tells.
BOOST_AUTO_TEST_CASE(rules_that_change_in_place_are_followed_wherever_they_stand) {
  fs::create_directories(area / ".git/info");
  write("a.x", "1");
  write("b.x", "1");
  write(".gitignore", ".gitignore\n");
  for (const auto& rules : {area / ".git/info/exclude", area / ".gitignore", at(".gitignore")}) {
    const auto before = testing::read_file(rules);
    write_file(rules, before + "b.x\n");
    settle(rules);
    BOOST_TEST_CONTEXT(rules) {
      BOOST_TEST(paths() == strings{"a.x"}, boost::test_tools::per_element());
      std::ofstream{rules, std::ios::binary | std::ios::trunc} << before;
      BOOST_TEST(paths() == (strings{"a.x", "b.x"}), boost::test_tools::per_element());
    }
  }
}

BOOST_AUTO_TEST_CASE(files_behind_links_to_folders_count_once) {
  write("real/a.x", "1");
  write(".hidden/b.x", "1");
  write("b/node_modules/c.x", "1");
  write_file(area / "shared/d.x", "1");
  write_file(area / "shared/sub/e.x", "1");
  write_file(area / "shared/.gitignore", "*.log\n");
  write_file(area / "shared/made.log", "1");
  write_file(area / "venv/pyvenv.cfg", "");
  write_file(area / "venv/f.x", "1");
  write(".gitignore", "ignored/\n");
  const std::map<std::string, std::string> links{{"again", root + "/real"},
                                                 {"loop", "."},
                                                 {"near", ".hidden"},
                                                 {"lib", area / "shared"},
                                                 {"other", area / "shared"},
                                                 {".dot", area / "shared"},
                                                 {"ignored", area / "shared"},
                                                 {"env", area / "venv"},
                                                 {"real/up", ".."}};
  for (const auto& [name, target] : links) fs::create_directory_symlink(target, at(name));
  fs::create_directory_symlink(area / "shared", area / "shared/round");
  const strings expected{".gitignore", "lib/.gitignore", "lib/d.x", "lib/sub/e.x", "near/b.x", "real/a.x"};
  BOOST_TEST(paths() == expected, boost::test_tools::per_element());
  for (const auto& file : {area / "shared/sub/e.x", at(".hidden/b.x")}) {
    const auto before = look();
    write_file(file, "22");
    BOOST_TEST(changes_of(before, look()).size() == 1u);
  }
  write_file(area / "shared/new.x", "1");
  const auto before = look();
  fs::rename(area / "shared", area / "gone");
  fs::create_directory(area / "shared");
  BOOST_TEST(changes_of(before, look()).size() == 4u);
  BOOST_TEST(state->contents->unseen.empty());
}

BOOST_AUTO_TEST_CASE(a_link_that_leads_to_too_much_is_not_known_and_named) {
  write("a.x", "1");
  for (const auto* file : {"big/1.x", "big/2.x", "big/sub/3.x", "small/1.x"}) write_file(area / file, "1");
  fs::create_directory_symlink(area / "big/sub", area / "big/more");
  fs::create_directory_symlink(area / "big", at("big"));
  fs::create_directory_symlink(area / "small", at("small"));
  state_limits limits;
  limits.walk.linked = 3;
  for (int i = 0; i < 2; ++i) {
    const auto& seen = look(limits);
    BOOST_TEST(seen.files.size() == 2u);
    BOOST_REQUIRE(seen.unseen.size() == 1u);
    BOOST_TEST(seen.unseen[0].path == "big");
    BOOST_TEST(seen.unseen[0].why ==
               "more than 3 files and folders are behind links: what is behind big was left out; name it in "
               ".gitignore");
    settle(area / "small");
  }
  limits.walk.linked = 30;
  write("touch.x", "1");
  BOOST_TEST(look(limits).files.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_target_that_appears_later_is_seen) {
  fs::create_symlink(area / "outside", at("link"));
  const auto before = look();
  BOOST_TEST(before.files.empty());
  look();
  write_file(area / "outside", "text");
  BOOST_TEST(changes_of(before, look()) == strings{"+ link"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()

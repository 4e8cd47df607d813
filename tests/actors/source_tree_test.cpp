// What of a workspace is looked at: on real folders.
#include "actors/storage/opened.hpp"
#include "actors/storage/source_tree.hpp"
#include "tests/support/somebody_else.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

using namespace covey::storage;
using covey::testing::somebody_else;
using covey::testing::temp_dir;
using covey::testing::write_file;
using covey::testing::write_files;
namespace fs = std::filesystem;

namespace {

using strings = std::vector<std::string>;

struct tree_fixture {
  temp_dir area;
  std::string root = area / "w";
  strings skipped;
  std::string folder;

  tree_fixture() { fs::create_directory(root); }

  source_tree look(const tree_limits& limits = {}) const {
    const std::vector<std::string_view> names{skipped.begin(), skipped.end()};
    return look_through({root, folder, names, {}, [](std::string_view path) { return path.ends_with(".t"); }},
                        limits);
  }
  strings paths(const tree_limits& limits = {}) const {
    strings out;
    for (const auto& file : look(limits).files) out.push_back(file.path);
    return out;
  }
  void expect(const strings& expected) const {
    BOOST_TEST(paths() == expected, boost::test_tools::per_element());
  }
};

bool has(const std::vector<covey::parsers::unseen_part>& notes, std::string_view part) {
  return std::any_of(notes.begin(), notes.end(),
                     [&](const auto& note) { return note.why.find(part) != std::string::npos; });
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(source_trees, tree_fixture)

BOOST_AUTO_TEST_CASE(files_are_sorted_and_others_left_out) {
  write_files(root, {{"b.t", ""}, {"a/z.t", ""}, {"a/b/c.t", ""}, {"a.x", ""}, {"lib/d.t", ""}});
  expect({"a/b/c.t", "a/z.t", "b.t", "lib/d.t"});
}

BOOST_AUTO_TEST_CASE(products_and_hidden_folders_are_not_looked_into) {
  write_files(root, {{"a.t", ""},
                     {".git/x.t", ""},
                     {".venv/x.t", ""},
                     {"node_modules/p/x.t", ""},
                     {"p/node_modules/x.t", ""},
                     {"env/pyvenv.cfg", ""},
                     {"env/lib/x.t", ""},
                     {"target/CACHEDIR.TAG", ""},
                     {"target/debug/x.t", ""},
                     {"vendor/x.t", ""},
                     {"vendored/y.t", ""}});
  skipped = {"vendor"};
  expect({"a.t", "vendored/y.t"});
}

BOOST_AUTO_TEST_CASE(gitignore_is_respected_at_every_level) {
  write_files(root, {{".gitignore", "*.gen.t\n/out\ncache/\n"},
                     {"a.gen.t", ""},
                     {"out/x.t", ""},
                     {"p/out/kept.t", ""},
                     {"p/cache/x.t", ""},
                     {"p/.gitignore", "!b.gen.t\nown.t\n"},
                     {"p/b.gen.t", ""},
                     {"p/own.t", ""},
                     {"own.t", ""}});
  expect({"own.t", "p/b.gen.t", "p/out/kept.t"});
}

BOOST_AUTO_TEST_CASE(the_repository_above_the_workspace_has_a_say) {
  write_files(area.path(), {{".git/info/exclude", "private.t\n"},
                            {".gitignore", "dist/\n/w/secret.t\n"},
                            {"w/a.t", ""},
                            {"w/private.t", ""},
                            {"w/secret.t", ""},
                            {"w/dist/x.t", ""}});
  expect({"a.t"});
  // A repository that ignores the workspace as a whole does not hide it from a session that opens it.
  write_file(area / ".gitignore", "w\n");
  expect({"a.t", "dist/x.t", "private.t", "secret.t"});
}

// Tracked: a.t, out/b.t, out/deep/c.t. `git add -f` and a rule that came later.
BOOST_AUTO_TEST_CASE(what_git_tracks_no_rule_hides) {
  write_files(root, {{".gitignore", "*.t\nout/\n"},
                     {"a.t", ""},
                     {"own.t", ""},
                     {"out/b.t", ""},
                     {"out/own.t", ""},
                     {"out/deep/c.t", ""},
                     {"out/deep/er/own.t", ""},
                     {"other/out/b.t", ""}});
  fs::create_directory(root + "/.git");
  expect({});
  const auto index =
      covey::testing::read_file(std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/git/version-2.index");
  write_file(root + "/.git/index", index);
  expect({"a.t", "out/b.t", "out/deep/c.t"});
  write_files(root, {{".gitignore", ""}, {".git/info/exclude", "/out\n"}, {"other/out/b.t", ""}});
  expect({"a.t", "other/out/b.t", "out/b.t", "out/deep/c.t", "own.t"});
}

BOOST_AUTO_TEST_CASE(the_index_is_found_where_the_repository_is) {
  const auto index =
      covey::testing::read_file(std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/git/version-4.index");
  write_files(area.path(), {{"w/.git", "gitdir: ../real\n"},  // a linked working tree, or a submodule
                            {"real/index", index},
                            {"w/.gitignore", "*.t\n"},
                            {"w/a.t", ""},
                            {"w/sub/.git/index", index},
                            {"w/sub/.gitignore", "*.t\n"},
                            {"w/sub/a.t", ""},
                            {"w/sub/b.t", ""}});
  expect({"a.t", "sub/a.t"});
  fs::remove(root + "/.git");
  fs::remove_all(root + "/out");
  root += "/out";  // a folder of a larger repository
  write_files(area.path(), {{"w/.git/index", index}, {"w/out/b.t", ""}, {"w/out/c.t", ""}});
  expect({"b.t"});
}

BOOST_AUTO_TEST_CASE(links_do_not_lead_out_of_the_workspace) {
  write_files(area.path(), {{"outside/x.t", ""}, {"w/real/a.t", ""}});
  fs::create_directory_symlink(root, root + "/loop");
  fs::create_directory_symlink(area / "outside", root + "/away");
  fs::create_symlink(area / "outside/x.t", root + "/stolen.t");
  fs::create_symlink("real/a.t", root + "/also.t");
  fs::create_symlink("nowhere.t", root + "/dangling.t");
  fs::create_symlink("self.t", root + "/self.t");
  expect({"also.t", "real/a.t"});
  BOOST_TEST(has(look().notes, "stolen.t was left out: it is a link to a file outside"));
}

BOOST_AUTO_TEST_CASE(what_has_become_a_link_is_not_read) {
  write_files(area.path(), {{"outside/x.t", "secret"}, {"w/real/x.t", "mine"}});
  fs::create_directory_symlink(area / "outside", root + "/away");
  fs::create_directory_symlink(root + "/real", root + "/here");
  BOOST_TEST(read_source(root + "/away/x.t", 10, root).problem ==
             "it is a link to a file outside of the workspace");
  BOOST_TEST(read_source(root + "/here/x.t", 10, root).text == "mine");
  folder = "away/.";
  BOOST_TEST(has(look().notes, "away/. was not looked into: it has become a link"));
}

BOOST_AUTO_TEST_CASE(where_a_folder_was_opened_is_not_known_without_proc) {
  const int fd = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  BOOST_REQUIRE(fd >= 0);
  BOOST_TEST((where_opened(fd, root) == opened_at::below));
  BOOST_TEST((where_opened(fd, root + "/sub") == opened_at::elsewhere));
  BOOST_TEST((where_opened(fd, root, root + "/no proc") == opened_at::unknown));
  ::close(fd);
}

BOOST_AUTO_TEST_CASE(a_repository_within_has_its_own_rules) {
  write_files(root, {{".gitignore", "a.t\n"},
                     {"sub/.git", "gitdir: elsewhere\n"},
                     {"sub/.gitignore", "b.t\n"},
                     {"sub/x/a.t", ""},
                     {"sub/x/b.t", ""},
                     {"x/a.t", ""}});
  expect({"sub/x/a.t"});
}

BOOST_AUTO_TEST_CASE(odd_names) {
  write_files(root, {{"with\nline.t", ""}, {"日本.t", ""}, {"bad\xff.t", ""}, {"bad\xff/x.t", ""}});
  expect({"with\nline.t", "日本.t"});
  const auto notes = look().notes;
  BOOST_TEST(has(notes, "bad\xEF\xBF\xBD.t was left out: its name is not valid UTF-8"));
  BOOST_TEST(has(notes, "bad\xEF\xBF\xBD was not looked into: its name is not valid UTF-8"));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_said) {
  write_files(root, {{"a.t", ""}, {"closed/x.t", ""}});
  ::chmod(area.path().c_str(), 0755);
  ::chmod((root + "/closed").c_str(), 0);
  {
    const somebody_else now;
    expect({"a.t"});
    BOOST_TEST(has(look().notes, "closed could not be looked into: Permission denied"));
  }
  ::chmod((root + "/closed").c_str(), 0700);
}

BOOST_AUTO_TEST_CASE(things_that_are_no_files) {
  write_file(root + "/a.t", "");
  ::mkfifo((root + "/fifo.t").c_str(), 0600);
  expect({"a.t"});
  BOOST_TEST(read_source(root + "/fifo.t", 10).problem == "it is no regular file");
}

BOOST_AUTO_TEST_CASE(the_folder_of_a_convention_need_not_be_there) {
  write_file(root + "/a.t", "");
  folder = "test";
  expect({});
  BOOST_TEST(look().notes.empty());
  write_file(root + "/test/b.t", "");
  expect({"test/b.t"});
}

BOOST_AUTO_TEST_CASE(limits_are_said) {
  write_files(root, {{"a.t", ""}, {"b.t", ""}, {"c.t", ""}, {"p/q/r.t", ""}});
  BOOST_TEST(paths({.files = 2}).size() == 2u);
  BOOST_TEST(has(look({.files = 2}).notes, "more than 2 test files"));
  BOOST_TEST(has(look({.folders = 2}).notes, "more than 2 folders"));
  BOOST_TEST(has(look({.time = std::chrono::milliseconds{0}}).notes, "not looked through within 0 s"));
  write_files(root, {{"1\xff.t", ""}, {"2\xff.t", ""}, {"3\xff.t", ""}});
  const auto seen = look({.notes = 2});
  BOOST_TEST(seen.notes.size() == 2u);
  BOOST_TEST(seen.more_notes == 1u);
}

BOOST_AUTO_TEST_CASE(a_text_has_its_limit) {
  write_file(root + "/a.t", "12345");
  BOOST_TEST(read_source(root + "/a.t", 5).text == "12345");
  BOOST_TEST(read_source(root + "/a.t", 4).problem == "it has 5 bytes, the limit is 4; split it");
  BOOST_TEST(!read_source(root + "/gone.t", 4).problem.empty());
}

BOOST_AUTO_TEST_SUITE_END()

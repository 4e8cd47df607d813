// What a sweep knows of a tree, on real folders: always the same as if everything were read.
#include "actors/storage/tree_state.hpp"
#include "tests/support/somebody_else.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <sys/stat.h>

using namespace covey;
using namespace covey::storage;
using covey::testing::somebody_else;
using covey::testing::temp_dir;
using covey::testing::write_file;
namespace fs = std::filesystem;

namespace {

using strings = std::vector<std::string>;
using contents_map = std::map<std::string, std::string>;

constexpr std::array<std::string_view, 1> products{"made"};

// A loop of links is nothing.
bool is_file(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path, ec);
}
bool is_there(const fs::path& path) {
  std::error_code ec;
  return fs::exists(path, ec);
}

std::string read_all(const fs::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

// The oracle: reads every file, and knows of .gitignore only names of files, each in a line of its own.
class naive_tree {
 public:
  explicit naive_tree(std::string root) : root_(std::move(root)) {}

  contents_map read() {
    files_.clear();
    ignored_.clear();
    std::istringstream rules{read_all(root_ + "/.gitignore")};
    for (std::string line; std::getline(rules, line);) ignored_.insert(line);
    look_into("");
    return files_;
  }

 private:
  void look_into(const std::string& folder) {
    for (const auto& entry : fs::directory_iterator{root_ + "/" + folder}) {
      const auto name = entry.path().filename().string();
      const auto path = folder + name;
      if (ignored_.contains(name)) continue;
      if (!entry.is_symlink() && entry.is_directory()) {
        if (name[0] != '.' && name != "made" && name != "node_modules") look_into(path + "/");
      } else if (is_file(entry.path())) {
        files_[path] = read_all(entry.path());
      }
    }
  }

  std::string root_;
  contents_map files_;
  std::set<std::string> ignored_;
};

strings changes_of(const contents_map& before, const contents_map& now) {
  strings out;
  for (const auto& [path, text] : before)
    if (const auto it = now.find(path); it == now.end())
      out.push_back("- " + path);
    else if (it->second != text)
      out.push_back("! " + path);
  for (const auto& [path, text] : now)
    if (!before.contains(path)) out.push_back("+ " + path);
  std::sort(out.begin(), out.end());
  return out;
}

strings changes_of(const parsers::tree_contents& before, const parsers::tree_contents& now) {
  strings out;
  const auto changes = parsers::changes_between(before, now);
  for (const auto& path : changes.removed) out.push_back("- " + path.string());
  for (const auto& path : changes.changed) out.push_back("! " + path.string());
  for (const auto& path : changes.created) out.push_back("+ " + path.string());
  std::sort(out.begin(), out.end());
  return out;
}

struct tree_fixture {
  temp_dir area;
  std::string root = area / "w";
  tree_state_ptr state;

  tree_fixture() { fs::create_directory(root); }

  std::string at(const std::string& path) const { return root + "/" + path; }
  void write(const std::string& path, const std::string& text) const { write_file(at(path), text); }
  const parsers::tree_contents& look(const state_limits& limits = {}) {
    state = sweep(root, {products, {}}, state.get(), limits);
    return *state->contents;
  }
  // Until the file's time stamps tell of any later change.
  static void settle(const std::string& path) {
    struct stat about{};
    do ::stat(path.c_str(), &about);
    while (!identity_of(about).settled);
  }
  strings paths() {
    strings out;
    for (const auto& file : look().files) out.push_back(file.path.string());
    return out;
  }
};

// One random edit after the other, of a tree of a few dozen files.
class editor {
 public:
  editor(std::string root, std::string outside, unsigned seed)
      : root_(std::move(root)), outside_(std::move(outside)), random_(seed) {
    for (const auto* folder : {"", "a/", "a/b/", "c/", ".hidden/", "made/", "c/made/"}) {
      fs::create_directories(root_ + "/" + folder);
      for (int i = 0; i < 5; ++i) names_.push_back(folder + std::string{"f"} + std::to_string(i));
    }
    write_file(outside_, "outside");
  }

  void edit() {
    const auto path = root_ + "/" + pick(names_);
    switch (number(14)) {
      case 0:
      case 1:
      case 2:
        return write(path, text());
      case 3:
        return write(path, is_file(path) ? read_all(path) : text());  // the same bytes
      case 4:
        return touch(path, number(2) == 0 ? 1'000'000'000 : 0);
      case 5:
        return rename_over(path, text());
      case 6:
        return rename_over(path, is_file(path) ? read_all(path) : text());
      case 7:
        return twice_within_a_tick(path);
      case 8:
        return swap_link(path);
      case 9: {
        remove(path);
        return write(path, text());
      }
      case 10:
        return remove(path);
      case 11:
        return move_folder();
      case 12:
        return write_rules();
      default: {
        std::error_code ec;
        fs::permissions(path, fs::perms{number(2) == 0 ? 0644u : 0600u}, ec);
      }
    }
  }

 private:
  std::size_t number(std::size_t below) { return random_() % below; }
  const std::string& pick(const strings& from) { return from[number(from.size())]; }
  std::string text() { return "text " + std::to_string(number(4)); }  // often the same again, and as long

  static void remove(const std::string& path) {
    std::error_code ec;
    fs::remove(path, ec);
  }
  void write(const std::string& path, const std::string& text) {
    if (!is_there(fs::path{path}.parent_path())) return;
    if (fs::is_symlink(path) && !is_there(path)) remove(path);
    std::ofstream{path, std::ios::binary | std::ios::trunc} << text;
  }
  static void touch(const std::string& path, std::int64_t seconds) {
    const timespec set{seconds, seconds == 0 ? UTIME_NOW : 0};
    const std::array<timespec, 2> times{set, set};
    ::utimensat(AT_FDCWD, path.c_str(), times.data(), 0);
  }
  void rename_over(const std::string& path, const std::string& text) {
    if (!is_there(fs::path{path}.parent_path())) return;
    write(root_ + "/.new", text);
    fs::rename(root_ + "/.new", path);
  }
  void twice_within_a_tick(const std::string& path) {
    write(path, "first ");
    write(path, "second");
  }
  void swap_link(const std::string& path) {
    if (!is_there(fs::path{path}.parent_path())) return;
    remove(path);
    const auto target = number(4) == 0 ? outside_ : root_ + "/" + pick(names_);
    fs::create_symlink(target, path);
  }
  void move_folder() {
    std::error_code ec;
    const bool there = is_there(root_ + "/a/b");
    fs::rename(root_ + (there ? "/a/b" : "/c/moved"), root_ + (there ? "/c/moved" : "/a/b"), ec);
  }
  void write_rules() {
    write(root_ + "/.gitignore", number(3) == 0 ? "" : "f" + std::to_string(number(5)) + "\n");
  }

  std::string root_;
  std::string outside_;
  std::mt19937 random_;
  strings names_;
};

}  // namespace

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
  BOOST_TEST(first.unseen[0].why.ends_with("the rest is looked through at the next question"));
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
    parsers::tree_contents closed;
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

// COVEY_TREE_STEPS: how many edits; 100,000 take some minutes.
BOOST_AUTO_TEST_CASE(after_any_edits_a_sweep_is_equal_to_reading_everything) {
  const char* asked = std::getenv("COVEY_TREE_STEPS");
  const int steps = asked != nullptr ? std::atoi(asked) : 3000;
  editor edits{root, area / "outside", 17};
  naive_tree oracle{root};
  auto first = oracle.read();
  const auto base = look();
  auto before = first;
  auto last = state;
  for (int step = 0; step < steps; ++step) {
    edits.edit();
    const auto now = oracle.read();
    const auto& seen = look();
    BOOST_REQUIRE_MESSAGE(changes_of(base, seen) == changes_of(first, now), "step " << step);
    BOOST_REQUIRE_MESSAGE(changes_of(*last->contents, seen) == changes_of(before, now), "step " << step);
    before = now;
    last = state;
  }
  BOOST_TEST_MESSAGE(steps << " edits");
}

BOOST_AUTO_TEST_SUITE_END()

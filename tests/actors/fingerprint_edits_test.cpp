// After any edits a sweep is equal to reading everything: a plain reader is the oracle.
#include "tests/support/tree_fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <utility>

using namespace covey::tests;
using covey::testing::write_file;
namespace fs = std::filesystem;

namespace {

using contents_map = std::map<std::string, std::string>;

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

BOOST_FIXTURE_TEST_SUITE(fingerprint_edits, tree_fixture)

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

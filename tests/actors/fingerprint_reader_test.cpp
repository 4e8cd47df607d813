#include "actors/fingerprint_reader.hpp"
#include "actors/limits.hpp"
#include "parsers/languages/catalogue.hpp"
#include "tests/support/actor_fixture.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <list>

using namespace covey;
using namespace covey::actors;
using namespace std::chrono_literals;

namespace {

struct watch_fixture : tests::actor_fixture {
  testing::temp_dir area;
  fingerprint_reader_actor watch = system.spawn(fingerprint_reader, parsers::all_languages());

  ~watch_fixture() { end(watch); }

  void write(const std::string& path, const std::string& text) { testing::write_file(area / path, text); }

  fingerprint_ptr look(std::chrono::milliseconds may_be_old = 0ms, const std::string& file = "") {
    return ask<fingerprint_ptr>(watch, get_fingerprint{area.path(), may_be_old, file}).value_or(nullptr);
  }
};

std::vector<std::string> paths_of(const parsers::fingerprint& tree) {
  std::vector<std::string> out;
  for (const auto& file : tree.files) out.push_back(file.path.string());
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(fingerprint_reader_suite, watch_fixture)

BOOST_AUTO_TEST_CASE(an_unchanged_tree_is_the_same_value) {
  write("a.py", "1");
  const auto first = look();
  BOOST_TEST(paths_of(*first) == (std::vector<std::string>{"a.py"}), boost::test_tools::per_element());
  BOOST_TEST(look() == first);
  write("a.py", "22");
  BOOST_TEST(look() != first);
}

BOOST_AUTO_TEST_CASE(what_tools_make_is_left_out_and_what_configures_them_is_not) {
  for (const auto* folder : {"__pycache__", ".cargo", ".hidden", "node_modules"})
    std::filesystem::create_directory(area / folder);
  write("__pycache__/a.pyc", "1");
  write(".cargo/config.toml", "1");
  write(".hidden/x", "1");
  write("node_modules/x.js", "1");
  BOOST_TEST(paths_of(*look()) == (std::vector<std::string>{".cargo/config.toml"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(questions_that_wait_together_are_answered_by_one_sweep) {
  write("a.py", "1");
  auto one = self->request(watch, 1s, get_fingerprint{area.path(), 0ms, ""});
  auto two = self->request(watch, 1s, get_fingerprint{area.path(), 0ms, ""});
  run();
  fingerprint_ptr a, b;
  one.receive([&](const fingerprint_ptr& got) { a = got; }, [](const caf::error&) {});
  two.receive([&](const fingerprint_ptr& got) { b = got; }, [](const caf::error&) {});
  BOOST_REQUIRE(a);
  BOOST_TEST(a == b);
}

BOOST_AUTO_TEST_CASE(a_question_about_one_file_may_get_an_earlier_sweep_if_that_file_is_the_same) {
  // An old file: of one that was written a moment ago its time stamps cannot tell that it is the same.
  std::filesystem::create_symlink("/bin/sh", area / "a.py");
  write("b.py", "1");
  const auto first = look();
  write("b.py", "22");
  BOOST_TEST(look(1s, "a.py") == first);
  BOOST_TEST(look(1s, "b.py") != first);
  BOOST_TEST(look(1s, "absent.py") != first);
  advance(1s);
  BOOST_TEST(look(1s, "a.py") != first);
}

BOOST_AUTO_TEST_CASE(another_root_is_another_tree) {
  testing::temp_dir other;
  write("a.py", "1");
  testing::write_file(other / "b.py", "1");
  const auto mine = look();
  const auto theirs = ask<fingerprint_ptr>(watch, get_fingerprint{other.path(), 0ms, ""}).value_or(nullptr);
  BOOST_REQUIRE(theirs);
  BOOST_TEST(look() == mine);  // and known still
  BOOST_TEST(paths_of(*theirs) == (std::vector<std::string>{"b.py"}), boost::test_tools::per_element());
  std::list<testing::temp_dir> more(limits::known_trees);
  for (const auto& dir : more) ask<fingerprint_ptr>(watch, get_fingerprint{dir.path(), 0ms, ""});
  BOOST_TEST(look() != mine);
  BOOST_TEST((*look() == *mine));
}

BOOST_AUTO_TEST_SUITE_END()

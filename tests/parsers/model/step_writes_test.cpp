#include "parsers/model/freshness.hpp"
#include <boost/test/unit_test.hpp>

using namespace covey::parsers;

namespace {

fingerprint tree(std::vector<file_content> files) {
  fingerprint out;
  out.files = std::move(files);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(step_writes)

BOOST_AUTO_TEST_CASE(what_a_step_changed_is_named) {
  const auto before = tree({{"a.js", 1, 1}, {"b.js", 2, 2}, {"c.js", 3, 3}});
  BOOST_TEST(note_of_step("tsc", before, before) == "");
  BOOST_TEST(note_of_step("tsc", before, tree({{"a.js", 1, 9}, {"b.js", 2, 2}, {"c.js", 3, 3}})) == "");
  BOOST_TEST(note_of_step("./x.sh", before, tree({{"a.js", 1, 1}, {"b.js", 8, 8}, {"c.js", 3, 3}})) ==
             "the step `./x.sh` wrote b.js");
  BOOST_TEST(note_of_step("x", before, tree({{"a.js", 7, 7}, {"b.js", 2, 2}, {"d.js", 4, 4}})) ==
             "the step `x` wrote a.js, d.js, and removed c.js");
  BOOST_TEST(note_of_step("x", before, tree({})) == "the step `x` removed a.js, b.js, c.js");
}

BOOST_AUTO_TEST_CASE(of_many_files_some_are_named) {
  std::vector<file_content> files;
  for (int i = 0; i < 9; ++i) files.push_back({"dist/" + std::to_string(i), 1, 1});
  BOOST_TEST(note_of_step("tsc", tree({}), tree(files)) ==
             "the step `tsc` wrote dist/0, dist/1, dist/2, dist/3, dist/4 and 4 more");
}

BOOST_AUTO_TEST_CASE(what_could_not_be_seen_was_not_written) {
  auto before = tree({{"a.js", 1, 1}, {"lib/b.js", 1, 1}});
  before.unseen.push_back({"gen", "gen could not be read"});
  auto after = tree({{"a.js", 1, 1}, {"gen/c.js", 1, 1}});
  after.unseen.push_back({"lib", "lib could not be read"});
  BOOST_TEST(note_of_step("x", before, after) == "");
}

BOOST_AUTO_TEST_SUITE_END()

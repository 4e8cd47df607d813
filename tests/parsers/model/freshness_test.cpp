#include "parsers/model/freshness.hpp"
#include <boost/test/unit_test.hpp>
#include <map>

namespace covey::parsers {
namespace {

using verdict = freshness::verdict_type;
using files = std::map<std::string, std::uint64_t>;

tree_contents tree_of(const files& given) {
  tree_contents out;
  for (const auto& [path, hash] : given) out.files.push_back({path, hash});
  return out;
}

bool is_source(std::string_view path) {
  return path.ends_with(".src");
}

freshness judge(const files& before, const files& after, const files& now) {
  return freshness_of(tree_of(before), tree_of(after), tree_of(now), is_source);
}

std::string text_of(const freshness& from) {
  std::string out;
  for (const auto& path : from.since.changed) out += "!" + path.string() + " ";
  for (const auto& path : from.since.created) out += "+" + path.string() + " ";
  for (const auto& path : from.since.removed) out += "-" + path.string() + " ";
  return out + "during " + std::to_string(from.during_run);
}

BOOST_AUTO_TEST_SUITE(freshness_of_a_run)

BOOST_AUTO_TEST_CASE(an_unchanged_tree_is_fresh) {
  const files all{{"a.src", 1}, {"b", 2}};
  BOOST_TEST((judge(all, all, all).verdict == verdict::fresh));
}

BOOST_AUTO_TEST_CASE(edits_after_the_run_make_it_stale) {
  const auto out = judge({{"a.src", 1}, {"b", 2}}, {{"a.src", 1}, {"b", 2}}, {{"a.src", 9}, {"c", 3}});
  BOOST_TEST((out.verdict == verdict::stale));
  BOOST_TEST(text_of(out) == "!a.src +c -b during 0");
}

BOOST_AUTO_TEST_CASE(what_a_run_makes_is_no_change) {
  const files before{{"a.src", 1}};
  const files after{{"a.src", 1}, {"report.xml", 5}};
  BOOST_TEST((judge(before, after, after).verdict == verdict::fresh));
  BOOST_TEST((judge(before, after, {{"a.src", 1}, {"report.xml", 6}}).verdict == verdict::fresh));
  BOOST_TEST((judge(before, after, before).verdict == verdict::fresh));
}

BOOST_AUTO_TEST_CASE(a_source_that_appears_while_the_run_goes_on_is_an_edit) {
  const auto out = judge({}, {{"new.src", 1}}, {{"new.src", 1}});
  BOOST_TEST(text_of(out) == "+new.src during 1");
  BOOST_TEST((judge({}, {{"new.src", 1}}, {}).verdict == verdict::fresh));  // it has gone again
}

BOOST_AUTO_TEST_CASE(a_file_that_changed_while_the_run_went_on_may_have_been_missed) {
  BOOST_TEST(text_of(judge({{"a", 1}}, {{"a", 2}}, {{"a", 2}})) == "!a during 1");
  BOOST_TEST(text_of(judge({{"a", 1}}, {{"a", 2}}, {{"a", 1}})) == "!a during 1");  // and changed back
  BOOST_TEST(text_of(judge({{"a", 1}}, {}, {})) == "-a during 1");
}

BOOST_AUTO_TEST_CASE(an_edit_that_was_taken_back_is_none) {
  const files all{{"a", 1}};
  BOOST_TEST((judge(all, all, all).verdict == verdict::fresh));
}

BOOST_AUTO_TEST_CASE(what_could_not_be_looked_at_is_not_fresh) {
  auto before = tree_of({{"a", 1}});
  before.unseen = {{"", "more than 5 files"}};
  const auto now = tree_of({{"a", 1}});
  const auto out = freshness_of(before, before, now, is_source);
  BOOST_TEST((out.verdict == verdict::unknown));
  BOOST_TEST(out.unknown.size() == 1u);
  BOOST_TEST((freshness_of(before, before, tree_of({{"a", 2}}), is_source).verdict == verdict::stale));
}

BOOST_AUTO_TEST_CASE(what_is_in_an_unseen_folder_is_neither_deleted_nor_new) {
  const auto all = tree_of({{"a.src", 1}, {"src/b.src", 2}, {"srcs.src", 3}});
  auto part = tree_of({{"a.src", 1}});
  part.unseen = {{"src", "src could not be looked into"}};
  const auto out = freshness_of(all, all, part, is_source);
  BOOST_TEST(text_of(out) == "-srcs.src during 0");
  BOOST_TEST(out.unknown.size() == 1u);
  part.files.push_back({"srcs.src", 3});
  BOOST_TEST((freshness_of(all, all, part, is_source).verdict == verdict::unknown));
  BOOST_TEST((freshness_of(part, all, all, is_source).verdict == verdict::unknown));
  BOOST_TEST((freshness_of(all, part, all, is_source).verdict == verdict::unknown));
  const auto now = std::make_shared<const tree_contents>(part);
  BOOST_TEST(!differs_in("src/b.src", std::make_shared<const tree_contents>(all), now));
  BOOST_TEST(differs_in("gone.src", std::make_shared<const tree_contents>(tree_of({{"gone.src", 1}})), now));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

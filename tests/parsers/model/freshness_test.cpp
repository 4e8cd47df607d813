#include "parsers/model/freshness.hpp"
#include <boost/test/unit_test.hpp>
#include <map>

namespace covey::parsers {
namespace {

using verdict = freshness::verdict_type;
using files = std::map<std::string, std::uint64_t>;

fingerprint tree_of(const files& given) {
  fingerprint out;
  for (const auto& [path, hash] : given) out.files.push_back({path, hash});
  return out;
}

fingerprint marked(const file_content& a, const file_content& b) {
  return {{a, b}, {}};
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
  BOOST_TEST((judge(before, after, before).verdict == verdict::fresh));
}

BOOST_AUTO_TEST_CASE(what_a_run_makes_has_changed_if_it_is_edited_afterwards) {
  const files before{{"a.src", 1}};
  const files after{{"a.src", 1}, {"fixture.json", 5}};
  BOOST_TEST(text_of(judge(before, after, {{"a.src", 1}, {"fixture.json", 6}})) == "+fixture.json during 0");
}

BOOST_AUTO_TEST_CASE(a_file_that_holds_the_same_again_may_have_been_missed) {
  const auto before = marked({"a", 1, 10}, {"b", 1, 10});
  const auto after = marked({"a", 1, 20}, {"b", 1, 10});
  BOOST_TEST(text_of(freshness_of(before, after, after, is_source)) == "!a during 1");
  // Afterwards it does not matter: the run saw what it holds.
  BOOST_TEST((freshness_of(before, before, after, is_source).verdict == verdict::fresh));
}

BOOST_AUTO_TEST_CASE(what_was_not_read_is_known_by_its_mark_or_not_at_all) {
  const auto unread = marked({"a", 0, 10}, {"b", 0, 10});
  const auto read = marked({"a", 1, 10}, {"b", 1, 10});
  const auto written = marked({"a", 2, 20}, {"b", 3, 20});
  BOOST_TEST((freshness_of(unread, unread, unread, is_source).verdict == verdict::fresh));
  BOOST_TEST((freshness_of(unread, unread, read, is_source).verdict == verdict::fresh));
  BOOST_TEST(text_of(freshness_of(unread, read, written, is_source)) == "!a !b during 0");
  const auto out = freshness_of(unread, unread, written, is_source);
  BOOST_TEST((out.verdict == verdict::unknown));
  BOOST_TEST(
      out.unknown == std::vector<std::string>{"a and 1 more files were written meanwhile, and could not "
                                              "be read in time to compare"},
      boost::test_tools::per_element());
  const auto unsettled = marked({"a", 0, 0}, {"b", 0, 0});
  BOOST_TEST((freshness_of(unsettled, unsettled, read, is_source).verdict == verdict::unknown));
}

BOOST_AUTO_TEST_CASE(what_two_runs_in_a_row_wrote_is_what_runs_do) {
  const auto shared = [](fingerprint of) { return std::make_shared<const fingerprint>(std::move(of)); };
  const auto first = shared(tree_of({{"a.src", 1}, {"fix", 1}, {"gone", 1}}));
  const auto second = shared(tree_of({{"a.src", 2}, {"fix", 2}, {"made", 1}}));
  const auto third = shared(tree_of({{"a.src", 3}, {"fix", 3}, {"made", 2}}));
  run_fingerprints run{second, third, written_during({first, second})};
  const auto no_source = [](std::string_view path) { return !is_source(path); };
  const auto out = freshness_of(run, third, is_source, no_source);
  BOOST_TEST(text_of(out) == "!a.src during 1");
  BOOST_TEST(out.rewritten == (std::vector<shared_text>{"fix", "made"}), boost::test_tools::per_element());
  const auto edited = shared(tree_of({{"a.src", 3}, {"fix", 9}, {"made", 2}}));
  BOOST_TEST(text_of(freshness_of(run, edited, is_source, no_source)) == "!a.src !fix during 1");
  run.written_before.clear();
  BOOST_TEST(text_of(freshness_of(run, third, is_source, no_source)) == "!a.src !fix !made during 3");
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
  BOOST_TEST((freshness_of(part, all, all, is_source).unknown ==
              std::vector<std::string>{"when it ran: src could not be looked into"}));
  BOOST_TEST((freshness_of(part, all, part, is_source).unknown ==
              std::vector<std::string>{"src could not be looked into"}));
  BOOST_TEST((freshness_of(all, part, all, is_source).verdict == verdict::unknown));
  const auto now = std::make_shared<const fingerprint>(part);
  BOOST_TEST(!differs_in("src/b.src", std::make_shared<const fingerprint>(all), now));
  BOOST_TEST(differs_in("gone.src", std::make_shared<const fingerprint>(tree_of({{"gone.src", 1}})), now));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

#include "parsers/coverage/formats/go_profile.hpp"
#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

namespace covey::parsers {
namespace {

using hits = std::vector<line_hits>;

hits lines_in(std::string_view text, const std::string& file = "m/a.go") {
  go_profile profile;
  profile.feed(text);
  profile.finish();
  const auto found = profile.files().find(file);
  return found == profile.files().end() ? hits{} : lines_of(found->second.all());
}

BOOST_AUTO_TEST_SUITE(go_profile_reader)

BOOST_AUTO_TEST_CASE(a_block_covers_its_lines_from_the_first_to_the_last) {
  BOOST_CHECK((lines_in("mode: set\nm/a.go:3.14,5.9 2 1\n") == hits{{3, 1}, {4, 1}, {5, 1}}));
  BOOST_CHECK((lines_in("m/a.go:7.2,7.12 1 4") == hits{{7, 4}}));
}

BOOST_AUTO_TEST_CASE(a_line_with_nothing_but_a_closing_brace_is_no_line) {
  BOOST_CHECK((lines_in("m/a.go:3.14,5.2 2 1\n") == hits{{3, 1}, {4, 1}}));
  BOOST_CHECK((lines_in("m/a.go:3.14,5.1 2 1\n") == hits{{3, 1}, {4, 1}}));
  BOOST_CHECK((lines_in("m/a.go:3.14,5.3 2 1\n") == hits{{3, 1}, {4, 1}, {5, 1}}));
  BOOST_CHECK((lines_in("m/a.go:3.1,3.2 1 1\n") == hits{{3, 1}}));
}

BOOST_AUTO_TEST_CASE(a_block_with_count_zero_never_covers_a_line) {
  BOOST_CHECK((lines_in("m/a.go:3.14,4.9 2 0\n") == hits{{3, 0}, {4, 0}}));
}

BOOST_AUTO_TEST_CASE(a_line_under_several_blocks_has_the_highest_count) {
  BOOST_CHECK((lines_in("m/a.go:1.1,9.9 1 2\nm/a.go:3.1,4.9 1 7\nm/a.go:4.10,6.3 1 0\n") ==
               hits{{1, 2}, {2, 2}, {3, 7}, {4, 7}, {5, 2}, {6, 2}, {7, 2}, {8, 2}, {9, 2}}));
}

BOOST_AUTO_TEST_CASE(a_block_that_comes_again_adds_its_count_and_saturates) {
  BOOST_CHECK(
      (lines_in("mode: count\nm/a.go:1.1,1.9 1 2\nmode: count\nm/b.go:1.1,1.2 1 1\nm/a.go:1.1,1.9 1 3\n") ==
       hits{{1, 5}}));
  BOOST_CHECK((lines_in("m/a.go:1.1,1.9 1 18446744073709551615\nm/a.go:1.1,1.9 1 3\n") ==
               hits{{1, std::numeric_limits<std::uint64_t>::max()}}));
}

BOOST_AUTO_TEST_CASE(repeated_blocks_do_not_pile_up) {
  go_profile profile;
  for (int section = 0; section < 100; ++section)
    for (int line = 1; line <= 1000; ++line)
      profile.feed("m/a.go:" + std::to_string(line) + ".1," + std::to_string(line) + ".9 1 1\n");
  BOOST_TEST(profile.files().at("m/a.go").all().size() < 3000U);
  profile.finish();
  BOOST_TEST(profile.files().at("m/a.go").all().size() == 1000U);
  BOOST_TEST(profile.files().at("m/a.go").all().front().count == 100U);
}

BOOST_AUTO_TEST_CASE(a_file_name_may_hold_spaces_colons_and_commas) {
  BOOST_CHECK((lines_in("m/a b:1.2,c.go:1.1,1.9 1 2\n", "m/a b:1.2,c.go") == hits{{1, 2}}));
  BOOST_CHECK((lines_in("C:/w/größe.go:1.1,1.9 1 2\r\n", "C:/w/größe.go") == hits{{1, 2}}));
}

BOOST_AUTO_TEST_CASE(malformed_lines_are_skipped_counted_and_the_first_is_kept) {
  const char* const bad[] = {
      "m/a.go:1.1,1.9 1",
      "m/a.go:1.1,1.9 1 -1",
      "m/a.go:1.1,1.9 1 1e3",
      "m/a.go:1.1,1.9 1 18446744073709551616",
      "m/a.go:1.1,1.9 1 1 ",
      "m/a.go:0.1,1.9 1 1",
      "m/a.go:9.1,0.9 1 1",
      "m/a.go:1.1,4294967295.9 1 1",
      "m/a.go:1,1.9 1 1",
      ":1.1,1.9 1 1",
      "just text",
      "mode:set",
      " ",
  };
  for (const auto* line : bad) {
    BOOST_TEST_CONTEXT(line) {
      go_profile profile;
      profile.feed("mode: set\nm/a.go:2.1,2.9 1 1\n" + std::string{line} + "\nm/a.go:3.1,3.9 1 1\n");
      profile.finish();
      BOOST_TEST(profile.malformed() == 1U);
      BOOST_TEST(profile.first_malformed() == 3U);
      BOOST_TEST(profile.first_malformed_text() == line);
      BOOST_CHECK((lines_of(profile.files().at("m/a.go").all()) == hits{{2, 1}, {3, 1}}));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_block_that_line_directives_turn_around_has_no_lines_and_is_not_malformed) {
  const std::string text = "mode: set\nm/scan.rl:239.0,45.0 1 1\nm/scan.rl:48.0,48.0 1 1\n";
  go_profile profile;
  profile.feed(text);
  profile.finish();
  BOOST_TEST(profile.malformed() == 0U);
  BOOST_CHECK((lines_in(text, "m/scan.rl") == hits{{48, 1}}));
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same_blocks) {
  const std::string text =
      "mode: count\nm/a.go:3.14,5.2 2 1\nm/b.go:1.1,2.9 1 0\r\nbad\nm/a.go:6.2,6.12 1 77\nm/a.go:3.14,5.2 2 "
      "41";
  std::mt19937 random{7};
  for (int round = 0; round < 200; ++round) {
    go_profile profile;
    for (std::size_t at = 0; at < text.size();) {
      const auto size = round == 0 ? std::size_t{1} : std::size_t{1} + random() % 20;
      profile.feed(std::string_view{text}.substr(at, size));
      at += size;
    }
    profile.finish();
    BOOST_CHECK((lines_of(profile.files().at("m/a.go").all()) == hits{{3, 42}, {4, 42}, {6, 77}}));
    BOOST_CHECK((lines_of(profile.files().at("m/b.go").all()) == hits{{1, 0}, {2, 0}}));
    BOOST_TEST(profile.malformed() == 1U);
  }
}

BOOST_AUTO_TEST_CASE(overlapping_blocks_as_large_as_a_file_can_be_are_read_in_linear_time) {
  std::string text;
  for (int i = 1; i <= 5000; ++i)
    text += "m/a.go:" + std::to_string(i) + ".1,1048576.9 1 " + std::to_string(i) + "\n";
  const auto lines = lines_in(text);
  BOOST_REQUIRE(lines.size() == 1048576U);
  BOOST_CHECK((lines.front() == line_hits{1, 1}));
  BOOST_CHECK((lines.back() == line_hits{1048576, 5000}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

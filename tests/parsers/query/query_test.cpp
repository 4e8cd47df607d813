#include "parsers/query/query.hpp"
#include <boost/test/unit_test.hpp>
#include <set>
#include <random>
#include <string>
#include <utility>

namespace covey::parsers {
namespace {

using order = std::vector<std::size_t>;

// Minus one where nothing matches.
int score(std::string_view text, std::string_view candidate) {
  const auto asked = query::parse(text);
  return query_filter{asked}.offer(candidate).value_or(-1);
}

bool finds(std::string_view text, std::string_view candidate) {
  return score(text, candidate) >= 0;
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += part;
  return out;
}

BOOST_AUTO_TEST_SUITE(queries)

BOOST_AUTO_TEST_CASE(each_form_finds_its_candidates_only) {
  struct row {
    const char* text;
    std::vector<const char*> found;
    std::vector<const char*> not_found;
  };
  const std::vector<row> table = {
      {"abc", {"abc", "xabcx", "a-b-c", "aabbcc", "ABC"}, {"", "ab", "acb", "cba"}},
      {"'abc", {"abc", "xABCx", "ababc"}, {"a-b-c", "ab"}},
      {"'aab", {"aaab", "abaab"}, {"abab"}},
      {"^abc", {"abc", "abcd", "  abcd", "\tAbc"}, {"xabc", "ab"}},
      {"abc$", {"abc", "xabc", "xABC  "}, {"abcx", "bc"}},
      {"^abc$", {"abc", " ABC\n"}, {"abcx", "xabc", "ab", ""}},
      {"^\\ a", {" a", " ab"}, {"a", "  a"}},
      {"a\\ $", {"a ", "ba "}, {"a", "a  "}},
      {"!abc", {"", "a-b-c", "ab"}, {"abc", "xABC"}},
      {"!'abc", {"", "acb"}, {"abc", "a-b-c"}},
      {"!^abc", {"xabc"}, {"abc", " abcx"}},
      {"!abc$", {"abcx"}, {"abc", "xabc "}},
      {"ab cd", {"abcd", "cdab", "a-b c-d"}, {"ab", "cd"}},
      {"ab | cd", {"ab", "cd"}, {"", "ac"}},
      {"ab | cd ef", {"abef", "efcd"}, {"ab", "ef"}},
      {"ab | !cd", {"abcd", "", "x"}, {"cd"}},
      {"Abc", {"Abc", "xAbcd"}, {"abc", "ABC"}},
      {"b Abc", {"bAbc", "BAbc"}, {"abcb"}},
      {"methode", {"m\u00E9thode", "M\u00C9THODE", "methode"}, {"mthode"}},
      {"m\u00E9thode", {"m\u00E9thode", "M\u00C9THODE"}, {"methode"}},
      {"'\u043F\u0440", {"\u041F\u0440\u0438", "\u043F\u0440"}, {"pr"}},
      {"a.c", {"a.c"}, {"abc"}},
      {"\xFF", {"x\xFFy", "\xC3", "\uFFFD"}, {"", "xy", "\u00FF"}}};
  for (const auto& [text, found, not_found] : table) BOOST_TEST_CONTEXT('[' << text << ']') {
      for (const auto* candidate : found) BOOST_CHECK_MESSAGE(finds(text, candidate), candidate);
      for (const auto* candidate : not_found) BOOST_CHECK_MESSAGE(!finds(text, candidate), candidate);
    }
}

// 16 a match, 8 to 10 at a word's beginning and twice that for the first character, -3 and then -1 in gaps.
BOOST_AUTO_TEST_CASE(scores) {
  BOOST_TEST(score("a", "a") == 16 + 20);
  BOOST_TEST(score("a", "ba") == 16);
  BOOST_TEST(score("a", "/a") == 16 + 18);
  BOOST_TEST(score("a", "_a") == 16 + 16);
  BOOST_TEST(score("a", "bA") == 16 + 14);
  BOOST_TEST(score("1", "b1") == 16 + 14);
  BOOST_TEST(score("ab", "ab") == 16 + 20 + 16 + 10);
  BOOST_TEST(score("ab", "xab") == 16 + 16 + 4);
  BOOST_TEST(score("ab", "a_b") == 16 + 20 - 3 + 16 + 8);
  BOOST_TEST(score("ab", "axxb") == 16 + 20 - 3 - 1 + 16);
  BOOST_TEST(score("'ab", "ab") == 62);
  BOOST_TEST(score("^ab", "ab") == 62);
  BOOST_TEST(score("ab$", "ab") == 62);
  BOOST_TEST(score("^ab$", "ab") == 62);
  BOOST_TEST(score("^a_b$", "a_b") == 3 * 26 + 10);  // whatever its characters are
  BOOST_TEST(score("'a_b", "a_b") == 3 * 26 + 10);
  BOOST_TEST(score("'b", "abxb/b") == 16 + 18);       // the best place
  BOOST_TEST(score("'ab", "xabxaB") == 16 + 16 + 4);  // the first of equally good beginnings
  BOOST_TEST(score("'b_cd", "ab_cd") ==
             16 + 3 * (16 + 8));  // a word's beginning counts for the rest of the run
  BOOST_TEST(score("b_cd", "ab_cd") == 16 + 3 * (16 + 8));
  BOOST_TEST(score("a b", "ab") == 36 + 16);
  BOOST_TEST(score("x | a", "xa") == 36);  // the first that is found
  BOOST_TEST(score("a | x", "xa") == 16);
  BOOST_TEST(score("!x | a", "a") == 36);
  BOOST_TEST(score("!x", "a") == 0);
  BOOST_TEST(score("", "a") == 0);
  BOOST_TEST(score("ab", "ba") == -1);
}

// Neither the first nor the last alignment is the best one here.
BOOST_AUTO_TEST_CASE(the_best_alignment_counts) {
  BOOST_TEST(score("ab", "axb_ab_axb") == 16 + 16 + 16 + 8);
  BOOST_TEST(score("ab", "a________b ab") == 62);
}

BOOST_AUTO_TEST_CASE(order_of_what_is_found) {
  const std::vector<std::string> files = {"tests/cart_test.py", "tests/price_test.py", "cart.py",
                                          "xcart.py",           "tests/cart_test.go",  "  cart.py  "};
  const auto found = [&](std::string_view text) { return filter(query::parse(text), files); };
  BOOST_TEST(found("cart") == (order{2, 5, 0, 4, 3}));    // score, then length without blanks, then input
  BOOST_TEST(found("!price") == (order{0, 2, 3, 4, 5}));  // as they came
  BOOST_TEST(found("") == (order{0, 1, 2, 3, 4, 5}));
  BOOST_TEST(found("  ") == (order{0, 1, 2, 3, 4, 5}));
  BOOST_TEST(found("!price 'py") == (order{2, 5, 3, 0}));
  BOOST_TEST(found("nothing") == order{});
}

BOOST_AUTO_TEST_CASE(candidates_may_be_parts_of_values) {
  const std::vector<std::pair<int, std::string>> tests = {{1, "adds"}, {2, "removes"}, {3, "add"}};
  const auto asked = query::parse("add");
  BOOST_TEST(filter(asked, tests, &std::pair<int, std::string>::second) == (order{2, 0}));
  BOOST_TEST(filter(asked, tests, [](const auto& test) { return test.second + "!"; }) == (order{2, 0}));
}

BOOST_AUTO_TEST_CASE(what_a_query_says_of_itself) {
  BOOST_TEST(query{}.empty());
  BOOST_TEST(query::parse("").empty());
  BOOST_TEST(query::parse(" ' ").empty());
  BOOST_TEST(!query::parse("a").empty());
  BOOST_TEST(!query::parse("!a").empty());
  BOOST_TEST(query::parse("a").ranks());
  BOOST_TEST(query::parse("!a b").ranks());
  BOOST_TEST(query::parse("!a | b").ranks());
  BOOST_TEST(!query::parse("!a").ranks());
  BOOST_TEST(!query::parse("").ranks());
}

BOOST_AUTO_TEST_CASE(queries_have_limits) {
  const std::vector<std::string> all = {"a", "aa"};
  BOOST_TEST(!query::parse(std::string(query::max_bytes, 'a')).too_long());
  BOOST_TEST(!query::parse(repeated("a ", query::max_terms)).too_long());
  for (const auto& text : {std::string(query::max_bytes + 1, 'a'), std::string(query::max_bytes + 1, ' '),
                           repeated("a ", query::max_terms + 1), repeated("!b | ", query::max_terms + 1),
                           repeated("a ", 500'000)}) {
    const auto asked = query::parse(text);
    BOOST_TEST(asked.too_long());
    BOOST_TEST(!asked.empty());
    BOOST_TEST(filter(asked, all) == order{});
  }
}

BOOST_AUTO_TEST_CASE(candidates_end_where_the_limit_is) {
  const auto end = query::max_candidate_bytes;
  BOOST_TEST(finds("b$", std::string(end - 1, 'a') + "b" + std::string(1'000'000, 'c')));
  BOOST_TEST(!finds("c", std::string(end, 'a') + "c"));
  // A character that is cut off is not looked at.
  for (std::size_t over = 1; over < 3; ++over) {
    BOOST_TEST(finds("a$", std::string(end - over, 'a') + "\u3042"));
    BOOST_TEST(!finds("\u3042 | \uFFFD", std::string(end - over, 'a') + "\u3042"));
  }
  BOOST_TEST(finds("\u3042$", std::string(end - 3, 'a') + "\u3042\u3042"));
}

// As in fzf, where the table of alignments would have more than 102,400 cells.
BOOST_AUTO_TEST_CASE(long_candidates_are_aligned_greedily) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  const auto with_gap = [&](std::size_t gap) {
    return "a_" + letters + std::string(gap, 'x') + " " + letters;
  };
  BOOST_TEST(score(letters, with_gap(3'000)) == 26 * 26 + 10);
  BOOST_TEST(score(letters, with_gap(4'000)) == 26 * 24 + 8);  // ends first, begins as late as it can then
  // Its beginning is sought with accents on.
  BOOST_TEST(score(letters, "axx\u00E1" + letters.substr(1) + std::string(4'000, '-')) ==
             36 - 3 - 1 - 1 + 16 + 24 * 20);
  BOOST_TEST(score(letters, "\u00E1" + letters.substr(1) + std::string(4'000, '-')) == 26 * 26 + 10);
}

// Many terms that would each fill a large table: the score is that of a good alignment then.
BOOST_AUTO_TEST_CASE(too_much_work_is_done_greedily) {
  const auto candidate = repeated("ab", query::max_candidate_bytes / 2);
  BOOST_TEST(score(repeated("ab ", 1), candidate) == 16 + 20 + 16 + 10);
  BOOST_TEST(score(repeated("ab ", 200), candidate) == 200 * 62);
  BOOST_TEST(finds(repeated("abababababababab ", 200), candidate));
  BOOST_TEST(!finds(repeated("abababababababab ", 200) + "aac", candidate));
}

// A place that starts over at every mismatch takes hours here, not the blink it should.
BOOST_AUTO_TEST_CASE(repetitive_text_takes_linear_time) {
  const auto candidate = std::string(query::max_candidate_bytes, 'a');
  const std::vector<std::string> many(2'000, candidate);
  BOOST_TEST(filter(query::parse("'" + std::string(2'000, 'a') + "b" + " | b"), many) == order{});
  BOOST_TEST(filter(query::parse("'" + std::string(2'000, 'a')), many).size() == many.size());
}

BOOST_AUTO_TEST_CASE(any_bytes_give_a_value) {
  std::mt19937_64 random{5};
  const std::string signs = "ab'^$!| \\\t\n\xC3\xA9\xE3\x81\x82\xFF\xED\xF4\x80";
  const auto bytes = [&](std::size_t max) {
    std::string out(random() % max, '\0');
    for (auto& byte : out)
      byte = random() % 4 == 0 ? static_cast<char>(random() & 0xFFU) : signs[random() % signs.size()];
    return out;
  };
  std::size_t found = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto asked = query::parse(bytes(12));
    const auto result = query_filter{asked}.offer(bytes(60));
    if (!result) continue;
    ++found;
    BOOST_REQUIRE(*result >= 0);
    BOOST_REQUIRE(*result <= 0xFFFF);
    BOOST_REQUIRE(asked.ranks() || *result == 0);
  }
  BOOST_TEST(found > 1'000u);
}

// test_termui has these letters in this order, too.
BOOST_AUTO_TEST_CASE(a_word_means_itself_where_something_holds_it) {
  const std::vector<std::string> files{"tests/test_termui.py", "tests/test_tmp_dir.py", "tests/test_misc_tmp.py"};
  const auto matches = [&](std::string_view text) {
    std::set<std::string> out;
    for (const auto at : filter(query::parse(text).words_first(files), files)) out.insert(files[at]);
    return out;
  };
  BOOST_TEST((matches("test_tmp") == std::set<std::string>{files[1]}));
  BOOST_TEST((matches("TEST_TMP") == std::set<std::string>{}));
  BOOST_TEST(filter(query::parse("test_tmp"), files).size() == 3u);
  BOOST_TEST((matches("trmui") == std::set<std::string>{files[0]}));  // letters: nothing holds it
  BOOST_TEST((matches("tmp mscp") == std::set<std::string>{files[2]}));
  BOOST_TEST((matches("termui tmp") == std::set<std::string>{}));
  BOOST_TEST((matches("termui | misc") == std::set<std::string>{files[0], files[2]}));
  BOOST_TEST((matches("!tmp") == std::set<std::string>{files[0]}));
  BOOST_TEST((matches("!'tmp") == std::set<std::string>{}));
  BOOST_TEST((matches("tmp$ | .py$") == std::set<std::string>{files.begin(), files.end()}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

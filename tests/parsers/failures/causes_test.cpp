#include "parsers/failures/causes.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

namespace covey::parsers {
namespace {

failure made(std::string name, std::string message, location where, location raised = {},
             failure_kind kind = failure_kind::assertion) {
  failure out;
  out.id = {"pkg", std::move(name)};
  out.message = std::move(message);
  out.where = std::move(where);
  out.raised_at = std::move(raised);
  out.kind = kind;
  return out;
}

std::vector<cause> grouped(const std::vector<failure>& all, std::size_t max = max_causes,
                           bool by_file = false) {
  std::vector<const failure*> views;
  for (const auto& one : all) views.push_back(&one);
  const auto is_product = product_of(std::span{views});
  const auto divides = [by_file](const failure&) { return by_file; };
  auto out = united_to(finest_causes(views, is_product, divides), views, is_product, max);
  put_in_order(out, views);
  return out;
}

BOOST_AUTO_TEST_SUITE(causes)

BOOST_AUTO_TEST_CASE(the_same_words_raised_at_one_place_are_one_cause) {
  const auto found = grouped({made("a", "ValueError: 'x'", {"t.py", 3}, {"p.py", 9}, failure_kind::panic),
                              made("b", "ValueError: 'yy'", {"t.py", 8}, {"p.py", 9}, failure_kind::panic),
                              made("c", "ValueError: 'x'", {"t.py", 9}, {"p.py", 12}, failure_kind::panic)});
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST((found[0].members == std::vector<std::size_t>{0, 1}));
  BOOST_TEST((found[1].members == std::vector<std::size_t>{2}));
}

BOOST_AUTO_TEST_CASE(what_is_raised_in_one_line_is_one_cause_whatever_it_says) {
  BOOST_TEST(
      grouped({made("a", "TypeError: Base takes one", {"t.py", 3}, {"p.py", 9}, failure_kind::panic),
               made("b", "TypeError: Derived takes one", {"t.py", 8}, {"p.py", 9}, failure_kind::panic)})
          .size() == 1u);
}

BOOST_AUTO_TEST_CASE(crashes_without_a_frame_are_one_cause_wherever_their_tests_begin) {
  const auto crash = [](std::string name, std::string message, std::uint32_t line,
                        std::string group = "pkg") {
    auto out = made(std::move(name), std::move(message), {"t.rs", line}, {}, failure_kind::crash);
    out.id.group = group;
    return out;
  };
  const std::string aborted = "the binary ended (signal 6 (SIGABRT)): stack overflow";
  BOOST_TEST(grouped({crash("a", aborted, 3), crash("b", aborted, 9), crash("c", aborted, 12)}).size() == 1u);
  BOOST_TEST(grouped({crash("a", aborted, 3),
                      crash("b", "the binary ended (signal 11 (SIGSEGV)): stack overflow", 9)})
                 .size() == 2u);
  BOOST_TEST(grouped({crash("a", aborted, 3), crash("b", aborted, 3, "other")}).size() == 2u);
  auto framed = crash("b", aborted, 9);
  framed.raised_at = {"p.rs", 4};
  BOOST_TEST(grouped({crash("a", aborted, 3), framed}).size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_same_words_are_one_cause_in_whatever_files_they_are_said) {
  BOOST_TEST(grouped({made("a", "a_test.go:3: got 5, want 3", {"a_test.go", 3}),
                      made("b", "b_test.go:90: got 7, want 4", {"b_test.go", 90})})
                 .size() == 1u);
  BOOST_TEST(
      grouped({made("a", "unknown flag: --x", {"a.go", 3}), made("b", "unknown flag: --long-y", {"b.go", 9})})
          .size() == 1u);
}

BOOST_AUTO_TEST_CASE(where_texts_alone_tell_few_words_are_told_apart_by_their_files) {
  const std::vector<failure> few{made("a", "got 5, want 3", {"a.go", 3}),
                                 made("b", "got 7, want 4", {"a.go", 8}),
                                 made("c", "got 9, want 5", {"b.go", 8})};
  BOOST_TEST(grouped(few, 12, true).size() == 2u);
  BOOST_TEST(grouped(few, 1, true).size() == 1u);
  std::vector<failure> many{made("a", "error setting the flag: must be a number", {"a.go", 3}),
                            made("b", "error setting the flag: must be a number", {"b.go", 8})};
  BOOST_TEST(grouped(many, 12, true).size() == 1u);
  many[0].actual = many[1].actual = "5";  // two values are compared in many places
  BOOST_TEST(grouped(many, 12, true).size() == 2u);
}

BOOST_AUTO_TEST_CASE(a_frame_of_the_tests_own_files_tells_no_causes_apart) {
  // Helpers that assert: b's lies in the file that a's test is in.
  BOOST_TEST(grouped({made("a", "wrong", {"t.py", 3}, {"t.py", 90}),
                      made("b", "wrong", {"u.py", 4}, {"t.py", 91}), made("c", "wrong", {"u.py", 8})})
                 .size() == 1u);
}

BOOST_AUTO_TEST_CASE(values_of_another_shape_are_another_cause) {
  const auto compared = [](std::string name, std::string actual, std::string expected) {
    auto out = made(std::move(name), "not equal", {"t.js", 3});
    out.actual = std::move(actual), out.expected = std::move(expected);
    return out;
  };
  BOOST_TEST(grouped({compared("a", "5", "3"), compared("b", "-7.5", "4")}).size() == 1u);
  BOOST_TEST(grouped({compared("a", "'x'", "3"), compared("b", "undefined", "4")}).size() == 2u);
  auto by_diff = made("c", "not equal", {"t.js", 3}), other = made("d", "not equal", {"t.js", 9});
  by_diff.diff = "--- want\n+++ got\n-1\n+TypeError: no such key";
  other.diff = "-2\n+RangeError: too long";
  BOOST_TEST(grouped({by_diff, other}).size() == 2u);
}

BOOST_AUTO_TEST_CASE(each_message_of_a_cause_keeps_its_own_members) {
  std::vector<failure> all;
  for (const auto* what : {"unknown flag", "no such file", "unknown flag", "nothing to do"})
    all.push_back(
        made("t" + std::to_string(all.size()), "Unexpected error: " + std::string{what}, {"a.go", 1}));
  const auto found = grouped(all, 1);
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_REQUIRE(found[0].parts.size() == 3u);
  BOOST_TEST((found[0].parts[0].members == std::vector<std::size_t>{0, 2}));
  BOOST_TEST(found[0].members.size() == 4u);
}

BOOST_AUTO_TEST_CASE(what_is_raised_in_one_line_keeps_its_messages_apart) {
  const auto found =
      grouped({made("a", "KeyError: no price", {"t.py", 3}, {"p.py", 9}, failure_kind::panic),
               made("b", "OSError: no file", {"t.py", 8}, {"p.py", 9}, failure_kind::panic),
               made("c", "KeyError: no price", {"t.py", 9}, {"p.py", 9}, failure_kind::panic)});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_REQUIRE(found[0].parts.size() == 2u);
  BOOST_TEST((found[0].parts[0].members == std::vector<std::size_t>{0, 2}));
}

BOOST_AUTO_TEST_CASE(what_says_nothing_is_one_cause_for_each_place) {
  BOOST_TEST(
      grouped({made("a", "", {"t.go", 3}), made("b", "", {"t.go", 3}), made("c", "", {"t.go", 9})}).size() ==
      2u);
}

BOOST_AUTO_TEST_CASE(another_kind_is_another_cause) {
  BOOST_TEST(
      grouped({made("a", "boom", {"t.py", 3}), made("b", "boom", {"t.py", 3}, {}, failure_kind::panic)})
          .size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_shortest_that_says_something_stands_for_the_others) {
  const auto found = grouped({made("a", "wrong result of 1\nand a dump of its own", {"t.go", 3}),
                              made("b", "wrong result of 2", {"t.go", 3})});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].example() == 1u);
}

BOOST_AUTO_TEST_CASE(a_helper_of_the_tests_in_a_file_of_the_product_is_no_cause) {
  auto first = made("a", "no group", {"t.rs", 3}), second = made("b", "no group", {"t.rs", 8});
  first.stack.add("tests::p", {"p.rs", 9}, true), second.stack.add("tests::q", {"p.rs", 12}, true);
  BOOST_TEST(grouped({first, second}).size() == 1u);
  first.stack.own[0].of_test = second.stack.own[0].of_test = false;
  BOOST_TEST(grouped({first, second}).size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_assertion_that_quotes_an_error_of_the_product_has_its_cause) {
  auto raised = made("a", "TypeError: val.getTime is not a function", {"t.js", 3});
  raised.stack.add("print", {"p.js", 9});
  const auto met =
      made("b", "expected [Function] to throw /number/ but got 'val.getTime is not a function'", {"t.js", 8});
  const auto found = grouped({raised, met, made("c", "expected [Function] to throw", {"t.js", 9})});
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST((found[0].members == std::vector<std::size_t>{0, 1} ||
              found[1].members == std::vector<std::size_t>{0, 1}));
  auto elsewhere = met;
  elsewhere.stack.add("check", {"p.js", 90});
  BOOST_TEST(grouped({raised, elsewhere}).size() == 2u);
}

// Seen with the crate similar: a documentation example that panicked made one cause of five places of the product.
BOOST_AUTO_TEST_CASE(an_error_that_is_raised_in_several_places_is_quoted_of_none) {
  const std::string said = "attempt to subtract with overflow";
  auto first = made("a", said, {"t.rs", 3}), second = made("b", said, {"t.rs", 8});
  first.stack.add("p", {"p.rs", 9}), second.stack.add("q", {"q.rs", 12});
  BOOST_TEST(grouped({first, second, made("doc", said, {"d.rs", 1})}).size() == 3u);
  BOOST_TEST(grouped({first, made("doc", said, {"d.rs", 1})}).size() == 1u);
}

// Seen with markdown-it: "Expected values to be strictly equal", said once in a callback of the product, is said by any test.
BOOST_AUTO_TEST_CASE(what_compares_values_in_a_callback_is_quoted_of_none) {
  const std::string said = "Expected values to be strictly equal";
  auto called = made("a", said, {"t.js", 3}), other = made("b", said, {"t.js", 8});
  called.stack.add("fence", {"p.js", 9});
  for (auto* one : {&called, &other}) one->actual = "''", one->expected = "'a'";
  BOOST_TEST(grouped({called, other}).size() == 2u);
}

BOOST_AUTO_TEST_CASE(what_says_nothing_stands_for_nobody) {
  auto silent = made("a", "wrong", {"t.go", 0}), told = made("b", "wrong: a longer message", {"t.go", 3});
  silent.stack.add("f", {"p.go", 9}), told.stack.add("f", {"p.go", 9});
  silent.message = "";
  const auto found = grouped({silent, told});
  BOOST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0].example() == 1u);
}

BOOST_AUTO_TEST_CASE(what_kept_tests_from_running_comes_first_then_what_is_short) {
  const auto found = grouped(
      {made("a", "a long message that nobody wants to read first", {"t.go", 1}),
       made("b", "short", {"t.go", 2}),
       made("", "undefined: x, in a message of more words than both", {"x.go", 9}, {}, failure_kind::error)});
  BOOST_REQUIRE(found.size() == 3u);
  BOOST_TEST(found[0].example() == 2u);
  BOOST_TEST(found[1].example() == 1u);
}

BOOST_AUTO_TEST_CASE(what_many_have_in_common_comes_before_what_is_short) {
  std::vector<failure> all{made("a", "short", {"t.go", 1})};
  for (int i = 0; i < 5; ++i)
    all.push_back(made("many" + std::to_string(i), "what many failures say at some length", {"t.go", 2}));
  const auto found = grouped(all);
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].members.size() == 5u);
}

BOOST_AUTO_TEST_CASE(too_many_causes_are_told_apart_by_their_words_alone) {
  std::vector<failure> all;
  for (std::uint32_t i = 0; i < 30; ++i) {
    all.push_back(made("t" + std::to_string(i), i < 15 ? "not equal" : "not found", {"a.go", i + 1}));
    all.back().actual = "kind" + std::string(i + 1, 'x');
  }
  BOOST_TEST(grouped(all, 40).size() == 30u);
  BOOST_TEST(grouped(all, 20).size() == 2u);
}

BOOST_AUTO_TEST_CASE(the_first_words_tell_them_apart_at_last) {
  std::vector<failure> all;
  for (const auto* what : {"unknown flag", "unknown command", "no such file", "nothing to do"})
    all.push_back(made(what, "Unexpected error: " + std::string{what}, {"a.go", 1}));
  all.push_back(made("other", "wrong", {"a.go", 1}));
  BOOST_TEST(grouped(all, 5).size() == 5u);
  BOOST_TEST(grouped(all, 2).size() == 2u);
}

BOOST_AUTO_TEST_CASE(of_nothing_there_is_no_cause) {
  BOOST_TEST(grouped({}).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

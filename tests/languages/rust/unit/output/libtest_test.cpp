#include "parsers/languages/rust/output/libtest.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::string_view suite_started =
    "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 2 }\n";
constexpr std::string_view suite_ok =
    "{ \"type\": \"suite\", \"event\": \"ok\", \"passed\": 2, \"failed\": 0, \"ignored\": 0 }\n";

std::string event(const std::string& name, const std::string& what, const std::string& more = {}) {
  return "{ \"type\": \"test\", \"event\": \"" + what + "\", \"name\": \"" + name + "\"" + more + " }\n";
}

struct binary {
  explicit binary(test_list tests = {{"a", {"/w/src/lib.rs", 3}}, {"b", {}}}, bool timed = false)
      : reader(
            options(std::move(tests), timed), [this](auto line) { events += line; },
            [this](auto some) { text += some; }) {}

  static libtest_options options(test_list tests, bool timed) {
    libtest_options out;
    out.group = "pkg";
    out.timed = timed;
    out.tests = std::move(tests);
    out.context.root = "/w";
    out.context.folder = "/w";
    out.context.defined = {"/w/src/main.rs", 0};
    return out;
  }

  std::string events;
  std::string text;
  libtest_reader reader;
};

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(rust_libtest)

BOOST_AUTO_TEST_CASE(what_the_users_words_leave_out_is_counted) {
  const auto ended = R"({ "type": "suite", "event": "ok", "passed": 2, "failed": 0, "ignored": 0, "filtered_out": 3 }
)";
  auto options = binary::options({{"a", {}}, {"b", {}}}, false);
  std::string events;
  for (const auto* words : {"--skip slow", ""}) {
    options.selection = words;
    libtest_reader reader{options, [&](auto line) { events += line; }, [](auto) {}};
    reader.feed(std::string{suite_started} + ended);
    reader.finish({false, 0}, "");
  }
  const auto known = std::string{"{\"e\":\"known\",\"group\":\"pkg\",\"count\":2}\n"};
  BOOST_TEST(events == known + "{\"e\":\"deselected\",\"count\":3,\"text\":\"by `--skip slow`\"}\n" + known);
}

BOOST_AUTO_TEST_CASE(tests_begin_and_end) {
  binary one;
  one.reader.feed(std::string{suite_started} + event("a", "started") +
                  event("a", "ok", ", \"exec_time\": 0.25") + event("b", "started") +
                  event("b", "ignored", ", \"message\": \"slow\"") + std::string{suite_ok});
  one.reader.finish({false, 0}, "");
  BOOST_TEST(one.events ==
             "{\"e\":\"known\",\"group\":\"pkg\",\"count\":2}\n"
             "{\"e\":\"begin\",\"group\":\"pkg\",\"name\":\"a\",\"file\":\"/w/src/lib.rs\",\"line\":3}\n"
             "{\"e\":\"report\",\"group\":\"pkg\",\"name\":\"a\",\"outcome\":\"passed\",\"ms\":2.5E2}\n"
             "{\"e\":\"begin\",\"group\":\"pkg\",\"name\":\"b\",\"file\":\"/w/src/main.rs\"}\n"
             "{\"e\":\"report\",\"group\":\"pkg\",\"name\":\"b\",\"outcome\":\"skipped\"}\n");
  BOOST_TEST(holds(one.text, "test a ... ok\n"));
  BOOST_TEST(holds(one.text, "test b ... ignored, slow\n"));
  BOOST_TEST(!one.reader.crashed());
}

// trybuild writes past libtest's capture. Of several tests at once it is not known whose it is.
BOOST_AUTO_TEST_CASE(what_went_past_the_capture_belongs_to_a_test_that_ran_alone) {
  binary one{{{"a", {}}, {"b", {}}, {"c", {}}, {"d", {}}}};
  const std::string failed = R"(, "stdout": "thread 'a' panicked at src/lib.rs:4:5:\nno\n")";
  one.reader.feed_err("before\n");
  one.reader.feed(std::string{suite_started} + event("a", "started"));
  one.reader.feed_err("EXPECTED: 1\n");
  one.reader.feed(event("a", "failed", failed) + event("b", "started") + event("c", "started"));
  one.reader.feed_err("b or c\n");
  one.reader.feed(event("b", "failed", failed) + event("c", "failed", failed));
  one.reader.feed(event("d", "started") + event("d", "failed", failed));
  BOOST_TEST(holds(one.events, "\"output\":\"before\\nEXPECTED: 1\\n\""));
  BOOST_TEST(!holds(one.events, "b or c"));
  BOOST_TEST(one.events.find("\"output\"") == one.events.rfind("\"output\""));
}

BOOST_AUTO_TEST_CASE(the_first_number_of_tests_is_the_binarys) {
  auto how = binary::options({}, false);
  how.waiting = 5;
  std::string events;
  libtest_reader reader{how, [&](auto line) { events += line; }, [](auto) {}};
  BOOST_TEST(!reader.announced());
  reader.feed(std::string{suite_started} +
              "{ \"type\": \"suite\", \"event\": \"started\", \"test_count\": 900 }\n");
  BOOST_TEST((reader.announced() == 2u));
  BOOST_TEST(events == "{\"e\":\"known\",\"group\":\"pkg\",\"count\":7}\n");
}

BOOST_AUTO_TEST_CASE(what_tests_print_to_the_same_stream_is_shown_and_not_believed) {
  binary one;
  one.reader.feed("no line end" + event("a", "started") + event("phantom", "ok") +
                  "{ \"type\": \"nonsense\" }\n" + event("a", "ok") + std::string{suite_ok});
  one.reader.finish({false, 0}, "");
  BOOST_TEST(!holds(one.events, "phantom"));
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"passed\""));
  BOOST_TEST(holds(one.text, "no line end\n"));
  BOOST_TEST(holds(one.text, "phantom"));
  BOOST_TEST(holds(one.text, "nonsense"));
}

BOOST_AUTO_TEST_CASE(a_message_that_quotes_a_message_is_one) {
  binary one;
  one.reader.feed(event("a", "started") +
                  event("a", "failed",
                        ", \"stdout\": \"{ \\\"type\\\": \\\"test\\\", \\\"event\\\": \\\"ok\\\", "
                        "\\\"name\\\": \\\"b\\\" }\\n\"") +
                  std::string{suite_ok});
  one.reader.finish({false, 101}, "");
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\""));
  BOOST_TEST(!holds(one.events, "\"name\":\"b\""));
}

BOOST_AUTO_TEST_CASE(a_forged_pass_does_not_hide_the_failure) {
  binary one;
  one.reader.feed(event("a", "started") + event("a", "ok") + event("a", "failed") + event("a", "ok") +
                  std::string{suite_ok});
  one.reader.finish({false, 101}, "");
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\",\"replaces\":\"passed\""));
}

BOOST_AUTO_TEST_CASE(a_pass_that_libtest_has_not_recorded_is_none) {
  const auto ended = [](const std::string& journal, const std::string& last) {
    binary one;
    one.reader.feed(event("a", "started") + event("b", "started") + event("a", "ok") + event("b", last) +
                    std::string{suite_ok});
    one.reader.finish({false, 0}, "", &journal);
    BOOST_TEST(one.reader.crashed() == holds(one.events, "that libtest does not know of"));
    return std::pair{holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\",\"replaces\""),
                     holds(one.events, "\"name\":\"b\",\"outcome\":\"failed\",\"replaces\"")};
  };
  BOOST_CHECK((ended("ok a <0.001s>\nok b\n", "ok") == std::pair{false, false}));
  BOOST_CHECK((ended("ok a <0.001s>\nignored: not now b\n", "ignored") == std::pair{false, false}));
  BOOST_CHECK((ended("ok a <0.001s>\n", "ok") == std::pair{false, true}));
  BOOST_CHECK((ended("ok a <0.001s>\nfailed b <0.001s>\n", "ignored") == std::pair{false, true}));
  BOOST_CHECK((ended("", "ok") == std::pair{true, true}));
}

BOOST_AUTO_TEST_CASE(a_result_of_a_test_that_has_not_started_is_text) {
  binary one;
  one.reader.feed(event("a", "started") + event("b", "ok") + event("a", "ok") + event("b", "started") +
                  event("b", "failed") + std::string{suite_ok});
  one.reader.finish({false, 101}, "");
  BOOST_TEST(!holds(one.events, "\"name\":\"b\",\"outcome\":\"passed\""));
  BOOST_TEST(holds(one.events, "\"name\":\"b\",\"outcome\":\"failed\""));
  BOOST_TEST(!holds(one.events, "problem"));
  BOOST_TEST(one.reader.ended() == 2U);
}

BOOST_AUTO_TEST_CASE(a_result_without_its_time_is_text_where_times_are_told) {
  binary one{{{"a", {}}, {"b", {}}}, true};
  one.reader.feed(event("a", "started") + event("b", "started") + event("b", "ok") + event("b", "failed") +
                  event("a", "failed", ", \"exec_time\": 0.5") + event("b", "ignored") +
                  std::string{suite_ok});
  one.reader.finish({false, 101}, "");
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\""));
  BOOST_TEST(holds(one.events, "\"name\":\"b\",\"outcome\":\"skipped\""));
  BOOST_TEST(holds(one.text, event("b", "ok")));
  BOOST_TEST(one.reader.ended() == 2U);
}

BOOST_AUTO_TEST_CASE(a_crash_after_a_forged_end_takes_its_place) {
  binary one;
  one.reader.feed(event("a", "started") + event("a", "ok") + event("a", "started"));
  one.reader.finish({true, 6}, "");
  BOOST_TEST(one.reader.crashed());
  BOOST_TEST(one.reader.ended() == 1U);
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\",\"replaces\":\"passed\""));
}

BOOST_AUTO_TEST_CASE(who_was_running_when_the_process_went_has_crashed) {
  binary one;
  one.reader.feed(std::string{suite_started} + event("a", "started") + event("b", "started") +
                  event("b", "ok"));
  one.reader.finish({true, 6}, "fatal runtime error\n");
  BOOST_TEST(one.reader.crashed());
  BOOST_TEST(one.reader.ended() == 2U);
  BOOST_TEST(holds(one.events,
                   "\"name\":\"a\",\"outcome\":\"failed\",\"failures\":[{\"kind\":\"crash\",\"message\":"
                   "\"the test binary ended while this test was running (signal 6 (SIGABRT))\""));
  BOOST_TEST(holds(one.events, "\"output\":\"fatal runtime error\""));
}

BOOST_AUTO_TEST_CASE(of_several_that_run_again_none_is_judged_yet) {
  binary one;
  one.reader = libtest_reader{[] {
                                auto options = binary::options({{"a", {}}, {"b", {}}}, false);
                                options.suspects_run_again = true;
                                return options;
                              }(),
                              [&](auto line) { one.events += line; }, [](auto) {}};
  one.reader.feed(event("a", "started") + event("b", "started"));
  one.reader.finish({true, 6}, "");
  BOOST_TEST(one.reader.crashed());
  BOOST_TEST(one.reader.suspects() == (std::vector<std::string>{"a", "b"}), boost::test_tools::per_element());
  BOOST_TEST(!holds(one.events, "report"));
  BOOST_TEST(holds(one.events, "{\"e\":\"pause\",\"group\":\"pkg\",\"name\":\"b\"}"));
}

BOOST_AUTO_TEST_CASE(one_that_is_not_listed_as_ignored_was_not_ignored) {
  const auto listed = [](const std::string& name, const std::string& ignore) {
    return R"({ "type": "test", "event": "discovered", "name": ")" + name + R"(", "ignore": )" + ignore +
           " }\n";
  };
  binary one{read_test_list(listed("a", "false") + listed("b", "true"), "/w")};
  one.reader.feed(event("a", "started") + event("a", "ignored") + event("a", "failed") +
                  event("b", "started") + event("b", "ignored") + std::string{suite_ok});
  one.reader.finish({false, 101}, "");
  BOOST_TEST(!holds(one.events, "\"name\":\"a\",\"outcome\":\"skipped\""));
  BOOST_TEST(holds(one.events, "\"name\":\"a\",\"outcome\":\"failed\""));
  BOOST_TEST(holds(one.events, "\"name\":\"b\",\"outcome\":\"skipped\""));
}

BOOST_AUTO_TEST_CASE(a_binary_that_leaves_between_tests_is_a_crash_of_the_group) {
  for (const int code : {0, 3}) {
    binary one;
    one.reader.feed(suite_started);
    one.reader.finish({false, code}, "");
    BOOST_TEST(one.reader.crashed());
    BOOST_TEST(holds(one.events, "{\"e\":\"problem\",\"group\":\"pkg\",\"failure\":{\"kind\":\"crash\""));
  }
  binary later;
  later.reader.feed(suite_ok);
  later.reader.finish({true, 11}, "");
  BOOST_TEST(holds(later.events, "did not end properly after its tests (signal 11 (SIGSEGV))"));
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same) {
  const std::string all =
      std::string{suite_started} + "x" + event("a", "started") +
      event("a", "failed", ", \"stdout\": \"thread 'a' panicked at src/lib.rs:4:5:\\nno\\n\"") +
      std::string{suite_ok};
  binary whole;
  whole.reader.feed(all);
  whole.reader.finish({false, 101}, "");
  binary bytes;
  for (const char byte : all) bytes.reader.feed({&byte, 1});
  bytes.reader.finish({false, 101}, "");
  BOOST_TEST(whole.events == bytes.events);
  BOOST_TEST(whole.text == bytes.text);
}

// quickcheck! { #[test] fn a() -> bool { … } } makes two of them.
BOOST_AUTO_TEST_CASE(two_tests_of_one_name_are_two_in_any_order) {
  const auto tests = read_test_list("a: test\na: test\n", "/w");
  BOOST_TEST(tests.at("a").count == 2u);
  for (const auto* order : {"ssoo", "soso"}) {
    binary one{tests};
    one.reader.feed(suite_started);
    for (const char* at = order; *at != 0; ++at) one.reader.feed(event("a", *at == 's' ? "started" : "ok"));
    one.reader.feed(suite_ok);
    one.reader.finish({false, 0}, "");
    std::size_t begins = 0, reports = 0;
    for (auto at = one.events.find("\"e\":"); at != std::string::npos; at = one.events.find("\"e\":", at + 1))
      ++(one.events.compare(at, 11, "\"e\":\"begin\"") == 0 ? begins : reports);
    BOOST_TEST(begins == 2u);
    BOOST_TEST(reports == 3u);  // and the number of tests
    BOOST_TEST(one.reader.ended() == 2u);
    BOOST_TEST(!holds(one.text, "started"));
    BOOST_TEST(!one.reader.crashed());
  }
}

BOOST_AUTO_TEST_CASE(a_listing_is_read_in_both_forms) {
  const auto json = read_test_list(
      "{ \"type\": \"suite\", \"event\": \"discovery\" }\n"
      "{ \"type\": \"test\", \"event\": \"discovered\", \"name\": \"tests::a\", \"source_path\": "
      "\"src/lib.rs\", "
      "\"start_line\": 24 }\n",
      "/w");
  BOOST_REQUIRE(json.size() == 1U);
  BOOST_CHECK((json.at("tests::a").where == location{"/w/src/lib.rs", 24}));
  const auto terse = read_test_list("a: test\nsum: bench\n[kind] c d: test\n\n3 tests, 0 benchmarks\n", "/w");
  BOOST_TEST(terse.size() == 4U);
  for (const auto* name : {"a", "sum", "c d", "[kind] c d"}) BOOST_TEST(terse.count(name) == 1U, name);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust

// What must come out of the recordings in tests/languages/rust/recordings, whichever Rust wrote them: 1.63 lists its
// tests without their places, 1.63 and 1.72 are before the panics of today and have no --keep-going.
#include "parsers/languages/rust/output/build.hpp"
#include "parsers/languages/rust/output/libtest.hpp"
#include "tests/parsers/events/recording.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

namespace covey::parsers::languages::rust {
namespace {

using strings = std::vector<std::string>;

// "passed 6 …" and a line for each failure, sorted.
strings summaries(const std::string& events, int exit_code, std::size_t piece) {
  const auto parser = testing::event_parser("cargo", " ")();
  testing::feed(*parser, stream::events, events, piece);
  const auto results = parser->finish(testing::exited(exit_code));
  strings out;
  for (const auto& failure : results.failures)
    out.push_back(testing::summary(failure) + " | " + failure.expected.value_or("") + " | " +
                  failure.actual.value_or("") + " | " + failure.diff);
  std::sort(out.begin(), out.end());
  out.insert(out.begin(), testing::counted(results));
  return out;
}

std::string recorded(const std::string& name) {
  return testing::recorded("languages/rust/recordings/" + name);
}

strings expected_outcomes(bool old) {
  const std::string equal = old ? "assertion failed: `(left == right)`" : "assertion `left == right` failed";
  const std::string unequal =
      old ? "assertion failed: `(left != right)`" : "assertion `left != right` failed";
  return {"6 6 1 0",
          "assertion outcomes::shop fails_equal tests/shop.rs:11 " + equal + " | 2 | 3 | ",
          "assertion outcomes::shop fails_text tests/shop.rs:16 " + equal +
              R"( | "alpha\nbeta\ngamma" | "alpha\nBETA\ngamma" | --- left)" +
              "\n+++ right\n alpha\n-BETA\n+beta\n gamma",
          "assertion outcomes::shop param_2 tests/shop.rs:46 " + unequal + " |  |  | ",
          "panic outcomes::shop outer::inner::deep_fails tests/shop.rs:59 not more than two |  |  | ",
          "panic outcomes::shop raises tests/shop.rs:21 boom |  |  | ",
          "panic outcomes::shop raises_in_source tests/shop.rs:26 boom in the source |  |  | "};
}

const strings versions{"rust1.63", "rust1.72", "rust1.95"};

BOOST_AUTO_TEST_SUITE(rust_recorded)

// The sources are not there: what an assertion with a text is stays open, so deep_fails is a panic here.
BOOST_AUTO_TEST_CASE(the_report_of_a_binary_in_any_split) {
  for (const auto& version : versions)
    for (const std::size_t piece : {std::size_t{1} << 20, std::size_t{1}}) {
      libtest_options options;
      options.group = "outcomes::shop";
      options.tests = read_test_list(recorded("outcomes/" + version + "/shop.list"), "/w");
      options.context.root = options.context.folder = "/w";
      options.context.defined.file = "/w/tests/shop.rs";
      BOOST_TEST(options.tests.size() == 13U);
      std::string events, text;
      libtest_reader reader{std::move(options), [&](auto line) { events += line; },
                            [&](auto some) { text += some; }};
      const auto report = recorded("outcomes/" + version + "/shop.libtest");
      for (std::size_t at = 0; at < report.size(); at += piece)
        reader.feed(std::string_view{report}.substr(at, piece));
      reader.finish({false, 101}, "");
      events += "{\"e\":\"end\"}\n";
      BOOST_TEST_CONTEXT(version << " in pieces of " << piece) {
        BOOST_TEST(summaries(events, 101, piece) == expected_outcomes(version != "rust1.95"),
                   boost::test_tools::per_element());
        BOOST_TEST(text.find("not ok 1 - phantom") != std::string::npos);
      }
    }
}

BOOST_AUTO_TEST_CASE(the_events_of_whole_runs_in_any_split) {
  for (const auto& version : versions)
    for (const std::size_t piece : {std::size_t{1} << 20, std::size_t{1}})
      BOOST_TEST_CONTEXT(version << " in pieces of " << piece) {
        const auto read = [&](const std::string& project) {
          const auto folder = project + "/" + version + "/";
          return summaries(recorded(folder + "events"), std::stoi(recorded(folder + "exit")), piece);
        };
        const auto outcomes = read("outcomes");
        BOOST_TEST(outcomes.front() == "6 6 1 0");
        BOOST_TEST(outcomes.size() == 7U);
        const std::string line = version == "rust1.63" ? "0" : "2";
        BOOST_TEST(
            read("crash") == (strings{"1 1 0 0", "crash crash::b_crashes crashes tests/b_crashes.rs:" + line +
                                                     " the test binary ended while this "
                                                     "test was running (exit code 0) |  |  | "}),
            boost::test_tools::per_element());
        const auto broken = read("broken");
        BOOST_TEST(broken.front() == "1 0 0 2");
      }
}

BOOST_AUTO_TEST_CASE(the_messages_of_a_build_that_failed) {
  for (const auto& version : versions) {
    build_reader reader{"/w", [](auto) {}};
    reader.feed(recorded("broken/" + version + "/build"));
    reader.finish();
    BOOST_REQUIRE(!reader.errors().empty());
    for (const auto& error : reader.errors()) {
      const bool syntax = error.name == "syntax_error";
      BOOST_TEST(error.kind == "test");
      BOOST_TEST(error.where.file == "/w/tests/" + error.name + ".rs");
      BOOST_TEST(error.where.line == (syntax ? 3U : 1U));
      BOOST_TEST(error.message ==
                 (syntax ? "expected expression, found `;`" : "unresolved import `missing_crate` [E0432]"));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/output/libtest.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::string_view harness = R"(use libtest_mimic::{Arguments, Trial};

fn main() {
    // Trial::test("commented", || Ok(()))
    let tests = vec![
        Trial::test("adds up", || Ok(())),
        Trial::test(
            "spans lines",
            || Ok(()),
        ),
        Trial::test("quo\"ted", || Ok(())).with_kind("unit"),
        Trial::test(r"a\b".to_string(), || Ok(())),
        Trial::test("twice", || Ok(())),
        Trial::test("twice", || Ok(())),
        Trial::bench("fast", |_| Ok(None)),
        Trial::test(format!("made {}", 1), || Ok(())),
    ];
    println!("adds up");
}
)";

std::uint32_t line_of(const std::string& name) {
  test_list tests{{name, {}}};
  find_trials(tests, harness);
  return tests.at(name).named;
}

std::string report(std::string_view message) {
  return "{ \"type\": \"test\", \"event\": \"" + std::string{message} + " }\n";
}

// What a reader makes of `lines` from a harness whose one test is named on line 6.
std::string events_of(std::string_view lines, const process_ending& ending) {
  libtest_options how;
  how.group = "pkg";
  how.tests = {{"adds up", {}}};
  find_trials(how.tests, harness);
  how.context.root = how.context.folder = "/w";
  how.context.defined = {"/w/tests/ui.rs", 0};
  std::string out;
  libtest_reader reader{how, [&](auto line) { out += line; }, [](auto) {}};
  reader.feed(lines);
  reader.finish(ending, "");
  return out;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

constexpr std::string_view named_place = R"("file":"/w/tests/ui.rs","line":6)";

BOOST_AUTO_TEST_SUITE(rust_trial)

BOOST_AUTO_TEST_CASE(a_name_that_one_line_gives_to_a_trial_has_its_line) {
  BOOST_TEST(line_of("adds up") == 6u);
  BOOST_TEST(line_of("spans lines") == 8u);
  BOOST_TEST(line_of("quo\"ted") == 11u);
  BOOST_TEST(line_of("[unit] quo\"ted") == 11u);
  BOOST_TEST(line_of("a\\b") == 12u);
  BOOST_TEST(line_of("fast") == 15u);
}

BOOST_AUTO_TEST_CASE(a_name_that_is_given_twice_or_made_or_in_a_comment_has_none) {
  for (const auto* name : {"twice", "made 1", "commented", "unit", "", "adds"})
    BOOST_TEST(line_of(name) == 0u);
}

BOOST_AUTO_TEST_CASE(a_failed_or_crashed_trial_is_at_the_line_that_names_it) {
  const auto begun = report(R"(started", "name": "adds up")");
  const auto failed = events_of(
      begun + report(R"(failed", "name": "adds up", "stdout": "Error: \"wrong sum\"\n")"), {false, 101});
  BOOST_TEST(holds(failed, R"("e":"begin","group":"pkg","name":"adds up",)" + std::string{named_place}));
  BOOST_TEST(holds(failed.substr(failed.find("\"e\":\"report\"")), named_place));
  const auto crashed = events_of(begun, {true, 6});
  BOOST_TEST(holds(crashed.substr(crashed.find("\"e\":\"report\"")), named_place));
}

BOOST_AUTO_TEST_CASE(a_panic_of_a_trial_keeps_its_own_line) {
  const auto failed = events_of(
      report(R"(started", "name": "adds up")") +
          report(
              R"(failed", "name": "adds up", "stdout": "thread 'adds up' panicked at tests/ui.rs:40:9:\nno\n")"),
      {false, 101});
  BOOST_TEST(holds(failed.substr(failed.find("\"e\":\"report\"")), R"("file":"/w/tests/ui.rs","line":40)"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/output/panic.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::string_view with_trace = R"(printed before
thread 'tests::eq' (23917) panicked at crates/a/src/lib.rs:25:19:
assertion `left == right` failed: msg 1
  left: 2
 right: 3
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/5980/library/std/src/panicking.rs:689:5
   1: a::tests::helper
             at ./src/lib.rs:20:5
   2: a::tests::eq
             at ./src/lib.rs:25:19
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
printed after
)";

BOOST_AUTO_TEST_SUITE(rust_panic_text)

BOOST_AUTO_TEST_CASE(a_panic_has_its_thread_place_message_and_frames) {
  const auto panics = find_panics(with_trace);
  BOOST_REQUIRE(panics.size() == 1U);
  const auto& panic = panics[0];
  BOOST_TEST(panic.thread == "tests::eq");
  BOOST_CHECK((panic.where == location{"crates/a/src/lib.rs", 25}));
  BOOST_TEST(panic.column == 19U);
  BOOST_TEST(panic.message == "assertion `left == right` failed: msg 1\n  left: 2\n right: 3");
  BOOST_REQUIRE(panic.frames.size() == 3U);
  BOOST_TEST(panic.frames[1].function == "a::tests::helper");
  BOOST_CHECK((panic.frames[1].where == location{"./src/lib.rs", 20}));
}

BOOST_AUTO_TEST_CASE(before_1_73_the_message_is_quoted_and_comes_first) {
  const auto panics = find_panics(
      "thread 'tests::boom' panicked at 'boom', src/lib.rs:21:5\n"
      "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
      "thread 'tests::eq' panicked at 'assertion failed: `(left == right)`\n  left: `1`,\n right: `2`: "
      "it's', "
      "src/lib.rs:7:9\n");
  BOOST_REQUIRE(panics.size() == 2U);
  BOOST_TEST(panics[0].message == "boom");
  BOOST_CHECK((panics[0].where == location{"src/lib.rs", 21}));
  BOOST_TEST(panics[1].message == "assertion failed: `(left == right)`\n  left: `1`,\n right: `2`: it's");
  BOOST_CHECK((panics[1].where == location{"src/lib.rs", 7}));
}

BOOST_AUTO_TEST_CASE(several_panics_are_told_apart) {
  const auto panics = find_panics(
      "\nthread '<unnamed>' panicked at src/a.rs:1:2:\nfirst\n\nthread 'main' panicked at "
      "src/b.rs:3:4:\nsecond\n"
      "in two lines\n");
  BOOST_REQUIRE(panics.size() == 2U);
  BOOST_TEST(panics[0].thread == "<unnamed>");
  BOOST_TEST(panics[0].message == "first");
  BOOST_TEST(panics[1].message == "second\nin two lines");
}

BOOST_AUTO_TEST_CASE(output_without_a_line_end_stands_in_front) {
  const auto panics = find_panics("progress 50%thread 'x' panicked at src/a.rs:1:2:\nboom\n");
  BOOST_REQUIRE(panics.size() == 1U);
  BOOST_TEST(panics[0].thread == "x");
}

BOOST_AUTO_TEST_CASE(text_that_only_looks_like_a_panic_is_none) {
  for (const auto* text : {"", "panicked at src/a.rs:1:2:", "thread 'x' panicked at nowhere:\nboom\n",
                           "thread 'x' panicked at 'unfinished\n", "the thread panicked at noon"})
    BOOST_TEST(find_panics(text).empty(), text);
}

BOOST_AUTO_TEST_CASE(of_a_backtrace_the_packages_own_frames_are_kept) {
  BOOST_TEST(with_short_backtraces(with_trace) ==
             "printed before\nthread 'tests::eq' (23917) panicked at crates/a/src/lib.rs:25:19:\n"
             "assertion `left == right` failed: msg 1\n  left: 2\n right: 3\n"
             "   1: a::tests::helper\n             at ./src/lib.rs:20:5\n"
             "   2: a::tests::eq\n             at ./src/lib.rs:25:19\nprinted after");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust

#include "parsers/languages/rust/output/doc.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::rust {
namespace {

// As rustdoc 1.95 writes it, for a workspace of two packages.
constexpr std::string_view recorded = R"(
running 5 tests
test a/src/lib.rs - add (line 2) ... ok
test a/src/lib.rs - sub (line 6) ... FAILED
test a/src/lib.rs - sub2 (line 13) ... ignored
test a/src/lib.rs - sub2 (line 16) - compile fail ... ok
test a/src/lib.rs - sub2 (line 19) ... FAILED

failures:

---- a/src/lib.rs - sub (line 6) stdout ----
Test executable failed (exit status: 101).

stderr:

thread 'main' (23964) panicked at a/src/lib.rs:5:1:
assertion `left == right` failed: doc fails
  left: 3
 right: 4
failures:
test phantom - x (line 1) ... ok


---- a/src/lib.rs - sub2 (line 19) stdout ----
error: expected one of `!` or `::`, found `error`
  --> a/src/lib.rs:20:8
   |
20 | syntax error here

error: aborting due to 1 previous error

Couldn't compile the test.

failures:
    a/src/lib.rs - sub (line 6)
    a/src/lib.rs - sub2 (line 19)

test result: FAILED. 2 passed; 2 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.38s


running 2 tests
test b/src/lib.rs - go (line 1) ... ok
test b/src/lib.rs - stop (line 5) - should panic ... FAILED

failures:

---- b/src/lib.rs - stop (line 5) stdout ----
Test executable succeeded, but it's marked `should_panic`.

failures:
    b/src/lib.rs - stop (line 5)

test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s
)";

doc_options options() {
  return {"/w", {{"top (doc)", "/w"}, {"a (doc)", "/w/a"}, {"b (doc)", "/w/b"}}, {}};
}

std::string events_of(std::string_view text, doc_options how, std::size_t piece = 1 << 20) {
  std::string events;
  doc_reader reader{std::move(how), [&](auto line) { events += line; }};
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.finish();
  return events;
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

BOOST_AUTO_TEST_SUITE(rust_doc_tests)

BOOST_AUTO_TEST_CASE(a_section_tells_how_many_tests_it_has_and_when_it_is_done) {
  const auto all = events_of(recorded, options());
  BOOST_TEST(holds(all, "{\"e\":\"known\",\"group\":\"a (doc)\",\"count\":5}"));
  BOOST_TEST(holds(all, "{\"e\":\"done\",\"group\":\"a (doc)\"}"));
  BOOST_TEST(holds(all, "{\"e\":\"known\",\"group\":\"b (doc)\",\"count\":2}"));
  const auto half = events_of(recorded.substr(0, recorded.find("test a/src/lib.rs - sub2")), options());
  BOOST_TEST(holds(half, "\"count\":5"));
  BOOST_TEST(!holds(half, "done"));
  auto one = options();
  one.packages.resize(1);
  BOOST_TEST(events_of("running 3 tests\n", one) ==
             "{\"e\":\"known\",\"group\":\"top (doc)\",\"count\":3}\n");
  one.wanted = [](const auto&, const auto&) { return true; };
  BOOST_TEST(events_of("running 3 tests\n", one).empty());
}

BOOST_AUTO_TEST_CASE(every_result_belongs_to_its_package) {
  const auto events = events_of(recorded, options());
  for (const auto* line :
       {R"x({"e":"report","group":"a (doc)","name":"a/src/lib.rs - add (line 2)","outcome":"passed"})x",
        R"x({"e":"report","group":"a (doc)","name":"a/src/lib.rs - sub2 (line 13)","outcome":"skipped"})x",
        R"x({"e":"report","group":"a (doc)","name":"a/src/lib.rs - sub2 (line 16)","outcome":"passed"})x",
        R"x({"e":"report","group":"b (doc)","name":"b/src/lib.rs - go (line 1)","outcome":"passed"})x"})
    BOOST_TEST(holds(events, line), line);
  BOOST_TEST(!holds(events, "\"name\":\"phantom"));
}

BOOST_AUTO_TEST_CASE(failures_stand_where_their_code_begins) {
  const auto events = events_of(recorded, options());
  BOOST_TEST(holds(
      events,
      R"("kind":"assertion","role":"doc block","message":"assertion `left == right` failed: doc fails)"));
  BOOST_TEST(holds(events, R"("file":"/w/a/src/lib.rs","line":6)"));
  BOOST_TEST(holds(
      events,
      R"("kind":"error","role":"doc block","message":"error: expected one of `!` or `::`, found `error`",)"
      R"("file":"/w/a/src/lib.rs","line":20)"));
  BOOST_TEST(holds(
      events,
      R"("kind":"assertion","role":"doc block","message":"Test executable succeeded, but it's marked)"));
}

// Of the code that rustdoc makes of a block only the block's own place is known.
BOOST_AUTO_TEST_CASE(a_panic_below_an_example_says_where_it_was_raised) {
  const auto failed = [](const std::string& place, const std::string& frames) {
    return events_of(
        "\nrunning 1 test\ntest a/src/lib.rs - add (line 2) ... FAILED\n\nfailures:\n\n"
        "---- a/src/lib.rs - add (line 2) stdout ----\nTest executable failed (exit status: 101).\n\n"
        "stderr:\n\nthread 'main' (7) panicked at " +
            place + ":\nboom\nstack backtrace:\n" + frames +
            "   3: rust_out::main::_doctest_main_a_src_lib_rs_2_0\n   4: rust_out::main\n\n\n"
            "failures:\n    a/src/lib.rs - add (line 2)\n\ntest result: FAILED. 0 passed; 1 failed\n",
        options());
  };
  BOOST_TEST(holds(failed("a/src/lib.rs:14:5", "   2: a::boom\n             at ./src/lib.rs:14:5\n"),
                   R"("line":2,"raised_file":"/w/a/src/lib.rs","raised_line":14)"));
  BOOST_TEST(!holds(failed("a/src/lib.rs:6:1", ""), "raised_"));
  BOOST_TEST(holds(failed("a/src/other.rs:63:13", ""),
                   R"("line":2,"raised_file":"/w/a/src/other.rs","raised_line":63)"));
  BOOST_TEST(!holds(failed("/rustc/1/library/core/src/option.rs:9:1", ""), "raised_"));
}

BOOST_AUTO_TEST_CASE(any_split_gives_the_same) {
  BOOST_TEST(events_of(recorded, options(), 1) == events_of(recorded, options()));
}

BOOST_AUTO_TEST_CASE(what_was_not_asked_for_is_not_reported) {
  auto how = options();
  how.wanted = [](const std::string&, const std::string& name) {
    return name.find("(line 2)") != std::string::npos;
  };
  BOOST_TEST(events_of(recorded, how) ==
             "{\"e\":\"begin\",\"group\":\"a (doc)\",\"name\":\"a/src/lib.rs - add (line "
             "2)\",\"file\":\"/w/a/src/lib.rs\",\"line\":2}\n"
             "{\"e\":\"report\",\"group\":\"a (doc)\",\"name\":\"a/src/lib.rs - add (line "
             "2)\",\"outcome\":\"passed\"}\n");
}

BOOST_AUTO_TEST_CASE(a_name_is_a_place) {
  BOOST_CHECK((place_of_doc_test("a/src/lib.rs - add (line 2)", "/w") == location{"/w/a/src/lib.rs", 2}));
  BOOST_CHECK((place_of_doc_test("src/lib.rs - (line 12)", "/w") == location{"/w/src/lib.rs", 12}));
  BOOST_CHECK((place_of_doc_test("nonsense", "/w") == location{"/w/nonsense", 0}));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::rust

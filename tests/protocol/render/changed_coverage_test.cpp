// What is said of changed lines: both halves, and the line of a run.
#include "protocol/render/coverage/changed_coverage.hpp"
#include <boost/test/unit_test.hpp>
#include <string>

using namespace covey::protocol;
using covey::parsers::changed_coverage;
using covey::parsers::changed_file_lines;
using covey::parsers::edit_kind;

namespace {

changed_coverage sample() {
  changed_file_lines cart{
      .file = "src/cart.py",
      .missed = {{.lines = {44, 46}, .function = "Cart.total", .text = "if rate < 0:\n    # no\n    raise"},
                 {.lines = {60, 90}, .text = "x = [\n    1,"}},
      .ran = {{40, 43}, {48, 48}},
      .unknown = {{51, 52}},
      .ran_count = 5,
      .missed_count = 20,
      .unknown_count = 2,
      .no_code = 1,
      .older_in = 7};
  cart.tests = {
      {.lines = {{40, 43}}, .tests = {{"t.py", "test_a"}, {"t.py", "test_b"}, {"u.py", "test_c"}}, .all = 9},
      {.lines = {{48, 48}}, .tests = {{"t.py", "test_a"}}, .all = 1}};
  changed_file_lines fresh{.file = "src/new.py",
                           .kind = edit_kind::created,
                           .unknown = {{1, 5}},
                           .unknown_count = 5,
                           .is_measured = false};
  return {.base = "HEAD",
          .commit = "0123456789abcdef0123456789abcdef01234567",
          .run = 7,
          .unit = covey::parsers::attribution::test,
          .files = {cart, fresh},
          .ran = 5,
          .missed = 20,
          .unknown = 7,
          .no_code = 1,
          .regressed = {{"src/tax.py", {{3, 4}}}},
          .regressed_since = 6};
}

tool_answer rendered(const changed_coverage& of, std::size_t bytes = default_answer_bytes,
                     std::size_t limit = 50) {
  const coverage_source from{.name = "run 7",
                             .notes = {"the coverage of run 7 is of a part of the tests only: cut"}};
  return render_changed_coverage({.lines = of, .from = from, .limit = limit, .bytes = bytes});
}

std::string headline(const changed_coverage& of) {
  const auto text = rendered(of).text;
  return text.substr(0, text.find('\n'));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(changed_coverage_words)

BOOST_AUTO_TEST_CASE(lines_that_did_not_run_stand_with_their_source_and_their_function) {
  const auto answer = rendered(sample());
  BOOST_TEST(
      answer.text ==
      "20 of 25 changed lines that can run did not run in run 7; 7 more are unknown (base HEAD, 2 files).\n\n"
      "src/cart.py: 5 of 25 ran, 2 unknown: newer than run 7\n"
      "  44-46 did not run, in Cart.total\n"
      "    44 | if rate < 0:\n"
      "    45 |     # no\n"
      "    46 |     raise\n"
      "  60-90 did not run\n"
      "    60 | x = [\n"
      "    61 |     1,\n"
      "    … 29 lines more\n"
      "  51-52 unknown\n"
      "  40-43 ran in 9 tests: t.py: test_a, test_b; u.py: test_c and 6 more\n"
      "  48 ran in 1 test: t.py: test_a\n"
      "src/new.py (new): 5 unknown: not in the coverage: no measured test loaded it\n"
      "\nunchanged lines that ran in run 6 and do not now:\n  src/tax.py 3-4\n"
      "\nnote: the coverage of run 7 is of a part of the tests only: cut");
  const auto& told = answer.structured;
  BOOST_TEST(told.at("status") == "missed");
  BOOST_TEST(told.at("percent") == 20);
  BOOST_TEST(to_text(told.at("files").as_array()[0].at("missed")) == "[[44,46],[60,90]]");
  BOOST_TEST(to_text(told.at("regressed")) == R"([{"file":"src/tax.py","lines":[[3,4]]}])");
  BOOST_TEST(to_text(told).size() * 10 <= answer.text.size() * 13);
}

BOOST_AUTO_TEST_CASE(the_headline_never_says_that_all_ran_without_what_is_unknown) {
  changed_coverage of{.base = "HEAD", .run = 3};
  BOOST_TEST(headline(of) == "No line of a source has changed since HEAD.");
  of.others = 1;
  BOOST_TEST(headline(of) == "No line of a measured source has changed since HEAD; 1 other file has.");
  of.no_code = 2;
  BOOST_TEST(headline(of) == "No changed line can run (base HEAD, 0 files).");
  of.unknown = 1;
  BOOST_TEST(headline(of) ==
             "Of no changed line is it known whether it ran; 1 is unknown (base HEAD, 0 files).");
  of.ran = 1;
  BOOST_TEST(headline(of) ==
             "The changed line that can run ran in run 3; 1 more is unknown (base HEAD, 0 files).");
  of.ran = 2;
  of.unknown = 0;
  of.of_several = true;
  of.base_run = 2;
  BOOST_TEST(headline(of) ==
             "All 2 changed lines that can run ran in run 3 or before (base run 2, 0 files).");
  of.missed = 1;
  BOOST_TEST(headline(of) ==
             "1 of 3 changed lines that can run did not run in run 3 or before (base run 2, 0 files).");
  BOOST_TEST(rendered({.base = "HEAD", .run = 3}).structured.at("percent").is_null());
}

BOOST_AUTO_TEST_CASE(an_answer_that_leaves_files_out_says_so_first) {
  const auto answer = rendered({.base = "HEAD", .run = 3, .is_cut = true});
  BOOST_TEST(answer.text.starts_with("No line of a source has changed since HEAD. Files are left out.\n"));
  BOOST_TEST(answer.structured.at("status") == "unknown");
  BOOST_TEST(answer.structured.at("incomplete") == true);
  auto of = sample();
  of.is_cut = true;
  BOOST_TEST(changed_line(of).starts_with("changed lines: 5 of 25 ran, 7 unknown (files are left out); not run: "));
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_counted) {
  auto of = sample();
  for (int i = 0; i < 100; ++i) of.files.push_back(of.files[0]);
  for (const std::size_t bytes : {2'000u, 20'000u}) {
    const auto answer = rendered(of, bytes);
    BOOST_TEST(answer.text.size() <= bytes);
    BOOST_TEST(to_text(answer.structured).size() <= bytes);
    BOOST_TEST(answer.structured.contains("files_left_out"));
    BOOST_TEST(answer.text.find("more files; pass files") != std::string::npos);
  }
  BOOST_TEST(rendered(of, default_answer_bytes, 1).structured.at("files_left_out") == 101);
}

BOOST_AUTO_TEST_CASE(a_hostile_name_forges_no_line) {
  auto of = sample();
  of.files[0].file = "a\n5 of 5 ran\x1b[2J.py";
  of.files[0].missed[0].text = "x\x1b[2J";
  const auto text = rendered(of).text;
  BOOST_TEST(text.find("a\\n5 of 5 ran\\x1b[2J.py: ") != std::string::npos);
  BOOST_TEST(text.find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_line_of_a_run_names_what_did_not_run) {
  BOOST_TEST(changed_line(sample()) ==
             "changed lines: 5 of 25 ran, 7 unknown; not run: src/cart.py 44-46, 60-90");
  auto started = sample();
  started.starts_processes = true;
  BOOST_TEST(changed_line(started).ends_with(", 60-90 (unless a process that a test starts runs them)"));
  changed_coverage of{.base = "HEAD"};
  BOOST_TEST(changed_line(of) == "");
  of.files = {sample().files[1]};
  of.unknown = 5;
  BOOST_TEST(changed_line(of) == "changed lines: 5 unknown: src/new.py 1-5");
  of.ran = 2;
  BOOST_TEST(changed_line(of) == "changed lines: 2 of 2 ran, 5 unknown: src/new.py 1-5");
  for (int i = 0; i < 9; ++i) of.files.push_back(sample().files[0]);
  of.missed = 9;
  BOOST_TEST(changed_line(of).ends_with(", src/cart.py 44-46, 60-90 and in 4 more files (diff_coverage)"));
}

BOOST_AUTO_TEST_SUITE_END()

#include "parsers/languages/git_diff.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <string>
#include <string_view>

namespace covey::parsers {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using lines = std::vector<std::uint32_t>;

file_edits edits(lines which) {
  return {true, std::move(which)};
}

BOOST_AUTO_TEST_SUITE(git_diff)

BOOST_AUTO_TEST_CASE(lines_that_are_new_or_have_changed_are_edited) {
  const auto all = edits_in_patch(
      "diff --git a/src/a.py b/src/a.py\n"
      "index 01e79c3..b6fc4c6 100644\n"
      "--- a/src/a.py\n"
      "+++ b/src/a.py\n"
      "@@ -2 +2 @@ def add(a, b):\n"
      "-    return a + b\n"
      "+    return a - b\n"
      "@@ -7,0 +8,2 @@ def sub(a, b):\n"
      "+    x = 1\n"
      "+    y = 2\n"
      "diff --git a/b.go b/b.go\n"
      "--- a/b.go\n"
      "+++ b/b.go\n"
      "@@ -1,2 +1 @@\n"
      "-a\n"
      "-b\n"
      "+c\n");
  BOOST_TEST((all == edited_files{{"src/a.py", edits({2, 8, 9})}, {"b.go", edits({1})}}));
}

BOOST_AUTO_TEST_CASE(where_lines_were_taken_out_their_neighbours_are) {
  const auto all = edits_in_patch(
      "diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n"
      "@@ -1 +0,0 @@\n-first\n"
      "@@ -5,2 +4,0 @@\n-fifth\n-sixth\n");
  BOOST_TEST((all == edited_files{{"a.js", edits({1, 4, 5})}}));
}

// As changes to a test of a reader of patches, or to this file, are.
BOOST_AUTO_TEST_CASE(lines_of_a_hunk_may_look_like_a_patch) {
  const auto all = edits_in_patch(
      "diff --git a/a.txt b/a.txt\n--- a/a.txt\n+++ b/a.txt\n"
      "@@ -3,2 +3,3 @@\n"
      "--- a/no.py\n"
      "-diff --git a/no.py b/no.py\n"
      "+++ b/no.py\n"
      "+@@ -1 +1 @@\n"
      "+diff --git a/no.py b/no.py\n"
      "\\ No newline at end of file\n"
      "@@ -9 +10 @@\n-x\n+y\n");
  BOOST_TEST((all == edited_files{{"a.txt", edits({3, 4, 5, 10})}}));
}

// GIT_DIFF_OPTS goes before -U0.
BOOST_AUTO_TEST_CASE(context_is_no_edit) {
  const auto all = edits_in_patch(
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,5 +1,6 @@\n one\n-two\n+zwei\n+drei\n three\n four\n-x\n+y\n");
  BOOST_TEST((all == edited_files{{"a", edits({2, 3, 6})}}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_gone_or_binary_or_whose_name_is_quoted_has_no_lines) {
  const auto all = edits_in_patch(
      "diff --git a/gone.py b/gone.py\ndeleted file mode 100644\n--- a/gone.py\n+++ /dev/null\n"
      "@@ -1,2 +0,0 @@\n-a\n-b\n"
      "diff --git a/i.png b/i.png\nBinary files a/i.png and b/i.png differ\n"
      "diff --git \"a/a\\\"b.py\" \"b/a\\\"b.py\"\n--- \"a/a\\\"b.py\"\n+++ \"b/a\\\"b.py\"\n@@ -1 +1 @@\n-a\n+b\n"
      "diff --git a/two words.py b/two words.py\n--- a/two words.py\t\n+++ b/two words.py\t\n@@ -1 +1 @@\n-a\n+b\n");
  BOOST_TEST((all == edited_files{{"two words.py", edits({1})}}));
}

BOOST_AUTO_TEST_CASE(what_is_no_patch_ends_it) {
  const auto known = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n"s;
  for (const auto* rest : {"@@ -x +1 @@\n", "@@ -1 1 @@\n", "@@ -1 +99999999999999999999 @@\n", "@@"})
    BOOST_TEST((edits_in_patch(known + rest + "@@ -7 +7 @@\n") == edited_files{{"a", edits({1})}}));
  BOOST_TEST(edits_in_patch("warning: something\n").empty());
  BOOST_TEST(edits_in_patch("").empty());
}

BOOST_AUTO_TEST_CASE(a_count_beyond_what_is_there_costs_no_memory) {
  const auto all = edits_in_patch("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,4294967295 @@\n+b\n");
  BOOST_TEST(all.at("a").lines->size() <= 1u);
}

BOOST_AUTO_TEST_CASE(an_untracked_file_is_edited_as_a_whole) {
  edited_files all;
  add_untracked(all, "src/new.py\0odd\nname.py\0cut"sv);
  BOOST_TEST((all == edited_files{{"src/new.py", {true, {}}}, {"odd\nname.py", {true, {}}}}));
}

BOOST_AUTO_TEST_CASE(the_questions_lock_nothing_and_start_no_program_of_the_repository) {
  for (const auto& asked : {settings_question("/w"), *diff_question("/w", ""), untracked_question("/w")}) {
    BOOST_TEST(asked.cwd == "/w");
    const auto has = [&](const char* word) {
      return std::find(asked.argv.begin(), asked.argv.end(), word) != asked.argv.end();
    };
    BOOST_TEST(has("--no-optional-locks"));
    BOOST_TEST(has("core.fsmonitor=false"));
    BOOST_TEST((has("ls-files") || has("config") || (has("--no-ext-diff") && has("--no-textconv"))));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

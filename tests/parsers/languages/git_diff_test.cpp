#include "parsers/languages/git_diff.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;
using lines = std::vector<std::uint32_t>;

// `added`: those that are no neighbours of removed ones; nothing: all are added.
file_edits edits(lines which, std::optional<std::vector<line_range>> added = {}) {
  file_edits out{.any = true, .lines = which, .added = added.value_or(std::vector<line_range>{})};
  for (std::size_t i = 0; !added && i < which.size(); ++i)
    if (i > 0 && which[i - 1] + 1 == which[i])
      out.added.back().last = which[i];
    else
      out.added.push_back({which[i], which[i]});
  return out;
}

file_edits whole(edit_kind kind) {
  return {.any = true, .kind = kind};
}

edited_files files_in(std::string_view patch) {
  return edits_in_patch(patch).files;
}

BOOST_AUTO_TEST_SUITE(git_diff)

BOOST_AUTO_TEST_CASE(lines_that_are_new_or_have_changed_are_edited) {
  const auto all = files_in(
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
  const auto all = files_in(
      "diff --git a/a.js b/a.js\n--- a/a.js\n+++ b/a.js\n"
      "@@ -1 +0,0 @@\n-first\n"
      "@@ -5,2 +4,0 @@\n-fifth\n-sixth\n");
  BOOST_TEST((all == edited_files{{"a.js", edits({1, 4, 5}, std::vector<line_range>{})}}));
}

// As changes to a test of a reader of patches, or to this file, are.
BOOST_AUTO_TEST_CASE(lines_of_a_hunk_may_look_like_a_patch) {
  const auto all = files_in(
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
  const auto all = files_in(
      "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,5 +1,6 @@\n one\n-two\n+zwei\n+drei\n three\n four\n-x\n+y\n");
  BOOST_TEST((all == edited_files{{"a", edits({2, 3, 6})}}));
}

BOOST_AUTO_TEST_CASE(of_a_file_that_is_gone_or_binary_no_lines_are_known) {
  const auto all = files_in(
      "diff --git a/gone.py b/gone.py\ndeleted file mode 100644\n--- a/gone.py\n+++ /dev/null\n"
      "@@ -1,2 +0,0 @@\n-a\n-b\n"
      "diff --git a/i b/i.png b/i b/i.png\nBinary files a/i b/i.png and b/i b/i.png differ\n"
      "diff --git a/empty.py b/empty.py\nnew file mode 100644\nindex 000..e69\n"
      "diff --git a/run.sh b/run.sh\nold mode 100644\nnew mode 100755\n");
  auto binary = whole(edit_kind::modified);
  binary.is_binary = true;
  BOOST_TEST((all == edited_files{{"gone.py", whole(edit_kind::removed)},
                                  {"i b/i.png", binary},
                                  {"empty.py", whole(edit_kind::created)},
                                  {"run.sh", whole(edit_kind::modified)}}));
}

BOOST_AUTO_TEST_CASE(names_are_read_as_git_quotes_them) {
  const auto all = files_in(
      "diff --git \"a/a\\\"b\\t\\303\\244.py\" \"b/a\\\"b\\t\\303\\244.py\"\n--- \"a/a\\\"b\\t\\303\\244.py\"\n"
      "+++ \"b/a\\\"b\\t\\303\\244.py\"\n@@ -1 +1 @@\n-a\n+b\n"
      "diff --git a/two words.py b/two words.py\n--- a/two words.py\t\n+++ b/two words.py\t\n@@ -1 +1 @@\n-a\n+b\n"
      "diff --git \"a/line\\nfeed\" \"b/line\\nfeed\"\nnew file mode 100644\n"
      "diff --git \"a/broken\\q\" \"b/broken\\q\"\n+++ \"b/broken\\q\"\n@@ -1 +1 @@\n-a\n+b\n");
  BOOST_TEST((all == edited_files{{"a\"b\t\xc3\xa4.py", edits({1})},
                                  {"two words.py", edits({1})},
                                  {"line\nfeed", whole(edit_kind::created)}}));
}

BOOST_AUTO_TEST_CASE(a_renamed_file_has_the_lines_that_are_other) {
  const auto all = files_in(
      "diff --git a/was here.py b/is.py\nsimilarity index 90%\nrename from was here.py\nrename to is.py\n"
      "--- a/was here.py\t\n+++ b/is.py\n@@ -3 +3 @@\n-a\n+b\n"
      "diff --git a/x/same.py b/y/same.py\nsimilarity index 100%\nrename from x/same.py\nrename to y/same.py\n");
  auto is = edits({3});
  is.kind = edit_kind::renamed;
  is.was = "was here.py";
  auto same = whole(edit_kind::renamed);
  same.was = "x/same.py";
  BOOST_TEST((all == edited_files{{"was here.py", whole(edit_kind::removed)},
                                  {"is.py", is},
                                  {"x/same.py", whole(edit_kind::removed)},
                                  {"y/same.py", same}}));
}

BOOST_AUTO_TEST_CASE(of_a_repository_within_it_only_that_it_is_another_is_told) {
  auto all = edits_in_patch(
      "diff --git a/sub b/sub\nindex 1111111..2222222 160000\n--- a/sub\n+++ b/sub\n@@ -1 +1 @@\n"
      "-Subproject commit 1111111\n+Subproject commit 2222222\n");
  add_untracked(all, "clone/\0"sv);
  BOOST_TEST(all.files.empty());
  BOOST_TEST((all.repositories == std::vector<std::string>{"sub", "clone"}));
}

BOOST_AUTO_TEST_CASE(a_file_that_is_a_link_now_is_another) {
  const auto all = files_in(
      "diff --git a/a.py b/a.py\ndeleted file mode 100644\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
      "diff --git a/a.py b/a.py\nnew file mode 120000\n--- /dev/null\n+++ b/a.py\n@@ -0,0 +1 @@\n+b.py\n"
      "\\ No newline at end of file\n");
  BOOST_TEST((all == edited_files{{"a.py", edits({1})}}));
}

BOOST_AUTO_TEST_CASE(what_is_no_patch_ends_it) {
  const auto known = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n"s;
  for (const auto* rest : {"@@ -x +1 @@\n", "@@ -1 1 @@\n", "@@ -1 +99999999999999999999 @@\n", "@@"})
    BOOST_TEST((files_in(known + rest + "@@ -7 +7 @@\n") == edited_files{{"a", edits({1})}}));
  BOOST_TEST(files_in("warning: something\n").empty());
  BOOST_TEST(files_in("").empty());
}

BOOST_AUTO_TEST_CASE(a_count_beyond_what_is_there_costs_no_memory) {
  const auto all = files_in("diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,4294967295 @@\n+b\n");
  BOOST_TEST(all.at("a").lines->size() <= 1u);
}

BOOST_AUTO_TEST_CASE(an_untracked_file_is_edited_as_a_whole) {
  patch_edits all;
  add_untracked(all, "src/new.py\0odd\nname.py\0cut"sv);
  BOOST_TEST((all.files == edited_files{{"src/new.py", whole(edit_kind::created)},
                                        {"odd\nname.py", whole(edit_kind::created)}}));
}

BOOST_AUTO_TEST_CASE(the_questions_lock_nothing_and_start_no_program_of_the_repository) {
  for (const auto& asked : {settings_question("/w"), *diff_question("/w", "", "HEAD"), untracked_question("/w")}) {
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

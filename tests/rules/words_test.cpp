// One word for one thing, and the field's word where it has one: in identifiers, in comments and in the pages.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

using namespace covey::testing;

namespace {

struct old_word {
  std::string_view begins;  // an identifier
  std::string_view say;
};

constexpr std::array<old_word, 30> old_words{{
    {"tree_watch", "fingerprint_reader"},
    {"tree_age", "run_freshness"},
    {"tree_state", "fingerprinter"},
    {"tree_contents", "fingerprint"},
    {"seen_trees", "run_fingerprints"},
    {"look_at_tree", "get_fingerprint"},
    {"run_news", "partial_run"},
    {"render_news", "render_partial_run"},
    {"tell_news", "get_partial_run"},
    {"hand_out", "detach"},
    {"handed_out", "detached"},
    {"leave_run", "unsubscribe"},
    {"told_its_id", "detached"},
    {"most_", "max_"},
    {"told_of", "replaced_of"},
    {"maximum_", "max_"},
    {"longest_", "max_"},
    {"deepest_", "max_"},
    {"careful_parser", "exception_barrier"},
    {"test_census", "expected_tests"},
    {"usual_", "default_"},
    {"loose_count", "lenient_count"},
    {"product_folders", "generated_folders"},
    {"script_part", "parsed_command"},
    {"script_job", "scheduled_command"},
    {"runner_task", "scheduled_command"},
    {"complaint", "diagnostic"},
    {"joint", "separator"},
    {"both_halves", "json_answer"},
    {"failure_lines", "lines_of"},
}};

// Words of prose, whole and in lower case. What stands in quotes or backticks is somebody's text, and may have them.
constexpr std::array<old_word, 23> old_phrases{{
    {"complaint", "diagnostic"},
    {"complaints", "diagnostics"},
    {"joint", "separator"},
    {"joints", "separators"},
    {"pick", "select"},
    {"picks", "selects"},
    {"picked", "selected"},
    {"picking", "selecting"},
    {"whoever", "who it is: the caller, a client, a test"},
    {"dear", "slow, large or costly"},
    {"dearer", "slower, larger or more costly"},
    {"dearest", "slowest, largest or most costly"},
    {"census", "expected tests"},
    {"byte a line", "byte per line"},
    {"bytes a line", "bytes per line"},
    {"bytes a byte", "bytes per byte"},
    {"run news", "partial run"},
    {"tree watch", "fingerprint reader"},
    {"tree age", "freshness"},
    {"hand out a run", "detach"},
    {"handed out", "detached"},
    {"what there is of it", "what was read so far"},
    {"script job", "scheduled command"},
}};

// The identifiers of a line.
std::vector<std::string_view> identifiers_of(std::string_view line) {
  const auto is_part = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < line.size();) {
    auto end = at;
    while (end < line.size() && is_part(line[end])) ++end;
    if (end > at) out.push_back(line.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return out;
}

bool is_page(const source_file& file) {
  return file.has_extension(".md") && file.path != "CHANGELOG.md" && !file.is_below("changelog");
}

// What begins a comment of the file; empty: it is none of ours, or has no comments.
std::string_view comment_mark(const source_file& file) {
  const auto is_one_of = [&](std::initializer_list<const char*> extensions) {
    return std::any_of(extensions.begin(), extensions.end(),
                       [&](auto one) { return file.has_extension(one); });
  };
  if (is_one_of({".cpp", ".hpp"})) return "//";
  if (file.is_below("tests") || file.is_below("examples") || file.path == "LICENSE") return "";
  if (is_one_of({".cjs", ".mjs", ".js", ".go", ".rs"})) return "//";
  return is_one_of({".py", ".jl", ".sh", ".cmake", ""}) ? "#" : "";
}

// The words of a text in lower case, with one blank before and behind each; without what is in backticks or quotes.
std::string prose(std::string_view text) {
  std::string out = " ";
  char quote = '\0';
  for (const char c : text) {
    if (quote != '\0' || c == '`' || c == '"') {
      quote = quote == '\0' ? c : quote == c ? '\0' : quote;
      continue;
    }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' || c == '_' || c == '-')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (out.back() != ' ')
      out += ' ';
  }
  return out.back() == ' ' ? out : out + " ";
}

// Nothing, if it has none of the old phrases.
const old_word* phrase_in(std::string_view text) {
  const auto words = prose(text);
  const auto found = std::find_if(old_phrases.begin(), old_phrases.end(), [&](const auto& old) {
    return words.find(" " + std::string{old.begins} + " ") != std::string::npos;
  });
  return found == old_phrases.end() ? nullptr : &*found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(words)

BOOST_AUTO_TEST_CASE(what_has_a_new_name_is_called_by_it) {
  std::size_t looked_at = 0;
  for (const auto& file : cpp_files()) {
    if (!is_product(file)) continue;
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      for (const auto word : identifiers_of(file.lines[i])) {
        ++looked_at;
        for (const auto& old : old_words)
          BOOST_CHECK_MESSAGE(!word.starts_with(old.begins),
                              file.path << ":" << i + 1 << ": say " << old.say << " for " << old.begins);
      }
  }
  BOOST_TEST(looked_at > 100'000u);
}

BOOST_AUTO_TEST_CASE(comments_and_pages_use_the_same_words) {
  std::size_t looked_at = 0;
  for (const auto& file : project_files()) {
    const auto mark = comment_mark(file);
    if (mark.empty() && !is_page(file)) continue;
    bool in_block = false;  // of code, in a page
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const std::string_view line = file.lines[i];
      if (mark.empty() && line.starts_with("```")) in_block = !in_block;
      const auto begin = mark.empty() ? 0 : line.find(mark);
      if (in_block || begin == line.npos) continue;
      ++looked_at;
      if (const auto* old = phrase_in(line.substr(begin)))
        BOOST_ERROR(file.path << ":" << i + 1 << ": say \"" << old->say << "\" for \"" << old->begins
                              << "\"");
    }
  }
  BOOST_TEST(looked_at > 10'000u);
}

BOOST_AUTO_TEST_CASE(old_phrases_are_found_as_whole_words) {
  BOOST_TEST(phrase_in("A name, its joint and a title.") != nullptr);
  BOOST_TEST(phrase_in("Whoever asks") != nullptr);
  BOOST_TEST(phrase_in("`--picked`, \"of picked tests only\", jointly") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()

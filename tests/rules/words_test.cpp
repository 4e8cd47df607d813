// One word for one thing, and the field's word where it has one: what had other names keeps its new one.
#include "tests/rules/source_tree.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

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

BOOST_AUTO_TEST_SUITE_END()

#include "tests/languages/common/e2e/outcome_table.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <iterator>
#include <optional>

namespace covey::testing {
namespace {

struct row {
  std::string_view project;
  std::string_view label;
  std::string_view outcome;  // "passed", "failed", "skipped", "error"
  std::string_view kind;
  std::string_view message;  // contained in it
  std::string_view expected;
  std::string_view actual;
  bool two_texts = false;  // "alpha\nbeta\ngamma" against "alpha\nBETA\ngamma"
};

// Known before other files' constants are made of it.
constexpr row table[] = {
    {"outcomes", "passes", "passed", "", "", "", ""},
    {"outcomes", "fails_equal", "failed", "assertion", "", "2", "3"},
    {"outcomes", "fails_text", "failed", "assertion", "", "", "", true},
    {"outcomes", "raises", "failed", "panic", "boom", "", ""},
    {"outcomes", "raises_in_source", "failed", "panic", "", "", ""},
    {"outcomes", "is_skipped", "skipped", "", "", "", ""},
    {"outcomes", "expected_to_fail", "skipped", "", "", "", ""},
    {"outcomes", "param_1", "passed", "", "", "", ""},
    {"outcomes", "param_2", "failed", "assertion", "", "", ""},
    {"outcomes", "param_3", "passed", "", "", "", ""},
    {"outcomes", "deep_passes", "passed", "", "", "", ""},
    {"outcomes", "deep_fails", "failed", "assertion", "", "", ""},
    {"outcomes", "noisy", "passed", "", "", "", ""},
    {"outcomes", "日本語", "passed", "", "", "", ""},
    {"outcomes", "setup_fails", "error", "error", "no setup", "", ""},
    {"broken", "passes", "passed", "", "", "", ""},
    {"broken", "missing_import", "error", "error", "", "", ""},
    {"broken", "syntax_error", "error", "error", "", "", ""},
    {"crash", "passes", "passed", "", "", "", ""},
    {"crash", "crashes", "failed", "crash", "", "", ""},
};

const row& row_of(std::string_view project, std::string_view label) {
  const auto* it = std::find_if(std::begin(table), std::end(table),
                                [&](const row& r) { return r.project == project && r.label == label; });
  BOOST_REQUIRE_MESSAGE(it != std::end(table), project << " has no case " << label);
  return *it;
}

std::string text_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_string() ? std::string{value->get_string()} : std::string{};
}

// The line of the file that says "HERE: label"; 0: none does.
std::int64_t marked_line(const std::string& file, std::string_view label) {
  const auto lines = lines_of(file);
  const auto mark = "HERE: " + std::string{label};
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto at = lines[i].find(mark);
    if (at == std::string::npos) continue;
    const auto after = at + mark.size();
    const bool whole = after == lines[i].size() ||
                       !(std::isalnum(static_cast<unsigned char>(lines[i][after])) || lines[i][after] == '_');
    if (whole) return static_cast<std::int64_t>(i + 1);
  }
  return 0;
}

// A language whose assertions do not know which value was expected calls them left and right.
std::string value_of(const json::object& failure, const char* name, const char* side) {
  return text_at(failure, failure.contains(side) ? side : name);
}

// expected is "alpha\nbeta\ngamma" and actual "alpha\nBETA\ngamma", or a diff between them.
void check_two_texts(const json::object& failure) {
  const auto diff = text_at(failure, "diff");
  const bool by_diff = diff.find("-beta") != std::string::npos && diff.find("+BETA") != std::string::npos;
  const bool by_values = value_of(failure, "expected", "right").find("beta") != std::string::npos &&
                         value_of(failure, "actual", "left").find("BETA") != std::string::npos;
  BOOST_CHECK_MESSAGE(by_diff || by_values, "no difference in " << json::serialize(failure));
}

void check_failure(const json::object& failure, const row& wanted, const std::string& workspace) {
  const auto said = json::serialize(failure);
  BOOST_CHECK_MESSAGE(text_at(failure, "kind") == wanted.kind, wanted.label << ": kind of " << said);
  BOOST_CHECK_MESSAGE(text_at(failure, "message").find(wanted.message) != std::string::npos,
                      wanted.label << ": message of " << said);
  if (!wanted.expected.empty())
    BOOST_CHECK_MESSAGE(value_of(failure, "expected", "right") == wanted.expected,
                        wanted.label << ": expected of " << said);
  if (!wanted.actual.empty())
    BOOST_CHECK_MESSAGE(value_of(failure, "actual", "left") == wanted.actual,
                        wanted.label << ": actual of " << said);
  if (wanted.two_texts) check_two_texts(failure);
  const auto file = text_at(failure, "file");
  if (wanted.kind == "crash" && file.empty()) return;  // a runner may not know where the test stands
  BOOST_CHECK_MESSAGE(!file.empty() && file.front() != '/', wanted.label << ": file of " << said);
  const auto marked = marked_line(workspace + "/" + file, wanted.label);
  if (marked == 0) return;
  const auto* line = failure.if_contains("line");
  BOOST_CHECK_MESSAGE(line != nullptr && line->is_int64() && line->get_int64() == marked,
                      wanted.label << ": line " << marked << " of " << said);
}

std::string counts_text(const json::object& run) {
  const auto& counts = run.at("counts").as_object();
  const auto at = [&](std::string_view name) {
    return std::string{name} + " " + json::serialize(counts.at(name));
  };
  return at("passed") + ", " + at("failed") + ", " + at("skipped") + ", " + at("errors");
}

const json::object* find_failure(const json::array& failures, std::string_view full_name) {
  for (const auto& failure : failures)
    if (text_at(failure.as_object(), "name") == full_name) return &failure.as_object();
  return nullptr;
}

}  // namespace

std::vector<present_case> red_in(std::string_view project, const std::vector<present_case>& cases) {
  std::vector<present_case> out;
  for (const auto& one : cases)
    for (const auto& row : table)
      if (row.project == project && row.label == one.label && !row.kind.empty()) out.push_back(one);
  return out;
}

void expect_table(const json::object& run, const std::string& workspace, std::string_view project,
                  const std::vector<present_case>& cases) {
  std::map<std::string_view, int> counts;
  const auto& failures = run.at("failures").as_array();
  for (const auto& present : cases) {
    const auto& wanted = row_of(project, present.label);
    ++counts[wanted.outcome];
    if (wanted.kind.empty()) continue;
    const auto* failure = find_failure(failures, present.full_name);
    BOOST_CHECK_MESSAGE(failure != nullptr,
                        present.full_name << " is not among " << json::serialize(failures));
    if (failure != nullptr) check_failure(*failure, wanted, workspace);
  }
  BOOST_TEST(counts_text(run) == "passed " + std::to_string(counts["passed"]) + ", failed " +
                                     std::to_string(counts["failed"]) + ", skipped " +
                                     std::to_string(counts["skipped"]) + ", errors " +
                                     std::to_string(counts["error"]));
  const auto red = static_cast<std::size_t>(counts["failed"] + counts["error"]);
  BOOST_CHECK_MESSAGE(failures.size() == red, failures.size() << " failures: " << json::serialize(failures));
}

}  // namespace covey::testing

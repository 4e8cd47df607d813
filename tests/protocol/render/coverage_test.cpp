#include "protocol/render/coverage/coverage.hpp"
#include "tests/support/schema_check.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::protocol {
namespace {

using outcome = asked_file::outcome;

const coverage_source lcov{"coverage/lcov.info", "LCOV", {}};

parsers::coverage_totals lines(std::uint64_t found, std::uint64_t hit) {
  parsers::coverage_totals out;
  out.lines = {found, hit};
  return out;
}

asked_file found(std::string asked, std::uint64_t of, std::uint64_t hit,
                 std::vector<parsers::line_range> uncovered = {}) {
  return {std::move(asked), outcome::found, "", lines(of, hit), std::move(uncovered), {}};
}

// Both halves are the same JSON, and fit the schema.
std::string checked(const tool_answer& answer, const char* schema) {
  BOOST_TEST(!answer.is_error);
  BOOST_TEST(answer.is_json);
  BOOST_TEST(testing::schema_report(answer.structured, parse_json(schema).value.as_object()) == "");
  return text_of(answer);
}

BOOST_AUTO_TEST_SUITE(coverage_answers)

BOOST_AUTO_TEST_CASE(the_whole_says_only_what_the_report_has) {
  BOOST_TEST(checked(render_overall_coverage(lines(1000, 854), lcov), overall_coverage_schema) ==
             R"({"overall":85.4,"lines":{"percent":85.4,"found":1000,"hit":854},)"
             R"("source":"coverage/lcov.info","format":"LCOV"})");
  auto all = lines(3, 3);
  all.branches = {8, 3};
  all.functions = {2, 1};
  BOOST_TEST(
      checked(render_overall_coverage(all, {"run 3", "", {}, {"b is missing."}}), overall_coverage_schema) ==
      R"({"overall":100,"lines":{"percent":100,"found":3,"hit":3},)"
      R"("branches":{"percent":37.5,"found":8,"hit":3},"functions":{"percent":50,"found":2,"hit":1},)"
      R"("source":"run 3","notes":["b is missing."]})");
}

BOOST_AUTO_TEST_CASE(what_was_malformed_is_named_with_its_count_and_first_place) {
  const coverage_source origin{
      "a.info", "LCOV", {{"line number 0", 3, 17, ""}, {"an entry without lines", 1, 0, "src/a.py"}}};
  const auto text = checked(render_overall_coverage(lines(1, 1), origin), overall_coverage_schema);
  BOOST_TEST(text.find(R"("malformed":[{"what":"line number 0","count":3,"firstLine":17},)"
                       R"({"what":"an entry without lines","count":1,"firstAt":"src/a.py"}])") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(files_are_answered_under_the_names_they_were_asked_by) {
  auto branchy = found("b.ts", 4, 2);
  branchy.totals.branches = {4, 3};
  branchy.matched = "/app/src/b.ts";
  const auto text =
      checked(render_file_coverage({found("src/a.ts", 13, 12),
                                    branchy,
                                    {"new.ts", outcome::missing, "", {}, {}, {}},
                                    {"x.ts", outcome::ambiguous, "", {}, {}, {"p/x.ts", "q/x.ts"}},
                                    found("types.ts", 0, 0)},
                                   false, lcov),
              file_coverage_schema);
  BOOST_TEST(text == R"({"files":{"src/a.ts":92.3,"b.ts":50,"new.ts":0,"types.ts":0},"notFound":["new.ts"],)"
                     R"("ambiguous":{"x.ts":["p/x.ts","q/x.ts"]},"branches":{"b.ts":75},)"
                     R"("matched":{"b.ts":"/app/src/b.ts"},"noLines":["types.ts"],)"
                     R"("source":"coverage/lcov.info","format":"LCOV"})");
}

BOOST_AUTO_TEST_CASE(no_files_asked_is_an_empty_answer) {
  BOOST_TEST(checked(render_file_coverage({}, false, lcov), file_coverage_schema) ==
             R"({"files":{},"notFound":[],"source":"coverage/lcov.info","format":"LCOV"})");
}

BOOST_AUTO_TEST_CASE(uncovered_lines_are_ranges) {
  const auto text =
      checked(render_file_coverage({found("a.ts", 9, 5, {{3, 5}, {9, 9}}), found("b.ts", 2, 2)}, true, lcov),
              file_coverage_schema);
  BOOST_TEST(text.find(R"("uncovered":{"a.ts":["3-5","9"],"b.ts":[]})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_flood_of_ranges_is_cut_and_counted) {
  std::vector<parsers::line_range> ranges;
  for (std::uint32_t line = 1; line < 200'000; line += 2) ranges.push_back({line, line});
  const auto text = checked(render_file_coverage({found("a.ts", 200'000, 100'000, ranges)}, true, lcov),
                            file_coverage_schema);
  BOOST_TEST(text.size() < 200'000u);
  BOOST_TEST(text.find(" ranges more\"]") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_snapshot_gives_its_id_and_time) {
  const parsers::snapshot taken{1729533600000, "coverage/lcov.info", {10, 5}, {{"a.ts", {10, 5}}}};
  BOOST_TEST(checked(render_snapshot("550e8400-e29b-41d4-a716-446655440000", taken, lcov), snapshot_schema) ==
             R"({"snapshotId":"550e8400-e29b-41d4-a716-446655440000","timestamp":1729533600000,"overall":50,)"
             R"("fileCount":1,"source":"coverage/lcov.info","format":"LCOV"})");
}

BOOST_AUTO_TEST_CASE(a_change_lists_every_file_the_largest_change_first) {
  const parsers::snapshot before{
      0, "", {1000, 800}, {{"gone.ts", {4, 1}}, {"same.ts", {2, 1}}, {"up.ts", {10, 5}}}};
  const parsers::snapshot after{
      0, "", {1000, 832}, {{"new.ts", {1, 1}}, {"same.ts", {2, 1}}, {"up.ts", {10, 6}}}};
  BOOST_TEST(checked(render_coverage_change(before, after, parsers::change(before, after), lcov),
                     coverage_change_schema) ==
             R"({"overallChange":3.2,"fileChanges":{"new.ts":100,"gone.ts":-25,"up.ts":10,"same.ts":0},)"
             R"("newFiles":["new.ts"],"removedFiles":["gone.ts"],"before":80,"after":83.2,)"
             R"("source":"coverage/lcov.info","format":"LCOV"})");
}

BOOST_AUTO_TEST_CASE(changes_of_very_many_files_are_cut_and_counted) {
  parsers::snapshot before, after;
  for (int i = 0; i < 50'000; ++i) before.files["folder/file" + std::to_string(i)] = {10, 5};
  after.files["folder/file7"] = {10, 6};
  const auto answer = render_coverage_change(before, after, parsers::change(before, after), lcov);
  const auto text = checked(answer, coverage_change_schema);
  BOOST_TEST(text.size() < 200'000u);
  const auto listed = answer.structured.at("fileChanges").as_object().size();
  BOOST_TEST(answer.structured.at("fileChangesLeftOut").to_number<std::uint64_t>() == 50'000 - listed);
  BOOST_TEST(answer.structured.at("removedFilesLeftOut").to_number<std::uint64_t>() > 0u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::protocol

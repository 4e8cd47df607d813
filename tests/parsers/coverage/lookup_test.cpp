#include "parsers/coverage/lookup.hpp"
#include <algorithm>
#include <boost/test/unit_test.hpp>

namespace covey::parsers {
namespace {

using names = std::vector<std::string>;

coverage sample() {
  coverage data;
  data.unit_kind = attribution::package;
  data.units = {{"m/b", {"TestB"}}, {"m/a", {"TestA1", "TestA2"}}};
  data.files["main.go"].lines = {{1, 0}};
  data.files["cmd/main.go"].lines = {{1, 1}};
  auto& read = data.files["internal/tools/read.go"];
  read.lines = {{10, 2}, {11, 2}, {12, 0}};
  read.by_unit = {{0, {{10, 11}}}, {1, {{10, 10}}}};
  data.files["x/util.go"].lines = {{1, 0}};
  data.files["y/util.go"].lines = {{1, 0}};
  data.files["/elsewhere/o.go"].lines = {{1, 0}};
  data.aliases["example.com/m/internal/tools/read.go"] = "internal/tools/read.go";
  data.aliases["example.com/m/cmd/main.go"] = "cmd/main.go";
  data.aliases["example.com/m/gone.go"] = "gone.go";
  return data;
}

measured_runs_ptr runs_of(coverage data) {
  const auto kept = std::make_shared<const coverage>(std::move(data));
  measured_runs out;
  out.runs.push_back(
      {.id = 7, .language = "go", .data = kept, .files = std::make_shared<const file_index>(*kept, "/w")});
  return std::make_shared<const measured_runs>(std::move(out));
}

// The file found, or "none", or what it could be.
std::string found(std::string_view file) {
  const auto result = find_file(runs_of(sample()), file);
  if (const auto* one = std::get_if<file_in_runs>(&result)) return one->file;
  if (std::holds_alternative<no_such_file>(result)) return "none";
  std::string out = "one of";
  for (const auto& candidate : std::get<ambiguous_file>(result).candidates) out += " " + candidate;
  return out;
}

names units(std::string_view file, std::uint32_t line) {
  const auto in_runs = std::get<file_in_runs>(find_file(runs_of(sample()), file));
  names out;
  for (const auto* unit : find_covering(in_runs, line, nullptr).units) out.push_back(unit->name);
  std::sort(out.begin(), out.end());
  return out;
}

BOOST_AUTO_TEST_SUITE(coverage_lookup)

BOOST_AUTO_TEST_CASE(a_file_is_found_under_each_of_its_names_and_never_by_a_guess) {
  const std::pair<const char*, const char*> cases[] = {
      {"internal/tools/read.go", "internal/tools/read.go"},
      {"./internal/tools/read.go", "internal/tools/read.go"},
      {"internal//tools/../tools/read.go", "internal/tools/read.go"},
      {"/w/internal/tools/read.go", "internal/tools/read.go"},
      {"example.com/m/internal/tools/read.go", "internal/tools/read.go"},
      {"m/internal/tools/read.go", "internal/tools/read.go"},
      {R"(internal\tools\read.go)", "internal/tools/read.go"},
      {R"(.\internal\tools\read.go)", "internal/tools/read.go"},
      {"tools/read.go", "internal/tools/read.go"},
      {"read.go", "internal/tools/read.go"},
      {"ead.go", "none"},
      {"main.go", "main.go"},
      {"m/cmd/main.go", "cmd/main.go"},
      {"util.go", "one of x/util.go y/util.go"},
      {"y/util.go", "y/util.go"},
      {"/elsewhere/o.go", "/elsewhere/o.go"},
      {"o.go", "/elsewhere/o.go"},
      {"/elsewhere/read.go", "none"},
      {"/read.go", "none"},
      {"example.com/m/gone.go", "none"},
      {"internal/tools", "none"},
      {"/w", "none"},
      {"", "none"},
      {"../read.go", "none"},
  };
  for (const auto& [given, file] : cases) BOOST_TEST_CONTEXT(given) BOOST_TEST(found(given) == file);
}

BOOST_AUTO_TEST_CASE(a_file_that_reports_leave_out_is_found_where_all_are_looked_for) {
  auto data = sample();
  data.files["tests/t.go"].aside = true;
  for (const auto* name : {"tests/t.go", "./tests/t.go", "t.go"}) {
    BOOST_TEST((std::holds_alternative<no_such_file>(file_index{data, "/w"}.find(name))), name);
    const file_index all{data, "/w", "", indexed_files::all};
    BOOST_TEST((std::holds_alternative<found_file>(all.find(name))), name);
  }
}

BOOST_AUTO_TEST_CASE(why_a_file_is_not_measured_is_said_by_its_run) {
  auto data = sample();
  data.unmeasured = {"_test.go", "it is a test"};
  const auto runs = runs_of(std::move(data));
  BOOST_TEST(why_not_measured(*runs, "x/util_test.go") == "it is a test");
  BOOST_TEST(why_not_measured(*runs, "x/util.go").empty());
  BOOST_TEST(why_not_measured(*runs_of(sample()), "x/util_test.go").empty());
}

BOOST_AUTO_TEST_CASE(only_units_that_ran_the_line_are_named) {
  BOOST_TEST(units("read.go", 0) == (names{"m/a", "m/b"}), boost::test_tools::per_element());
  BOOST_TEST(units("read.go", 10) == (names{"m/a", "m/b"}), boost::test_tools::per_element());
  BOOST_TEST(units("read.go", 11) == (names{"m/b"}), boost::test_tools::per_element());
  BOOST_TEST(units("read.go", 12).empty());
  BOOST_TEST(units("read.go", 4000000000U).empty());
  BOOST_TEST(units("x/util.go", 0).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

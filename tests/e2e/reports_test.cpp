// The four coverage tools, asked through the real server.
#include "tests/support/answers.hpp"
#include "tests/support/fixture.hpp"
#include "tests/support/skip.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cctype>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace covey::testing;
namespace utf = boost::unit_test;

namespace {

const char* const report =
    "TN:unit\nSF:src/parser.ts\nFN:1,parse\nFNDA:2,parse\nDA:1,2\nDA:2,2\nDA:4,0\nDA:5,0\nDA:9,1\n"
    "BRDA:2,0,0,2\nBRDA:2,0,1,-\nend_of_record\n"
    "SF:/app/src/coverage.ts\nDA:1,1\nDA:2,1\nDA:3,0\nend_of_record\n";

struct reports_fixture : covey_fixture {
  reports_fixture() {
    set_environment("TMPDIR", outside("snapshots"));
    std::filesystem::create_directory(outside("snapshots"));
  }

  session& start_with(const file_map& files) {
    write_files(workspace(), files);
    return start_open();
  }

  static std::string told(session& server, std::string_view tool, json::object arguments) {
    const auto answer = server.call(tool, std::move(arguments));
    const auto* error = answer.if_contains("isError");
    const bool failed = error != nullptr && error->as_bool();
    BOOST_TEST(failed == text_of(answer).starts_with("Error: "));
    return text_of(answer);
  }

  // The structured half, which has to be the text as well.
  static json::object asked(session& server, std::string_view tool, json::object arguments) {
    const auto answer = server.call(tool, std::move(arguments));
    check_answer(output_schemas(server), tool, answer);
    BOOST_TEST(json::parse(text_of(answer)) == answer.at("structuredContent"));
    return answer.at("structuredContent").as_object();
  }

  static std::string take_snapshot(session& server, const std::string& path) {
    const auto taken = asked(server, "start_coverage_snapshot", {{"lcovPath", path}});
    return std::string{taken.at("snapshotId").as_string()};
  }
};

// Boost.Test decorator.
boost::test_tools::assertion_result is_not_root(utf::test_unit_id) {
  if (::geteuid() == 0) skip("root may read everything");
  return ::geteuid() != 0;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reports, reports_fixture)

BOOST_AUTO_TEST_CASE(the_whole_and_its_files) {
  auto& server = start_with({{"coverage/lcov.info", report}});
  const auto whole = asked(server, "get_overall_coverage", {{"lcovPath", "./coverage/lcov.info"}});
  BOOST_TEST(at_path(whole, "overall") == 62.5);
  BOOST_TEST(at_path(whole, "branches.percent") == 50);
  BOOST_TEST(at_path(whole, "functions.percent") == 100);
  BOOST_TEST(at_path(whole, "format") == "LCOV");
  BOOST_TEST(!whole.contains("malformed"));

  const json::array paths{"src/parser.ts", workspace() + "/src/parser.ts", "src\\parser.ts", "coverage.ts",
                          "src/new-file.ts"};
  const auto files = asked(server, "get_file_coverage",
                           {{"lcovPath", "coverage/lcov.info"}, {"filePaths", paths}, {"lines", true}});
  const auto& shares = files.at("files").as_object();
  BOOST_TEST(shares.at("src/parser.ts") == 60);
  BOOST_TEST(shares.at(workspace() + "/src/parser.ts") == 60);
  BOOST_TEST(shares.at("src\\parser.ts") == 60);
  BOOST_TEST(shares.at("coverage.ts").as_double() == 66.7);
  BOOST_TEST(shares.at("src/new-file.ts") == 0);
  BOOST_TEST(json::serialize(files.at("notFound")) == R"(["src/new-file.ts"])");
  BOOST_TEST(json::serialize(files.at("matched")) == R"({"coverage.ts":"/app/src/coverage.ts"})");
  BOOST_TEST(json::serialize(at_path(files, "uncovered").as_object().at("src/parser.ts")) == R"(["4-5"])");
  server.expect_clean_end();
}

// Its ranges would be counted against the answer's budget each time.
BOOST_AUTO_TEST_CASE(a_file_asked_for_often_is_answered_once) {
  std::string every_other = "SF:a.c\n";
  for (int i = 1; i <= 3000; ++i)
    every_other += "DA:" + std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  auto& server = start_with({{"lcov.info", every_other + "end_of_record\n"}});
  json::array paths;
  for (int i = 0; i < 50; ++i) paths.insert(paths.end(), {"a.c", "b.c"});
  const auto files = asked(server, "get_file_coverage", {{"filePaths", paths}, {"lines", true}});
  BOOST_TEST(at_path(files, "uncovered").as_object().at("a.c").as_array().size() == 1500u);
  BOOST_TEST(json::serialize(files.at("notFound")) == R"(["b.c"])");
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(every_error_in_its_own_words) {
  auto& server = start_with({{"empty.info", ""},
                             {"words.info", "This is no coverage.\n"},
                             {"no_lines.info", "SF:a.c\nend_of_record\nSF:b.c\nend_of_record\n"},
                             {"package.json", "{\"name\": \"x\"}\n"},
                             {"good.info", report}});
  const auto overall = [&](const std::string& path) {
    return told(server, "get_overall_coverage", {{"lcovPath", path}});
  };
  BOOST_TEST(overall("./coverage/lcov.info") == "Error: LCOV file not found at path ./coverage/lcov.info");
  BOOST_TEST(overall("/no/such.info") == "Error: LCOV file not found at path /no/such.info");
  BOOST_TEST(overall("good.info/x") == "Error: LCOV file not found at path good.info/x");
  BOOST_TEST(
      overall(".") ==
      "Error: Cannot read LCOV file: it is a directory, not a regular file; name the report in it (.)");
  BOOST_TEST(overall("empty.info") == "Error: Failed to parse LCOV file: the file is empty");
  BOOST_TEST(overall("words.info").starts_with("Error: Failed to parse LCOV file: line 1: "));
  BOOST_TEST(overall("no_lines.info") ==
             "Error: Failed to parse LCOV file: no line that could run in its 2 file(s)");
  BOOST_TEST(
      overall("package.json").starts_with("Error: Failed to parse LCOV file: line 1: JSON of no format"));
  for (const auto* tool : {"get_file_coverage", "start_coverage_snapshot"}) {
    json::object arguments{{"lcovPath", "nope.info"}};
    if (std::string_view{tool} == "get_file_coverage") arguments["filePaths"] = json::array{"a"};
    BOOST_TEST(told(server, tool, arguments) == "Error: LCOV file not found at path nope.info");
  }
  BOOST_TEST(told(server, "get_file_coverage", {{"lcovPath", "good.info"}, {"filePaths", "a"}}) ==
             "Error: filePaths must be an array of strings, got \"a\"");
  BOOST_TEST(told(server, "get_file_coverage", {{"lcovPath", "good.info"}}) ==
             "Error: filePaths is required");
  const std::string id = "550e8400-e29b-41d4-a716-446655440000";
  BOOST_TEST(told(server, "end_coverage_snapshot", {{"snapshotId", id}, {"lcovPath", "good.info"}}) ==
             "Error: Snapshot not found with ID " + id);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_file_that_may_not_be_read, *utf::precondition(is_not_root)) {
  auto& server = start_with({{"lcov.info", report}});
  ::chmod((workspace() + "/lcov.info").c_str(), 0);
  BOOST_TEST(told(server, "get_overall_coverage", {{"lcovPath", "lcov.info"}}) ==
             "Error: Cannot read LCOV file: permission denied (lcov.info)");
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(malformed_records_are_skipped_counted_and_named) {
  auto& server = start_with(
      {{"lcov.info", "SF:a.c\nDA:1,1\nDA:0,1\nDA:x,1\nDA:2,-3\nDA:y,1\nend_of_record\nSF:b.c\nDA:1,1\n"}});
  const auto whole = asked(server, "get_overall_coverage", {});
  BOOST_TEST(at_path(whole, "overall") == 66.7);
  BOOST_TEST(at_path(whole, "malformed").as_array().size() == 4u);
  BOOST_TEST(at_path(whole, "malformed.0.firstLine") == 3);
  BOOST_TEST(at_path(whole, "malformed.1.count") == 2);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(without_a_path_the_usual_files_are_looked_for_in_their_order) {
  const auto one = [](int hit, int found) {
    std::string text = "SF:a.c\n";
    for (int i = 1; i <= found; ++i) text += "DA:" + std::to_string(i) + "," + (i <= hit ? "1" : "0") + "\n";
    return text + "end_of_record\n";
  };
  auto& server = start_with({});
  BOOST_TEST(
      told(server, "get_overall_coverage", {}) ==
      "Error: LCOV file not found at path coverage/lcov.info (nor coverage.lcov, lcov.info, coverage.info, "
      "coverage.xml, coverage/cobertura-coverage.xml, coverage/coverage-final.json, coverage.json, "
      "coverage.out, "
      "cover.out, target/site/jacoco/jacoco.xml, build/reports/jacoco/test/jacocoTestReport.xml, "
      "coverage/.resultset.json, and no run of this session has measured coverage); pass lcovPath, or run "
      "`run_tests` first");
  const std::vector<std::pair<std::string, int>> files{
      {"coverage.info", 1}, {"lcov.info", 2}, {"coverage.lcov", 3}, {"coverage/lcov.info", 4}};
  for (const auto& [name, hit] : files) {
    write_files(workspace(), {{name, one(hit, 4)}});
    const auto whole = asked(server, "get_overall_coverage", {});
    BOOST_TEST(at_path(whole, "source") == json::value(name));
    BOOST_TEST(at_path(whole, "overall") == 25 * hit);
  }
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(after_a_run_its_coverage_is_the_default, *utf::precondition(has_go)) {
  write_files(workspace(),
              {{"go.mod", "module example.com/m\n\ngo 1.19\n"},
               {"m.go", "package m\n\nfunc F() int {\n\treturn 1\n}\n\nfunc G() int {\n\treturn 2\n}\n"},
               {"m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n"},
               {"lcov.info", report}});
  auto& server = start_open();
  server.call("run_tests");
  const auto whole = asked(server, "get_overall_coverage", {});
  BOOST_TEST(at_path(whole, "source") == "run 1");
  BOOST_TEST(at_path(whole, "overall") == 50);
  const auto files =
      asked(server, "get_file_coverage", {{"filePaths", json::array{"m.go"}}, {"lines", true}});
  BOOST_TEST(json::serialize(at_path(files, "uncovered").as_object().at("m.go")) == R"(["7-8"])");
  BOOST_TEST(at_path(asked(server, "get_overall_coverage", {{"lcovPath", "lcov.info"}}), "overall") == 62.5);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(after_a_rerun_the_lines_of_the_other_tests_still_count, *utf::precondition(has_go)) {
  write_files(workspace(), {{"go.mod", "module example.com/m\n\ngo 1.19\n"},
                            {"m.go", "package m\n\nfunc F() int {\n\treturn 1\n}\n\nfunc G() int {\n\treturn 2\n}\n"},
                            {"m_test.go",
                             "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n\n"
                             "func TestRed(t *testing.T) { G(); t.Fail() }\n"}});
  auto& server = start_open();
  server.call("run_tests");
  BOOST_TEST(at_path(asked(server, "get_overall_coverage", {}), "overall") == 100);
  server.call("run_failing_tests");
  const auto all = asked(server, "get_overall_coverage", {});
  BOOST_TEST(at_path(all, "source") == "run 1");
  BOOST_TEST(at_path(all, "overall") == 100);
  BOOST_TEST(json::serialize(at_path(all, "notes")) == R"(["1 test newer than run 1"])");
  BOOST_TEST(at_path(all, "freshness.run") == 1);
  const auto files = asked(server, "get_file_coverage", {{"filePaths", json::array{"m.go"}}, {"lines", true}});
  BOOST_TEST(json::serialize(at_path(files, "uncovered")) == R"({"m.go":[]})");
  const auto one = asked(server, "get_overall_coverage", {{"run", 2}});
  BOOST_TEST(at_path(one, "source") == "run 2, of the tests that had failed only");
  BOOST_TEST(at_path(one, "overall") == 50);
  BOOST_TEST(told(server, "get_overall_coverage", {{"run", 7}}) == "Error: no coverage of run 7 is kept; that of these runs is: 2, 1");
  const auto of_line = asked(server, "run_testblocks", {{"covering", {{"file", "m.go"}, {"line", 4}}}});
  BOOST_TEST(at_path(of_line, "blocks_run.0.label") == "TestF");
  BOOST_TEST(at_path(of_line, "passed") == 1);
  const auto of_name = asked(server, "run_testblocks", {{"labels", json::array{"example.com/m/TestRed"}}});
  BOOST_TEST(at_path(of_name, "blocks_run.0.label") == "TestRed");
  BOOST_TEST(at_path(of_name, "blocks_run.0.success") == false);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_snapshot_outlives_its_server) {
  auto& first = start_with({{"lcov.info", report}});
  const auto id = take_snapshot(first, "lcov.info");
  first.expect_clean_end();
  write_files(workspace(), {{"lcov.info",
                             "SF:src/parser.ts\nDA:1,2\nDA:2,2\nDA:4,1\nDA:5,0\nDA:9,1\nend_of_record\n"
                             "SF:src/new-feature.ts\nDA:1,1\nend_of_record\n"}});
  auto& second = start_open();
  const auto change = asked(second, "end_coverage_snapshot", {{"snapshotId", id}, {"lcovPath", "lcov.info"}});
  BOOST_TEST(at_path(change, "overallChange").as_double() == 20.8);  // 62.5 to 83.3
  const auto& files = change.at("fileChanges").as_object();
  BOOST_TEST(files.at("src/parser.ts") == 20);
  BOOST_TEST(files.at("src/new-feature.ts") == 100);
  BOOST_TEST(files.at("/app/src/coverage.ts").as_double() == -66.7);
  BOOST_TEST(json::serialize(change.at("newFiles")) == R"(["src/new-feature.ts"])");
  BOOST_TEST(change.at("removedFiles").as_array().size() == 1u);
  // It stays, and its id is found in capital letters too.
  std::string capital = id;
  std::transform(capital.begin(), capital.end(), capital.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  asked(second, "end_coverage_snapshot", {{"snapshotId", capital}, {"lcovPath", "lcov.info"}});
  second.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(sessions_keep_their_snapshots_apart) {
  write_files(workspace(), {{"half.info", "SF:a\nDA:1,1\nDA:2,0\nend_of_record\n"},
                            {"full.info", "SF:a\nDA:1,1\nDA:2,1\nend_of_record\n"}});
  auto& one = start_open();
  auto& two = start_open();
  const auto half = take_snapshot(one, "half.info");
  const auto full = take_snapshot(two, "full.info");
  BOOST_TEST(half != full);
  const auto since_half =
      asked(two, "end_coverage_snapshot", {{"snapshotId", half}, {"lcovPath", "full.info"}});
  const auto since_full =
      asked(one, "end_coverage_snapshot", {{"snapshotId", full}, {"lcovPath", "full.info"}});
  BOOST_TEST(at_path(since_half, "overallChange") == 50);
  BOOST_TEST(at_path(since_full, "overallChange") == 0);
  one.expect_clean_end();
  two.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(hostile_ids_are_only_not_found) {
  auto& server = start_with({{"lcov.info", report}});
  take_snapshot(server, "lcov.info");
  write_file(outside("snapshots") + "/evil.json", "bait");
  const std::vector<std::string> ids{"../evil",
                                     "/etc/passwd",
                                     "evil",
                                     "a/b",
                                     std::string{"a\0b", 3},
                                     "*",
                                     "550e8400-e29b-41d4-a716-44665544000"};
  for (const auto& id : ids) {
    const auto text = told(server, "end_coverage_snapshot", {{"snapshotId", id}, {"lcovPath", "lcov.info"}});
    const auto shown = id.find('\0') == std::string::npos ? id : R"(a\x00b)";
    BOOST_TEST(text == "Error: Snapshot not found with ID " + shown);
  }
  const auto text = told(server, "end_coverage_snapshot",
                         {{"snapshotId", std::string(1 << 20, 'a')}, {"lcovPath", "lcov.info"}});
  BOOST_TEST(text.size() < 300u);
  BOOST_TEST(text.starts_with("Error: Snapshot not found with ID aaaa"));
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_damaged_snapshot_says_so) {
  auto& server = start_with({{"lcov.info", report}});
  const auto id = take_snapshot(server, "lcov.info");
  const auto file =
      outside("snapshots") + "/covey-snapshots-" + std::to_string(::geteuid()) + "/" + id + ".json";
  write_file(file, read_file(file).substr(0, 40));
  BOOST_TEST(told(server, "end_coverage_snapshot", {{"snapshotId", id}, {"lcovPath", "lcov.info"}}) ==
             "Error: Snapshot not found with ID " + id + ": its file is damaged; take a new snapshot");
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_temp_directory_that_takes_nothing_is_said_and_nothing_else_breaks) {
  auto& server = start_with({{"lcov.info", report}});
  const auto id = take_snapshot(server, "lcov.info");
  // As a full disk, or one whose quota is used up: no file may grow.
  rlimit before{};
  const rlimit none{0, RLIM_INFINITY};
  BOOST_REQUIRE(::prlimit(server.pid(), RLIMIT_FSIZE, &none, &before) == 0);
  const auto text = told(server, "start_coverage_snapshot", {{"lcovPath", "lcov.info"}});
  BOOST_TEST(text.starts_with("Error: Cannot create snapshot: "));
  BOOST_TEST(text.ends_with("File too large"));
  BOOST_TEST(at_path(asked(server, "get_overall_coverage", {}), "overall") == 62.5);
  asked(server, "end_coverage_snapshot", {{"snapshotId", id}, {"lcovPath", "lcov.info"}});
  BOOST_REQUIRE(::prlimit(server.pid(), RLIMIT_FSIZE, &before, nullptr) == 0);
  take_snapshot(server, "lcov.info");
  BOOST_TEST(entries_of(outside("snapshots") + "/covey-snapshots-" + std::to_string(::geteuid())).size() ==
             2u);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_temp_directory_that_is_gone_is_said_and_nothing_else_breaks) {
  set_environment("TMPDIR", outside("nowhere"));
  auto& server = start_with({{"lcov.info", report}});
  BOOST_TEST(told(server, "start_coverage_snapshot", {{"lcovPath", "lcov.info"}}) ==
             "Error: Cannot create snapshot: " + outside("nowhere") + "/covey-snapshots-" +
                 std::to_string(::geteuid()) + ": No such file or directory");
  BOOST_TEST(at_path(asked(server, "get_overall_coverage", {}), "overall") == 62.5);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(reports_are_exported_as_lcov) {
  write_files(workspace(),
              {{"lcov.info", report}, {"cover.out", "mode: set\nexample.com/m/a.go:1.1,3.2 2 1\n"}});
  const auto both = run_covey({"report", workspace() + "/lcov.info", workspace() + "/cover.out"});
  BOOST_TEST(both.exit_code == 0);
  BOOST_TEST(both.out.find("SF:example.com/m/a.go\n") != std::string::npos);
  BOOST_TEST(both.out.find("SF:src/parser.ts\n") != std::string::npos);
  write_file(workspace() + "/again.info", both.out);
  auto& server = start_open();
  const auto whole = asked(server, "get_overall_coverage", {{"lcovPath", "again.info"}});
  BOOST_TEST(at_path(whole, "lines.found") == 10);
  BOOST_TEST(at_path(whole, "lines.hit") == 7);
  BOOST_TEST(at_path(whole, "branches.found") == 2);
  server.expect_clean_end();
  const auto missing = run_covey({"report", workspace() + "/none.info"});
  BOOST_TEST(missing.exit_code == 1);
  BOOST_TEST(missing.err.find("none.info: no such file or directory") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_export_keeps_links_and_modes_and_replaces_no_device) {
  write_files(workspace(), {{"lcov.info", report}, {"old.info", "old"}});
  const auto in = workspace() + "/lcov.info", old = workspace() + "/old.info",
             link = workspace() + "/link.info";
  const auto fifo = workspace() + "/fifo";
  std::filesystem::create_symlink("old.info", link);
  ::chmod(old.c_str(), 0600);
  BOOST_TEST(run_covey({"report", in, "-o", link}).exit_code == 0);
  BOOST_TEST(std::filesystem::is_symlink(link));
  BOOST_TEST(read_file(old).starts_with("TN:"));
  struct stat about{};
  BOOST_REQUIRE(::stat(old.c_str(), &about) == 0);
  BOOST_TEST((about.st_mode & 0777) == 0600u);

  BOOST_REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
  const int end = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  BOOST_TEST(run_covey({"report", in, "-o", fifo}).exit_code == 0);
  char start[4] = {};
  BOOST_TEST(::read(end, start, 3) == 3);
  BOOST_TEST(start == "TN:");
  ::close(end);
  BOOST_TEST(std::filesystem::is_fifo(fifo));
  const auto folder = run_covey({"report", in, "-o", workspace()});
  BOOST_TEST(folder.exit_code == 1);
  BOOST_TEST(folder.err.find("Is a directory") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_run_is_exported_as_lcov, *utf::precondition(has_go)) {
  write_files(workspace(),
              {{"go.mod", "module example.com/m\n\ngo 1.19\n"},
               {"m.go", "package m\n\nfunc F() int {\n\treturn 1\n}\n"},
               {"m_test.go", "package m\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) { F() }\n"}});
  const auto before = snapshot_of(workspace());
  const auto made = run_covey({"-w", workspace(), "report", "-o", outside("out.info")});
  BOOST_TEST(made.exit_code == 0, made.err);
  BOOST_TEST(made.out == "");
  BOOST_TEST(read_file(outside("out.info")).find("SF:m.go\n") != std::string::npos);
  BOOST_TEST(read_file(outside("out.info")).find("DA:4,1\n") != std::string::npos);
  BOOST_CHECK(snapshot_of(workspace()) == before);
  expect_nothing_left();
}

BOOST_AUTO_TEST_SUITE_END()

// Refused before anything is read or run.
#include "tests/e2e/error_groups.hpp"

namespace covey::testing {
namespace {

const std::string meta = "io.modelcontextprotocol/";

std::string with_meta(const std::string& members) {
  return R"({"name":"run_tests","_meta":{)" + members + "}}";
}

error_group messages() {
  const auto version = "\"" + meta + R"(protocolVersion":)";
  const auto capabilities = "\"" + meta + R"(clientCapabilities":{})";
  return {
      .title = "Messages that are no call of a tool",
      .calls = {
          {"", R"({"arguments":{}})"},
          {"", R"({"name":7})"},
          {"", "[]"},
          {"run_tests", "[]"},
          {"run_test"},
          {"run_tests", R"({"language":")" + std::string(4u << 20, 'x') + "\"}"},
          {"", with_meta(version + R"("1999-01-01")")},
          {"", with_meta(version + "2026")},
          {"", with_meta(capabilities)},
          {"", with_meta(version + R"("2026-07-28")")},
          {"", with_meta(version + R"("2026-07-28",)" + capabilities + ",\"" + meta + R"(logLevel":"loud")")},
      }};
}

std::string one_string(std::size_t bytes) {
  return R"([")" + std::string(bytes, 'x') + R"("])";
}

error_group values() {
  return {.title = "Arguments that a tool does not take",
          .calls = {
              {"run_tests", R"({"foo":1})"},
              {"get_package_status", R"({"foo":1})"},
              {"get_overall_coverage", R"({"path":"lcov.info"})"},
              {"run_tests", R"({"output":7})"},
              {"run_tests", R"({"output":"loud"})"},
              {"run_tests", R"({"timeout":"5 minutes"})"},
              {"run_tests", R"({"wait":-1})"},
              {"run_tests", R"({"wait":1801})"},
              {"run_tests", R"({"budget":100})"},
              {"run_tests", R"({"budget":250001})"},
              {"run_tests", R"({"coverage":"no"})"},
              {"last_test_failures", R"({"limit":1.5})"},
              {"last_test_failures", R"({"offset":10000001})"},
              {"run_status", R"({"run":0})"},
              {"run_status", R"({"run":1e300})"},
              {"run_testfiles", R"({"files":"a_test.go"})"},
              {"run_testfiles", R"({"files":["a_test.go",7]})"},
              {"run_testfiles", R"({"files":)" + one_string((512u << 10) + 1) + "}"},
              {"get_file_coverage", R"({"filePaths":)" + one_string((1u << 20) + 1) + "}"},
              {"get_file_coverage", R"({"lcovPath":"lcov.info"})"},
              {"tests_covering", R"({"line":1})"},
              {"tests_covering", R"({"file":"  "})"},
              {"tests_covering", R"({"file":"a.go","line":4294967296})"},
              {"run_failing_tests", R"({"verify":6})"},
              {"activate_package"},
              {"end_coverage_snapshot", R"({"snapshotId":""})"},
          }};
}

error_group combinations() {
  return {.title = "Arguments that a tool does not take together, or not in this form",
          .calls = {
              {"run_testfiles"},
              {"run_testfiles", R"({"query":" "})"},
              {"run_testfiles", R"({"query":"a","files":["a_test.go"]})"},
              {"run_testblocks", R"({"file_query":"a"})"},
              {"run_testblocks", R"({"testset_query":"a","labels":["TestA"]})"},
              {"run_status", R"({"range":"all"})"},
              {"run_status", R"({"range":"5-3"})"},
          }};
}

error_group no_project() {
  return {.title = "A workspace without a project",
          .calls = {{"run_tests"},
                    {"diff_coverage"},
                    {"diff_coverage", R"({"lcovPath":"nowhere"})"},
                    {"list_testfiles", R"({"language":"go"})"},
                    {"activate_package", R"({"pkg_dir":"empty"})"},
                    {"activate_package", R"({"pkg_dir":"nowhere"})"},
                    {"activate_package", R"({"pkg_dir":"README"})"},
                    {"activate_package", R"({"pkg_dir":"README/sub"})"},
                    {"activate_package", R"({"pkg_dir":"a\u0000b"})"}},
          .files = {{"README", "Nothing.\n"}, {"empty/README", "Nothing.\n"}}};
}

error_group two_projects() {
  return {.title = "A workspace with two projects",
          .calls = {{"run_tests"}, {"list_testblocks"}, {"run_tests", R"({"language":"rust"})"}},
          .files = {{"go.mod", "module example.com/m\n"}, {"package.json", "{}\n"}}};
}

}  // namespace

std::vector<error_group> groups_of_calls() {
  return {messages(),
          {.title = "A session that is not open", .calls = {{"run_tests"}}, .opened = false},
          values(),
          combinations(),
          no_project(),
          two_projects(),
          {.title = "covey --no-coverage",
           .calls = {{"tests_covering", R"({"file":"a.go"})"}, {"diff_coverage"}},
           .options = {"--no-coverage"}}};
}

}  // namespace covey::testing

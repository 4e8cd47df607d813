// Coverage reports and snapshots that cannot be read.
#include "tests/e2e/error_groups.hpp"
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace covey::testing {
namespace {

using namespace std::string_literals;
namespace fs = std::filesystem;

error_call ask(const std::string& report) {
  return {"get_overall_coverage", R"({"lcovPath":")" + report + "\"}"};
}

error_group missing() {
  return {.title = "No report, and no run",
          .calls = {{"get_overall_coverage"},
                    ask("none.info"),
                    ask("OUTSIDE/none.info"),
                    {"start_coverage_snapshot", R"({"lcovPath":"none.info"})"},
                    {"get_file_coverage", R"({"lcovPath":"none.info","filePaths":["a.c"]})"}}};
}

// Of the report's size only the file system's books tell: nothing is read.
void make_what_is_no_file(const covey_fixture& project) {
  const auto& folder = project.workspace();
  fs::create_symlink("loop", folder + "/loop");
  BOOST_REQUIRE(::mkfifo((folder + "/fifo").c_str(), 0600) == 0);
  write_file(folder + "/huge.info", "");
  fs::resize_file(folder + "/huge.info", (2ull << 30) + 1);
}

error_group no_files() {
  return {.title = "Paths that are no file that can be read",
          .calls = {ask("."), ask("fifo"), ask("/dev/null"), ask("huge.info"), ask("loop"),
                    ask(std::string(300, 'x')), ask(R"(a\u0000b)")},
          .prepare = make_what_is_no_file};
}

const std::string gzip_head = "\x1f\x8b\x08\0\0\0\0\0\0\xff"s;

// By their names; the first are of no format, the others begin as theirs does.
error_group no_reports() {
  error_group out{
      .title = "Files that are no report, or a broken one",
      .files = {
          {"empty.info", ""},
          {"words.info", "This is no coverage.\n"},
          {"no_lines.info", "SF:a.c\nend_of_record\nSF:b.c\nend_of_record\n"},
          {"package.json", "{\"name\":\"x\"}\n"},
          {"page.html", "<html></html>\n"},
          {"report.zip", "PK\x03\x04"},
          {"utf16.xml", "\xff\xfe<\0"s},
          {"broken_off.info.gz", gzip_head},
          {"damaged.info.gz", gzip_head + std::string(20, '\xff')},
          {"go.out", "mode: set\nnothing\n"},
          {"clover.xml", "<coverage generated=\"1\"><project></project></coverage>\n"},
          {"cobertura.xml",
           "<coverage line-rate=\"1\"><packages><line number=\"1\"/></packages></coverage>\n"},
          {"cobertura_broken_off.xml", "<coverage line-rate=\"1\"><packages><x\n"},
          {"jacoco.xml", "<report name=\"r\"><package name=\"p\"/></report>\n"},
          {"coverage_py.json", "{\"meta\":{\"format\":2},\"files\":{\"a.py\":{\"executed_lines\":[]}}}\n"},
          {"istanbul.json", "{\"a.js\":{\"path\":\"a.js\",\"statementMap\":{},\"s\":{}}}\n"},
          {"istanbul_broken_off.json", "{\"a.js\":{\"path\":\"a.js\",\"statementMap\":{},\n"},
          {"llvm.json", "{\"data\":[{\"files\":[{\"segments\":[]}]}]}\n"},
          {"simplecov.json", "{\"RSpec\":{\"coverage\":{\"a.rb\":{\"lines\":[]}},\"timestamp\":1}}\n"}}};
  for (const auto& [name, contents] : out.files) out.calls.push_back(ask(name));
  return out;
}

const std::string snapshot_id = "00000000-0000-4000-8000-000000000000";

error_call compare(const std::string& id) {
  return {"end_coverage_snapshot", R"({"snapshotId":")" + id + "\"}"};
}

std::string snapshot_folder(const covey_fixture& project) {
  return project.outside("snapshots/covey-snapshots-" + std::to_string(::geteuid()));
}

// In a temp directory of their own, for that of the fixture has to be empty at the end.
error_group snapshots() {
  return {.title = "Snapshots that are not there, or damaged",
          .calls = {compare("7"), compare("00000000-0000-4000-9000-000000000000"), compare(snapshot_id)},
          .environment = {{"TMPDIR", "OUTSIDE/snapshots"}},
          .prepare = [](const covey_fixture& project) {
            write_file(snapshot_folder(project) + "/" + snapshot_id + ".json", "{");
          }};
}

error_group no_snapshot_folder() {
  return {.title = "A file where the folder of snapshots should be",
          .calls = {{"start_coverage_snapshot"}, compare(snapshot_id)},
          .files = {{"lcov.info", "SF:a.c\nDA:1,1\nend_of_record\n"}},
          .environment = {{"TMPDIR", "OUTSIDE/snapshots"}},
          .prepare = [](const covey_fixture& project) { write_file(snapshot_folder(project), ""); }};
}

}  // namespace

std::vector<error_group> groups_of_reports() {
  return {missing(), no_files(), no_reports(), snapshots(), no_snapshot_folder()};
}

}  // namespace covey::testing

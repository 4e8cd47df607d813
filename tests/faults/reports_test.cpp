// Files that are no reports, reports that are far too large, and reports that change under the reader.
#include "tests/support/fixture.hpp"
#include <boost/test/unit_test.hpp>
#include <atomic>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace covey::testing;

namespace {

struct reports_fixture : covey_fixture {
  std::string overall(session& server, const std::string& path) const {
    return text_of(server.call("get_overall_coverage", {{"lcovPath", path}}));
  }

  static std::size_t peak_kib(pid_t pid) {
    std::ifstream status{"/proc/" + std::to_string(pid) + "/status"};
    for (std::string line; std::getline(status, line);)
      if (line.starts_with("VmHWM:")) return std::stoul(line.substr(6));
    return 0;
  }
};

std::string tracefile(int files, const std::string& count) {
  std::string out;
  for (int file = 0; file < files; ++file) {
    out += "SF:src/file" + std::to_string(file) + ".c\n";
    for (int line = 1; line <= 100; ++line) out += "DA:" + std::to_string(line) + "," + count + "\n";
    out += "end_of_record\n";
  }
  return out;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(reports, reports_fixture)

BOOST_AUTO_TEST_CASE(what_is_no_regular_file_is_refused_at_once) {
  auto& server = start_open();
  ::mkfifo((workspace() + "/fifo").c_str(), 0600);
  BOOST_TEST(overall(server, "fifo") ==
             "Error: Cannot read LCOV file: it is a FIFO, not a regular file (fifo)");
  BOOST_TEST(overall(server, "/dev/zero") ==
             "Error: Cannot read LCOV file: it is a character device, not a regular file (/dev/zero)");
  BOOST_TEST(overall(server, workspace()) ==
             "Error: Cannot read LCOV file: it is a directory, not a regular file; name the report in it (" +
                 workspace() + ")");
  BOOST_TEST(overall(server, "/proc/self/mem").starts_with("Error: "));
  BOOST_TEST(overall(server, std::string(100'000, 'x'))
                 .starts_with("Error: Cannot read LCOV file: file name too long (xxx"));
  BOOST_TEST(overall(server, std::string{"a\0b", 3}) ==
             "Error: Cannot read LCOV file: its path holds a NUL byte (a\\x00b)");
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(a_file_over_the_limit_is_refused_by_its_size) {
  auto& server = start_open();
  write_file(workspace() + "/huge.info", "TN:\n");
  BOOST_REQUIRE(::truncate((workspace() + "/huge.info").c_str(), std::int64_t{10} << 30) == 0);
  BOOST_TEST(
      overall(server, "huge.info") ==
      "Error: Cannot read LCOV file: it has 10737418240 bytes, the limit is 2147483648; split the report, or "
      "measure less of the project (huge.info)");
  server.expect_clean_end();
}

// A sparse file: one line of zero bytes.
BOOST_AUTO_TEST_CASE(a_line_of_a_gigabyte_takes_no_memory) {
  auto& server = start_open();
  write_file(workspace() + "/line.info", "SF:a.c\nDA:1,1\n");
  BOOST_REQUIRE(::truncate((workspace() + "/line.info").c_str(), std::int64_t{1} << 30) == 0);
  const auto before = peak_kib(server.pid());
  const auto answer = server.call("get_overall_coverage", {{"lcovPath", "line.info"}});
  const auto grown = peak_kib(server.pid()) - before;
  std::cout << "a line of 1 GiB: " << grown << " KiB\n";
  BOOST_TEST(at_path(answer, "structuredContent.overall") == 100);
  BOOST_TEST(at_path(answer, "structuredContent.malformed.0.what") == "a line over 65536 bytes");
  BOOST_TEST(at_path(answer, "structuredContent.malformed.0.firstLine") == 3);
  BOOST_TEST(grown < 32u * 1024);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_CASE(garbage_of_any_kind_is_a_sentence) {
  auto& server = start_open();
  std::string bytes;
  std::uint64_t random = 88172645463325252;
  for (int i = 0; i < 100'000; ++i) {
    random ^= random << 13, random ^= random >> 7, random ^= random << 17;
    bytes += static_cast<char>(random);
  }
  const std::vector<std::pair<std::string, std::string>> cases{
      {"random", bytes},
      {"nul", std::string(1000, '\0')},
      {"open brackets", std::string(100'000, '[')},
      {"open braces",
       [] {
         std::string out;
         for (int i = 0; i < 50'000; ++i) out += "{\"data\":";
         return out;
       }()},
      {"open elements",
       [] {
         std::string out;
         for (int i = 0; i < 50'000; ++i) out += "<coverage>";
         return out;
       }()},
      {"gzip", "\x1f\x8b\x08"},
      {"utf-16", std::string{"\xff\xfeS\0F\0", 6}},
  };
  for (const auto& [name, content] : cases) {
    write_file(workspace() + "/report", content);
    const auto text = overall(server, "report");
    BOOST_TEST_CONTEXT(name << ": " << text) {
      BOOST_TEST(text.starts_with("Error: Failed to parse LCOV file: "));
      BOOST_TEST(text.size() < 500u);
    }
  }
  server.expect_clean_end();
}

// Every answer is that of one of the two states, or says that the file changes. Where the writer was kept
// waiting by the machine, half a file can lie there at rest: then it breaks off in a record, and the answer
// says so.
BOOST_AUTO_TEST_CASE(a_report_that_is_written_while_it_is_read_is_never_half_believed) {
  auto& server = start_open();
  const auto path = workspace() + "/lcov.info";
  const auto none = tracefile(2000, "0");
  const auto all = tracefile(2000, "1");
  write_file(path, none);
  std::atomic<bool> stop{false};
  std::thread writer{[&] {
    for (bool odd = true; !stop; odd = !odd) write_file(path, odd ? all : none);
  }};
  std::size_t read = 0, changing = 0;
  for (int i = 0; i < 40; ++i) {
    const auto answer = server.call("get_overall_coverage", {{"lcovPath", "lcov.info"}});
    if (const auto* structured = answer.if_contains("structuredContent")) {
      const auto share = at_path(*structured, "overall").to_number<double>();
      const auto found = at_path(*structured, "lines.found").to_number<std::int64_t>();
      const bool whole = found == 200'000 && (share == 0 || share == 100);
      BOOST_TEST((whole || structured->get_object().contains("malformed")), share << " % of " << found);
      ++read;
    } else {
      const auto text = text_of(answer);
      const bool known = text.find("it changes while it is read") != std::string::npos ||
                         text.find("the file is empty") != std::string::npos;
      BOOST_TEST(known, text);
      ++changing;
    }
  }
  stop = true;
  writer.join();
  std::cout << "read " << read << ", changing " << changing << "\n";
  write_file(path, all);
  BOOST_TEST(at_path(server.call("get_overall_coverage", {{"lcovPath", "lcov.info"}}),
                     "structuredContent.overall") == 100);
  server.expect_clean_end();
}

// Half a report must not become a file that says nothing of it.
BOOST_AUTO_TEST_CASE(a_report_that_changes_while_it_is_read_is_not_exported) {
  const auto path = workspace() + "/lcov.info";
  write_file(path, tracefile(20'000, "1"));
  std::atomic<bool> stop{false};
  std::thread writer{[&] {
    while (!stop) ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  }};
  const auto made = run_covey({"report", path, "-o", outside("out.info")});
  stop = true;
  writer.join();
  BOOST_TEST(made.exit_code == 1);
  BOOST_TEST(made.err.find("lcov.info: it changes while it is read; ") != std::string::npos, made.err);
  BOOST_TEST(::access(outside("out.info").c_str(), F_OK) != 0);
  BOOST_TEST(run_covey({"report", path, "-o", outside("out.info")}).exit_code == 0);
}

BOOST_AUTO_TEST_CASE(many_questions_at_once_are_all_answered) {
  auto& server = start_open();
  write_file(workspace() + "/lcov.info", tracefile(3000, "1"));
  std::vector<std::int64_t> calls;
  for (int i = 0; i < 500; ++i)
    calls.push_back(server.start_call("get_overall_coverage", {{"lcovPath", "lcov.info"}}));
  for (const auto id : calls) BOOST_REQUIRE(at_path(server.result(id), "structuredContent.overall") == 100);
  server.expect_clean_end();
}

BOOST_AUTO_TEST_SUITE_END()

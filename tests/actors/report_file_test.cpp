#include "actors/storage/report_file.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace covey::storage;
using namespace covey::testing;

namespace {

constexpr std::uint64_t plenty = 1u << 20;

file_problem refused(const std::string& path, std::uint64_t limit = plenty) {
  const auto opened = report_file::open(path, limit);
  BOOST_REQUIRE(std::holds_alternative<file_problem>(opened));
  return std::get<file_problem>(opened);
}

report_file opened(const std::string& path, std::uint64_t limit = plenty) {
  auto result = report_file::open(path, limit);
  BOOST_REQUIRE(std::holds_alternative<report_file>(result));
  return std::get<report_file>(std::move(result));
}

// The age that makes a time stamp trustworthy, without waiting for it.
void make_old(const std::string& path) {
  const timespec long_ago[2] = {{1'600'000'000, 0}, {1'600'000'000, 0}};
  ::utimensat(AT_FDCWD, path.c_str(), long_ago, 0);
}

BOOST_AUTO_TEST_SUITE(report_file_suite)

BOOST_AUTO_TEST_CASE(only_regular_files_are_opened) {
  const temp_dir folder;
  ::mkfifo((folder / "fifo").c_str(), 0600);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  (folder / "socket").copy(address.sun_path, sizeof address.sun_path - 1);
  BOOST_REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
  const std::vector<std::pair<std::string, std::string>> cases{
      {folder.path(), "it is a directory, not a regular file; name the report in it"},
      {folder / "fifo", "it is a FIFO, not a regular file"},
      {folder / "socket", "it is a socket, not a regular file"},
      {"/dev/zero", "it is a character device, not a regular file"},
  };
  for (const auto& [path, reason] : cases) {
    const auto problem = refused(path);
    BOOST_TEST(problem.reason == reason);
    BOOST_TEST(!problem.missing);
  }
  ::close(socket);
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_missing) {
  const temp_dir folder;
  write_file(folder / "file", "x");
  ::symlink("nowhere", (folder / "dangling").c_str());
  for (const auto* name : {"none", "none/deeper", "file/below", "dangling"})
    BOOST_TEST_CONTEXT(name) BOOST_TEST(refused(folder / name).missing);
}

BOOST_AUTO_TEST_CASE(paths_that_cannot_be_are_refused) {
  const temp_dir folder;
  ::symlink("loop", (folder / "loop").c_str());
  BOOST_TEST(refused(folder / std::string(5000, 'x')).reason == "file name too long");
  BOOST_TEST(refused(folder / "loop").reason == "too many levels of symbolic links");
  BOOST_TEST(refused(std::string{"a\0b", 3}).reason == "its path holds a NUL byte");
  BOOST_TEST(!refused(folder / "loop").missing);
}

BOOST_AUTO_TEST_CASE(a_file_over_the_limit_is_refused_by_its_size) {
  const temp_dir folder;
  write_file(folder / "sparse", "");
  BOOST_REQUIRE(::truncate((folder / "sparse").c_str(), std::int64_t{10} << 30) == 0);
  BOOST_TEST(
      refused(folder / "sparse").reason ==
      "it has 10737418240 bytes, the limit is 1048576; split the report, or measure less of the project");
}

BOOST_AUTO_TEST_CASE(a_file_of_proc_has_content_though_its_size_is_0) {
  std::string content;
  auto file = opened("/proc/self/status");
  const auto outcome = file.read([&](std::string_view bytes) {
    content += bytes;
    return true;
  });
  BOOST_TEST(std::holds_alternative<report_file::reading>(outcome));
  BOOST_TEST(content.find("Name:") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_change_while_reading_is_seen) {
  const temp_dir folder;
  const auto path = folder / "report";
  const auto read_while = [&](const std::function<void()>& change) {
    write_file(path, std::string(200'000, 'x'));
    make_old(path);
    auto file = opened(path);
    bool first = true;
    return std::get<report_file::reading>(file.read([&](std::string_view) {
      if (std::exchange(first, false)) change();
      return true;
    }));
  };
  BOOST_CHECK(read_while([] {}) == report_file::reading::complete);
  BOOST_CHECK(read_while([&] { ::truncate(path.c_str(), 1000); }) == report_file::reading::changed);
  BOOST_CHECK(read_while([&] { ::truncate(path.c_str(), 300'000); }) == report_file::reading::changed);
  BOOST_CHECK(read_while([&] { write_file(path, std::string(200'000, 'y')); }) ==
              report_file::reading::changed);
}

BOOST_AUTO_TEST_CASE(reading_stops_when_it_is_told_to) {
  const temp_dir folder;
  write_file(folder / "report", std::string(200'000, 'x'));
  int literals = 0;
  auto file = opened(folder / "report");
  const auto outcome = file.read([&](std::string_view) { return ++literals < 2; });
  BOOST_CHECK(std::get<report_file::reading>(outcome) == report_file::reading::stopped);
  BOOST_TEST(literals == 2);
}

// A second change in the same tick of the clock leaves no trace in the time stamps: what is read before the
// tick is over may be out of date, and would never be found to be so.
BOOST_AUTO_TEST_CASE(a_file_that_has_just_changed_is_read_when_it_has_settled) {
  const temp_dir folder;
  std::optional<report_file> fresh;
  for (int i = 0; i < 100 && (!fresh || fresh->identity().settled);
       ++i) {  // a busy machine can miss the tick
    write_file(folder / "report", "x");
    fresh.emplace(opened(folder / "report"));
  }
  auto& file = *fresh;
  BOOST_REQUIRE(!file.identity().settled);
  bool settled_before = false;
  const auto outcome = file.read([&](std::string_view) {
    settled_before = file.identity().settled;
    return true;
  });
  BOOST_TEST(settled_before);
  BOOST_CHECK(std::get<report_file::reading>(outcome) == report_file::reading::complete);
  BOOST_TEST(file.identity().settled);
}

BOOST_AUTO_TEST_CASE(a_change_before_the_first_byte_is_read_is_no_change_while_reading) {
  const temp_dir folder;
  write_file(folder / "report", "x");
  auto file = opened(folder / "report");
  write_file(folder / "report", "longer");
  std::string content;
  const auto outcome = file.read([&](std::string_view bytes) {
    content += bytes;
    return true;
  });
  BOOST_CHECK(std::get<report_file::reading>(outcome) == report_file::reading::complete);
  BOOST_TEST(content == "longer");
  BOOST_TEST(file.identity().size == 6u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

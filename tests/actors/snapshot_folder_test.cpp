#include "actors/storage/snapshot_folder.hpp"
#include "tests/support/skip.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace covey::storage;
using namespace covey::testing;

namespace {

std::string name_of_folder() {
  return "covey-snapshots-" + std::to_string(::geteuid());
}

std::string write(const snapshot_folder& folder, std::string_view text) {
  const auto written = folder.write(text);
  BOOST_REQUIRE(std::holds_alternative<std::string>(written));
  return std::get<std::string>(written);
}

std::string reason_of(const std::variant<std::string, storage_problem>& written) {
  BOOST_REQUIRE(std::holds_alternative<storage_problem>(written));
  return std::get<storage_problem>(written).reason;
}

mode_t mode_of(const std::string& path) {
  struct stat about {};
  BOOST_REQUIRE(::stat(path.c_str(), &about) == 0);
  return about.st_mode & 07777;
}

BOOST_AUTO_TEST_SUITE(snapshot_folder_suite)

BOOST_AUTO_TEST_CASE(what_is_written_is_found_again_by_others) {
  const temp_dir temp;
  const auto first = write(snapshot_folder{temp.path()}, "one");
  const auto second = write(snapshot_folder{temp.path()}, "two");
  BOOST_TEST(first != second);
  BOOST_TEST(is_snapshot_id(first));
  const snapshot_folder later{temp.path()};
  BOOST_TEST(std::get<std::string>(later.read(first, 100)) == "one");
  BOOST_TEST(std::get<std::string>(later.read(second, 100)) == "two");
}

BOOST_AUTO_TEST_CASE(nobody_else_may_read_them) {
  const temp_dir temp;
  const auto old = ::umask(0);
  const auto id = write(snapshot_folder{temp.path()}, "text");
  ::umask(old);
  const auto folder = temp / name_of_folder();
  BOOST_TEST(mode_of(folder) == 0700u);
  BOOST_TEST(mode_of(folder + "/" + id + ".json") == 0600u);
  BOOST_TEST(entries_of(folder).size() == 1u);  // nothing unfinished beside it
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_open_to_others_is_closed) {
  const temp_dir temp;
  ::mkdir((temp / name_of_folder()).c_str(), 0777);
  ::chmod((temp / name_of_folder()).c_str(), 0777);
  write(snapshot_folder{temp.path()}, "text");
  BOOST_TEST(mode_of(temp / name_of_folder()) == 0700u);
}

// Somebody else may have made it, to see or to change what is written.
BOOST_AUTO_TEST_CASE(a_planted_link_is_not_followed) {
  const temp_dir temp;
  const temp_dir elsewhere;
  ::symlink(elsewhere.path().c_str(), (temp / name_of_folder()).c_str());
  BOOST_TEST(reason_of(snapshot_folder{temp.path()}.write("text")).find(temp.path()) == 0u);
  BOOST_TEST(entries_of(elsewhere.path()).empty());
}

BOOST_AUTO_TEST_CASE(a_folder_of_another_user_is_refused, *boost::unit_test::label("own")) {
  if (::geteuid() != 0) {
    covey::testing::skip("only root can make a folder of another user");
    return;
  }
  const temp_dir temp;
  ::mkdir((temp / name_of_folder()).c_str(), 0777);
  BOOST_REQUIRE(::chown((temp / name_of_folder()).c_str(), 12345, 12345) == 0);
  BOOST_TEST(reason_of(snapshot_folder{temp.path()}.write("text")) ==
             temp / name_of_folder() + " belongs to another user; set TMPDIR to a folder of your own");
}

BOOST_AUTO_TEST_CASE(without_a_temp_directory_nothing_is_written) {
  BOOST_TEST(reason_of(snapshot_folder{"/nowhere/at/all"}.write("text")) ==
             "/nowhere/at/all/" + name_of_folder() + ": No such file or directory");
}

BOOST_AUTO_TEST_CASE(only_version_4_uuids_are_ids) {
  const auto with_zero_at = [](std::size_t place) {
    std::string out = "550e8400-e29b-41d4-a716-446655440000";
    out[place] = '\0';
    return out;
  };
  BOOST_TEST(is_snapshot_id("550e8400-e29b-41d4-a716-446655440000"));
  BOOST_TEST(is_snapshot_id("550E8400-E29B-41D4-A716-446655440000"));
  const std::vector<std::string> others{
      "",
      "../../../../etc/passwd",
      "550e8400-e29b-41d4-a716-44665544000",
      "550e8400-e29b-41d4-a716-4466554400000",
      "550e8400-e29b-11d4-a716-446655440000",  // version 1
      "550e8400-e29b-41d4-c716-446655440000",  // another variant
      "550e8400_e29b_41d4_a716_446655440000",
      "550e8400-e29b-41d4-a716-44665544/../",
      "{550e8400-e29b-41d4-a716-44665544000}",
      with_zero_at(35),
      with_zero_at(19),
      with_zero_at(0),
      std::string(1 << 20, 'a'),
      "550e8400-e29b-41d4-a716-44665544000\xc3\xa9",
  };
  for (const auto& other : others) BOOST_TEST_CONTEXT(other.substr(0, 60)) BOOST_TEST(!is_snapshot_id(other));
}

// They would be found if the id became a part of a path.
BOOST_AUTO_TEST_CASE(other_ids_never_reach_the_file_system) {
  const temp_dir temp;
  const snapshot_folder folder{temp.path()};
  write(folder, "text");
  write_file(temp / name_of_folder() + "/evil.json", "bait");
  write_file(temp / "evil.json", "bait");
  for (const auto* id : {"evil", "../evil", "./evil"}) {
    const auto found = folder.read(id, 100);
    BOOST_REQUIRE(std::holds_alternative<storage_problem>(found));
    BOOST_TEST(std::get<storage_problem>(found).missing);
  }
}

// The snapshot may well be there.
BOOST_AUTO_TEST_CASE(a_folder_that_does_not_open_is_not_one_without_the_snapshot) {
  const temp_dir temp;
  const snapshot_folder folder{temp.path()};
  const auto read = [&] {
    return std::get<storage_problem>(folder.read("550e8400-e29b-41d4-a716-446655440000", 9));
  };
  BOOST_TEST(read().missing);
  write_file(temp / name_of_folder(), "");
  BOOST_TEST(!read().missing);
  BOOST_TEST(read().reason == temp / name_of_folder() + ": Not a directory");
}

BOOST_AUTO_TEST_CASE(a_snapshot_over_the_limit_is_not_read) {
  const temp_dir temp;
  const snapshot_folder folder{temp.path()};
  const auto id = write(folder, std::string(1000, 'x'));
  BOOST_TEST(!std::get<storage_problem>(folder.read(id, 999)).missing);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

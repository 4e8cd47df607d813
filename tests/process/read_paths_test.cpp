#include "process/read_paths.hpp"
#include "process/bounded_file.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <sys/stat.h>

using namespace covey;
using namespace covey::testing;
using kind = parsers::path_state::kind_type;

namespace {

const parsers::language sample{
    .name = "x", .project_files = {{"a.toml"}, {"tox.ini", "pytest"}, {"P.toml", {}, "test/run.jl"}}};

BOOST_AUTO_TEST_SUITE(read_paths)

BOOST_AUTO_TEST_CASE(files_and_folders_are_seen_up_to_their_limits) {
  temp_dir folder;
  write_files(folder.path(), {{"f", std::string(100, 'x')}, {"d/b", ""}, {"d/a", ""}, {"d/c", ""}});
  const process::read_limits small{10, 2};
  BOOST_TEST((process::read_path(folder / "f", small).kind == kind::file));
  BOOST_TEST(process::read_path(folder / "f", small).text == std::string(10, 'x'));
  BOOST_TEST((process::read_path(folder / "d", small).kind == kind::folder));
  BOOST_TEST(process::read_path(folder / "d", small).entries.size() == 2u);
  BOOST_TEST((process::read_path(folder / "d").entries == std::vector<std::string>{"a", "b", "c"}));
  BOOST_TEST((process::read_path(folder / "none").kind == kind::absent));
}

BOOST_AUTO_TEST_CASE(a_file_is_read_up_to_a_limit) {
  temp_dir folder;
  const std::string text(200'000, 'x');
  write_file(folder / "f", text);
  BOOST_TEST(process::read_file(folder / "f").text == text);
  BOOST_TEST(process::read_file(folder / "f", 100'001).text.size() == 100'001u);
  BOOST_TEST(process::read_file(folder / "f", 0).text == "");
  BOOST_TEST(process::read_file(folder / "none").error == ENOENT);
  BOOST_TEST(process::read_file(folder.path()).error == EISDIR);
}

BOOST_AUTO_TEST_CASE(what_could_block_is_not_opened) {
  temp_dir folder;
  BOOST_REQUIRE(::mkfifo((folder / "a.toml").c_str(), 0600) == 0);
  BOOST_TEST((process::read_path(folder / "a.toml").kind == kind::absent));
  BOOST_TEST(process::read_file(folder / "a.toml").error == EISDIR);
  BOOST_TEST(process::find_project_file(sample, folder.path()) == nullptr);
}

BOOST_AUTO_TEST_CASE(a_project_file_may_need_a_word_in_it_or_a_file_beside_it) {
  temp_dir folder;
  write_file(folder / "tox.ini", "[tox]\n");
  write_file(folder / "P.toml", "");
  BOOST_TEST(process::find_project_file(sample, folder.path()) == nullptr);
  write_file(folder / "test/run.jl", "");
  BOOST_TEST(parsers::to_string(*process::find_project_file(sample, folder.path())) ==
             "P.toml with test/run.jl");
  write_file(folder / "tox.ini", "[pytest]\n");
  BOOST_TEST(parsers::to_string(*process::find_project_file(sample, folder.path())) ==
             "tox.ini with pytest in it");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

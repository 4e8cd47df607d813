#include "actors/reading.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <sys/stat.h>

namespace covey::actors {
namespace {

using testing::temp_dir;

BOOST_AUTO_TEST_SUITE(settings_reading)

BOOST_AUTO_TEST_CASE(a_workspace_may_have_no_file) {
  const temp_dir root;
  const auto found = read_settings(root.path(), {});
  BOOST_TEST((found.value == nullptr));
  BOOST_TEST(found.problem == "");
}

BOOST_AUTO_TEST_CASE(what_is_there_and_cannot_be_read_is_not_passed_over) {
  for (const bool pipe : {false, true}) {
    const temp_dir root;
    const auto path = root.path() + "/covey.toml";
    if (pipe)
      BOOST_REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
    else
      std::filesystem::create_symlink("gone.toml", path);
    const auto problem = read_settings(root.path(), {}).problem;
    BOOST_TEST(problem.starts_with("covey.toml "), problem);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::actors

#include "actors/errors.hpp"
#include "process/program.hpp"
#include <boost/test/unit_test.hpp>
#include <cerrno>

namespace covey::actors {
namespace {

BOOST_AUTO_TEST_SUITE(start_errors)

BOOST_AUTO_TEST_CASE(without_proc_the_guard_is_what_is_missing_and_not_the_program) {
  const auto why = context_of(start_error("/bin/go", "/w", process::own_program_unknown));
  BOOST_TEST(why.starts_with("/bin/go in /w: "), why);
  BOOST_TEST(why.find("mount /proc") != std::string::npos, why);
  BOOST_TEST(why.find("No such file") == std::string::npos, why);
  BOOST_TEST(context_of(start_error("/bin/go", "/w", ENOENT)) == "/bin/go in /w: No such file or directory");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::actors

#include "parsers/syntax/ignore_file.hpp"
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>

namespace covey::parsers {
namespace {

BOOST_AUTO_TEST_SUITE(git_index)

// Recorded: `git config index.version`, `git init --object-format=sha256`.
BOOST_AUTO_TEST_CASE(an_index_says_what_is_tracked_in_each_of_its_forms) {
  const std::vector<std::string> all{".gitignore", "a.t", std::string(200, 'n') + ".x", "out/b.t", "out/deep/c.t"};
  for (const auto* form : {"version-2", "version-4", "sha256"}) {
    std::ifstream file{std::string{COVEY_SOURCE_DIR} + "/tests/fixtures/git/" + form + ".index", std::ios::binary};
    const std::string index{std::istreambuf_iterator<char>{file}, {}};
    BOOST_TEST(tracked_paths(index) == all, boost::test_tools::per_element());
    for (std::size_t end = 0; end < 400; ++end) BOOST_TEST(tracked_paths(index.substr(0, end)).empty());
    auto odd = index;
    for (auto& byte : odd) {  // any damage is read to its end
      byte = static_cast<char>(~byte);
      (void)tracked_paths(odd);
      byte = static_cast<char>(~byte);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers

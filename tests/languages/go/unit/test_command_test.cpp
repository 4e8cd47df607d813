#include "parsers/languages/go/test_command.hpp"
#include <boost/test/unit_test.hpp>

namespace covey::parsers::languages::go {
namespace {

using namespace std::chrono_literals;
using strings = std::vector<std::string>;

BOOST_AUTO_TEST_SUITE(go_test_command)

BOOST_AUTO_TEST_CASE(the_environment_is_read_line_by_line) {
  struct {
    const char* printed;
    int minor;
    const char* workspace;
    bool starts_tests;
  } const cases[] = {
      {"go1.26.8\n\n\nlinux\nlinux\namd64\namd64\n", 26, "", false},
      {"go1.19.8\r\noff\r\n\r\nlinux\r\nlinux\r\namd64\r\namd64\r\n", 19, "", false},
      {"go1.21rc2\n/w/go.work\n-mod=mod -tags=exec\nlinux\nlinux\namd64\namd64\n", 21, "/w/go.work", false},
      {"devel go1.27-0123abc X\n\n-v -exec=sudo\nlinux\nlinux\namd64\namd64\n", 27, "", true},
      {"go1.26.8\n\n'-exec=a b' -v\nlinux\nlinux\namd64\namd64\n", 26, "", true},
      {"go1.26.8\n\n\"--exec=a b\"\nlinux\nlinux\namd64\namd64\n", 26, "", true},
      {"go1.26.8\n\n\njs\nlinux\nwasm\namd64\n", 26, "", true},
      {"go1.26.8\n\n\nlinux\nlinux\narm64\namd64\n", 26, "", true},
      {"devel +0123abc\n", 0, "", false},
      {"", 0, "", false},
  };
  for (const auto& c : cases) {
    BOOST_TEST_CONTEXT(c.printed) {
      const auto environment = toolchain::parse(c.printed);
      BOOST_TEST(environment.minor == c.minor);
      BOOST_TEST(environment.workspace == c.workspace);
      BOOST_TEST(environment.starts_tests == c.starts_tests);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_word_is_quoted_the_way_go_splits_words) {
  BOOST_TEST(quoted_argument("/opt/covey").value() == "/opt/covey");
  BOOST_TEST(quoted_argument("/opt/it's/covey").value() == "/opt/it's/covey");
  BOOST_TEST(quoted_argument("/my tools/covey").value() == "'/my tools/covey'");
  BOOST_TEST(quoted_argument("/it's my tools/covey").value() == "\"/it's my tools/covey\"");
  BOOST_TEST(quoted_argument("'covey'").value() == "\"'covey'\"");
  BOOST_TEST(!quoted_argument("/it's \"my\" tools/covey").has_value());
}

BOOST_AUTO_TEST_CASE(gos_own_timeout_strikes_before_the_runs) {
  const std::pair<std::chrono::milliseconds, std::chrono::milliseconds> cases[] = {
      {300s, 295s}, {1800s, 1795s}, {20s, 18s}, {2s, 1800ms}, {1500ms, 1300ms}, {1s, 1s}, {0s, 1s},
  };
  for (const auto& [run, own] : cases) BOOST_TEST(timeout_of_tests(run).count() == own.count());
  test_options options;
  options.timeout = 2s;
  BOOST_TEST(test_arguments(options, {"", {"./..."}}, 0).at(3) == "-timeout=1800ms");
  // A flag of the command goes before the same one in GOFLAGS.
  const auto set = toolchain::parse("go1.26.8\noff\n-count=2 '-timeout=2s'\n");
  BOOST_TEST((set.counts_tests && set.limits_tests));
  options.counted = options.limited = true;
  BOOST_TEST(
      test_arguments(options, {"", {"./..."}}, 0) == (std::vector<std::string>{"test", "-json", "./..."}),
      boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_workspace_is_tested_module_by_module) {
  struct {
    const char* why;
    const char* folders;
    const char* workspace;
    strings patterns;
  } const cases[] = {
      {"its own", "/w/a\n/w\n/other/b\n", "/w/go.work", {"./a/...", "./...", "../other/b/..."}},
      {"one further up: only what is in the root", "/a\n/w\n/w/x\n", "/go.work", {"./...", "./x/..."}},
      {"one further up that does not use the root", "/a\n", "/go.work", {"./..."}},
      {"a module without a folder", "\n/w/a", "/w/go.work", {"./a/..."}},
      {"nothing", "", "/w/go.work", {"./..."}},
  };
  for (const auto& c : cases) BOOST_TEST_CONTEXT(c.why)
  BOOST_TEST(module_patterns(c.folders, "/w", c.workspace) == c.patterns, boost::test_tools::per_element());
  BOOST_TEST(module_patterns("/w/x/a\n/w\n/w/y", "/w/x", "/w/x/go.work") ==
                 (strings{"./a/...", "../...", "../y/..."}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(coverage_across_packages_is_left_out_for_a_reason) {
  std::string listing;
  for (int i = 0; i < 65; ++i)
    listing += "m/p" + std::to_string(i) + "\t/w/p" + std::to_string(i) + "\ta.go\t1\n";
  const auto large = package_list::parse(listing, "/w");
  const auto small = package_list::parse("m\t/w\ta.go\t1\n", "/w");
  toolchain environment;
  environment.minor = 20;
  BOOST_TEST(!no_coverage_across(environment, small).has_value());
  BOOST_TEST(no_coverage_across(environment, large).value() ==
             "65 test packages times 65 packages is over the limit of 4096 for coverage across packages; the "
             "coverage "
             "of each package is that of its own tests.");
  environment.minor = 19;
  BOOST_TEST(no_coverage_across(environment, small).value().find("Go 1.19 would link") == 0U);
  BOOST_TEST(no_coverage_across_unbuilt("m/a", 1, false) ==
             "m/a does not build; the coverage of each package is that of its own tests.");
  BOOST_TEST(no_coverage_across_unbuilt("m/a", 3, false) ==
             "m/a and 2 more packages do not build; the coverage of each package is that of its own tests.");
  BOOST_TEST(no_coverage_across_unbuilt("m/a", 1, true) == "m/a does not build; coverage is not measured.");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace covey::parsers::languages::go

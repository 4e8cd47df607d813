// The hidden command that runs `go test`, with a script for go.
#include "shims/go/child.hpp"
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct go_test_fixture {
  // `list`: what the script does as `go list`; as `go test` it prints its arguments and does `test`.
  program_result run(const std::string& list, const std::string& test = "",
                     std::vector<std::string> check = {"go", "list"},
                     const std::string& deadline = "99999999999999") {
    write_file(area / "bin/go", "#!/bin/sh\necho \"$1\" >>\"" + (area / "calls") +
                                    "\"\nif [ \"$1\" = list ]; then\n" + list + "\nexit\nfi\necho \"$*\"\n" +
                                    test + "\n");
    fs::permissions(area / "bin/go", fs::perms::owner_all);
    std::vector<std::string> argv{"__go-test", area / "built", "--"};
    argv.insert(argv.end(), check.begin(), check.end());
    argv.insert(argv.end(), {"--", "go", "test", "-coverprofile=m.out", "-coverpkg=./..."});
    argv.insert(argv.end(), overlays.begin(), overlays.end());
    argv.emplace_back("./...");
    return run_program(COVEY_BINARY, {std::move(argv),
                                      area.path(),
                                      {{"PATH", (area / "bin") + ":/usr/bin:/bin"},
                                       {"COVEY_DEADLINE", deadline},
                                       {"COVEY_EVENTS", area / "events"},
                                       {"COVEY_GO_ROOT", linked.first},
                                       {"COVEY_GO_TOOLCHAIN", linked.second}}});
  }

  std::string told() const { return fs::exists(area / "events") ? read_file(area / "events") : ""; }

  std::vector<std::string> overlays;
  std::pair<std::string, std::string> linked = {"", ""};
  temp_dir area;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(go_test, go_test_fixture)

BOOST_AUTO_TEST_CASE(where_everything_compiles_coverage_goes_across_packages) {
  BOOST_TEST(run("echo +m/a; echo +m/b").out == "test -coverprofile=m.out -coverpkg=./... ./...\n");
  BOOST_TEST(told() == "");
}

BOOST_AUTO_TEST_CASE(a_package_that_does_not_build_does_not_take_the_others_with_it) {
  BOOST_TEST(run("echo +m/a; echo -m/b; echo -m/c; echo wrong >&2").out ==
             "test -coverprofile=m.out ./...\n");
  BOOST_TEST(told() == "unbuilt\tsome\t2\tm/b\n");
}

BOOST_AUTO_TEST_CASE(where_nothing_builds_nothing_is_measured) {
  BOOST_TEST(run("echo -m/a; echo -m/b").out == "test ./...\n");
  BOOST_TEST(told() == "unbuilt\tall\t2\tm/a\n");
}

// Go forbids an overlay of what lies in the module cache.
BOOST_AUTO_TEST_CASE(a_toolchain_is_used_through_a_link) {
  write_file(area / "mods/bin/go", "#!/bin/sh\necho \"linked $1 $GOROOT\"\n");
  fs::permissions(area / "mods/bin/go", fs::perms::owner_all);
  linked = {area / "goroot", area / "mods"};
  BOOST_TEST(run("").out == "linked test " + (area / "goroot") + "\n");
  BOOST_TEST(fs::read_symlink(area / "goroot") == area / "mods");
  linked = {"/nowhere/goroot", area / "mods"};
  BOOST_TEST(run("echo +m/a").out.starts_with("test -coverprofile=m.out"));
}

// An overlay for another toolchain must fail no test.
BOOST_AUTO_TEST_CASE(an_overlay_that_does_not_build_is_left_out) {
  overlays = {"-overlay=own.json", "-overlay=both.json"};
  BOOST_TEST(run("echo +testing; echo +m/a").out ==
             "test -coverprofile=m.out -coverpkg=./... -overlay=own.json -overlay=both.json ./...\n");
  BOOST_TEST(told() == "");
  std::filesystem::remove(area / "built");
  BOOST_TEST(run("echo -testing; echo +m/a").out ==
             "test -coverprofile=m.out -coverpkg=./... -overlay=own.json ./...\n");
  BOOST_TEST(told() == "unoverlaid\n");
  std::filesystem::remove(area / "built");
  BOOST_TEST(run("exit 2").out == "test -coverprofile=m.out -overlay=own.json ./...\n");
}

BOOST_AUTO_TEST_CASE(a_build_check_that_fails_leaves_coverage_across_packages_out) {
  BOOST_TEST(run("exit 2").out == "test -coverprofile=m.out ./...\n");
  BOOST_TEST(told() == "unasked\t2\n");
}

BOOST_AUTO_TEST_CASE(the_further_commands_of_a_run_do_not_check_again) {
  run("echo -m/a");
  run("echo +m/a");
  BOOST_TEST(lines_of(area / "calls") == (std::vector<std::string>{"list", "test", "test"}),
             boost::test_tools::per_element());
  BOOST_TEST(told() == "unbuilt\tall\t1\tm/a\nunbuilt\tall\t1\tm/a\n");
}

BOOST_AUTO_TEST_CASE(without_a_check_the_tests_run_as_they_are) {
  BOOST_TEST(run("exit 2", "", {}).out == "test -coverprofile=m.out -coverpkg=./... ./...\n");
  BOOST_TEST(told() == "");
}

BOOST_AUTO_TEST_CASE(it_ends_as_go_ended) {
  BOOST_TEST(run("echo +m/a", "exit 3").exit_code == 3);
  BOOST_TEST(run("echo +m/a", "kill -9 $$").exit_code == 128 + SIGKILL);
}

// A stop reaches the whole group. What go does with it is go's affair; the tests are not begun after it.
BOOST_AUTO_TEST_CASE(a_stop_during_the_check_begins_no_tests) {
  BOOST_TEST(run("kill -TERM $PPID; exit 1").exit_code == 128 + SIGTERM);
  BOOST_TEST(lines_of(area / "calls").size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_stop_during_the_tests_waits_for_them) {
  const auto result = run("echo +m/a", "kill -TERM $PPID; echo cleaned up; exit 1");
  BOOST_TEST(result.exit_code == 1);
  BOOST_TEST(result.out.ends_with("cleaned up\n"));
}

BOOST_AUTO_TEST_CASE(what_is_compiled_when_the_time_is_over_is_told) {
  fs::create_directories(area / "bin");
  fs::create_symlink("/bin/sh", area / "bin/compile");  // by the name that it is started with
  // It goes on when the shim has told.
  run("",
      "compile -c 'while kill -0 $PPID && [ ! -s \"" + (area / "events") +
          "\" ]; do :; done' x -p example.com/slow",
      {}, "1");
  BOOST_TEST(told() == "compiling\texample.com/slow\n");
}

BOOST_AUTO_TEST_CASE(a_compilers_command_line_says_what_it_compiles) {
  using covey::shims::go::compiled_by;
  BOOST_TEST(compiled_by({"/go/pkg/tool/compile", "-o", "x", "-p", "m/a", "-lang=go1.26"}) == "m/a");
  BOOST_TEST(compiled_by({"/go/pkg/tool/cgo", "-importpath", "m/c", "--"}) == "m/c");
  BOOST_TEST(compiled_by({"/usr/lib/gcc/12/cc1", "-quiet", "-I", ".", "sqlite3-binding.c", "-o", "x.s"}) ==
             "sqlite3-binding.c");
  for (const std::vector<std::string>& other : {std::vector<std::string>{},
                                                {"go", "test", "-p", "2"},
                                                {"compile", "-p"},
                                                {"compile"},
                                                {"cc1", "-version"},
                                                {"gcc", "a.c"}})
    BOOST_TEST(compiled_by(other) == "");
}

BOOST_AUTO_TEST_SUITE_END()

// The hidden command that runs cargo, with a script for cargo.
#include "parsers/languages/rust/job.hpp"
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <csignal>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct cargo_test_fixture {
  cargo_test_fixture() {
    job.folder = job.root = area.path();
    job.version = "1.85.0";
    job.everything = true;
    job.packages = {"--workspace"};
  }

  program_result run(const std::string& cargo) {
    write_file(area / "bin/cargo", "#!/bin/sh\necho \"$*\" >>\"" + (area / "calls") + "\"\n" + cargo + "\n");
    fs::permissions(area / "bin/cargo", fs::perms::owner_all);
    write_file(area / "job/job.json", covey::parsers::languages::rust::write_job(job));
    return run_program(COVEY_BINARY,
                       {{"__cargo-test", area / "job/job.json"},
                        area.path(),
                        {{"PATH", (area / "bin") + ":/usr/bin:/bin"}, {"COVEY_EVENTS", area / "events"}}});
  }

  bool told(std::string_view what) const {
    return read_file(area / "events").find(what) != std::string::npos;
  }

  temp_dir area;
  covey::parsers::languages::rust::cargo_job job;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cargo_test, cargo_test_fixture)

BOOST_AUTO_TEST_CASE(a_lock_file_that_cargo_makes_is_taken_away_again) {
  run("echo made >Cargo.lock");
  BOOST_TEST(!fs::exists(area / "Cargo.lock"));
  BOOST_TEST(told("\"end\""));
}

BOOST_AUTO_TEST_CASE(a_lock_file_of_the_project_stays) {
  write_file(area / "Cargo.lock", "the user's\n");
  run("echo changed >>Cargo.lock");
  BOOST_TEST(fs::exists(area / "Cargo.lock"));
}

// Stopped in the middle of its build, as a run is that is cancelled or takes too long.
BOOST_AUTO_TEST_CASE(a_stop_takes_the_lock_file_away_and_begins_nothing_more) {
  const auto result = run("echo made >Cargo.lock; kill -TERM $PPID; exit 1");
  BOOST_TEST(result.exit_code == 128 + SIGTERM);
  BOOST_TEST(!fs::exists(area / "Cargo.lock"));
  BOOST_TEST(lines_of(area / "calls").size() == 1u);
  BOOST_TEST(!told("\"problem\""));
  BOOST_TEST(!told("\"end\""));
}

BOOST_AUTO_TEST_SUITE_END()

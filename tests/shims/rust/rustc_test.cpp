// covey as cargo's RUSTC_WRAPPER, with a script for rustc.
#include "tests/support/piped_process.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <filesystem>

using namespace covey::testing;
namespace fs = std::filesystem;

namespace {

struct cargo_rustc_fixture {
  cargo_rustc_fixture() {
    for (const std::string program : {"rustc", "wrapper"}) {
      write_file(area / program, "#!/bin/sh\necho " + program + " \"${@#" + area.path() + "/}\"\n");
      fs::permissions(area / program, fs::perms::owner_all);
    }
  }

  // What is started for the crate `a`, below `project`.
  std::string started(const std::string& folder, const std::string& wrapper = {}) const {
    return run_program(COVEY_BINARY, {{area / "rustc", "--crate-name", "a"},
                                      area.path(),
                                      {{"COVEY_RUSTC", area / "project"},
                                       {"COVEY_RUSTC_WRAPPER", wrapper},
                                       {"COVEY_RUSTC_FLAGS", "-Cinstrument-coverage -Cmore"},
                                       {"CARGO_CRATE_NAME", "a"},
                                       {"CARGO_MANIFEST_DIR", area / folder}}})
        .out;
  }

  temp_dir area;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cargo_rustc, cargo_rustc_fixture)

BOOST_AUTO_TEST_CASE(the_projects_own_crates_are_measured) {
  BOOST_TEST(started("project/a") == "rustc --crate-name a -Cinstrument-coverage -Cmore\n");
  BOOST_TEST(started("elsewhere") == "rustc --crate-name a\n");
}

BOOST_AUTO_TEST_CASE(what_is_vendored_in_the_project_is_not_its_own) {
  write_file(area / "project/vendor/a/.cargo-checksum.json", "{}");
  BOOST_TEST(started("project/vendor/a") == "rustc --crate-name a\n");
}

// A crate out of cargo's cache, or of crates.io's archive, is a project as any other.
BOOST_AUTO_TEST_CASE(an_unpacked_crate_is_the_project) {
  write_file(area / "project/.cargo-ok", "");
  BOOST_TEST(started("project") == "rustc --crate-name a -Cinstrument-coverage -Cmore\n");
}

BOOST_AUTO_TEST_CASE(the_users_own_wrapper_stays_in_front) {
  BOOST_TEST(started("elsewhere", area / "wrapper") == "wrapper rustc --crate-name a\n");
}

BOOST_AUTO_TEST_SUITE_END()

// What every test of the real server starts from, and what it has to leave behind.
#pragma once

#include "tests/support/session.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/test/unit_test.hpp>
#include <list>

namespace covey::testing {

// A workspace, a temp directory and a folder for programs, all of this test alone. At the end of a test every
// server must have exited cleanly, no process of it may be alive and its temp directory must be empty.
class covey_fixture {
 public:
  covey_fixture();
  void teardown();  // Boost.Test calls it when the test has come to its end

  const std::string& workspace() const { return workspace_; }
  const std::string& temp() const { return temp_; }
  const std::string& programs() const { return programs_; }
  std::string outside(std::string_view name) const { return area_ / name; }  // of the workspace

  void set_environment(const std::string& name, const std::string& value) { environment_[name] = value; }
  // Puts `programs()`, holding the fake as `go`, in front of PATH; `behaviour` is that of fake_runner. It may
  // be changed between two runs.
  void use_fake_go(std::string_view behaviour);

  process_options options(std::vector<std::string> arguments = {}) const;
  session& start(std::vector<std::string> arguments = {});
  session& start_open(std::string_view revision = "2025-11-25", std::vector<std::string> arguments = {});
  program_result run_covey(std::vector<std::string> arguments, std::string input = {}) const;

  // Live processes of this test, the servers themselves included.
  std::vector<pid_t> processes() const;
  void forget(session& ended);  // its end has been checked by the test itself
  void expect_nothing_left(milliseconds within = milliseconds{2000}) const;

 private:
  temp_dir area_;
  std::string workspace_;
  std::string temp_;
  std::string programs_;
  std::string marker_;
  std::map<std::string, std::string> environment_;
  std::list<session> sessions_;
  std::vector<const session*> forgotten_;
};

// A fixture over a Go module of these files; a go.mod (module example.com/m) is added if there is none.
struct go_fixture : covey_fixture {
  void write_module(file_map files);
};

// Boost.Test decorators: skip visibly where there is no Go toolchain, or one before 1.20.
boost::test_tools::assertion_result has_go(boost::unit_test::test_unit_id);
boost::test_tools::assertion_result has_go_that_covers_across_packages(boost::unit_test::test_unit_id);

bool go_covers_across_packages();

}  // namespace covey::testing

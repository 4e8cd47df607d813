// What the test of errors asks: calls that covey refuses, by the workspaces that they are made in.
#pragma once

#include "tests/support/fixture.hpp"
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace covey::testing {

// In `arguments` WORKSPACE and OUTSIDE stand for the workspace and for the folder around it.
struct error_call {
  enum class answer : std::uint8_t {
    error,
    result,       // it only prepares the calls after it
    error_later,  // after another call of the group
    none          // it goes on until the session ends
  };
  std::string tool = {};            // empty: `arguments` are the whole params of tools/call
  std::string arguments = "{}";     // JSON
  answer expected = answer::error;  // any other answer fails the test
  file_map files = {};              // written into the workspace before the call
  bool repeats_id = false;          // of the call before it
};

// The calls of one session, made in this order.
struct error_group {
  std::string title = {};
  std::vector<error_call> calls = {};
  file_map files = {};                                  // of the workspace
  file_map programs = {};                               // scripts: what is on PATH, and nothing else is
  std::string fake_go = {};                             // what the fake runner does as `go`; empty: no fake
  std::map<std::string, std::string> environment = {};  // its values may begin with OUTSIDE
  std::vector<std::string> options = {};                // covey's own
  bool opened = true;                                   // false: without `initialize`
  std::function<void(const covey_fixture&)> prepare = {};  // does what `files` cannot
};

std::vector<error_group> groups_of_calls();     // messages, arguments, projects
std::vector<error_group> groups_of_reports();   // of coverage, and snapshots
std::vector<error_group> groups_of_runs();      // their ids, what they select, how many there are
std::vector<error_group> groups_of_planners();  // what each language needs for a run

}  // namespace covey::testing

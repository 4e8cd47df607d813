// What the load client can measure. Each starts servers of its own and gives its figures.
#pragma once

#include "bench/server/session.hpp"
#include <boost/json.hpp>
#include <cstdint>
#include <string>

namespace covey::bench {

struct settings {
  std::string covey;
  std::string toolchain;             // a folder with our `go` and `python3`
  std::string work;                  // a folder for workspaces, absolute
  std::uint64_t count = 0;           // of what the mode repeats; 0: its own number
  std::uint64_t bytes = 1ull << 30;  // of a flood
  std::uint64_t tests = 1'000'000;   // of the run with many tests
};

boost::json::object start_times(const settings& with);  // count: starts
boost::json::object pipelined(const settings& with);    // count: calls
boost::json::object flood(const settings& with);        // bytes
boost::json::object many_tests(const settings& with);   // tests
boost::json::object lockstep(const settings& with);     // bytes; count: of questions while idle
boost::json::object idle(const settings& with);         // count: seconds
boost::json::object large_index(const settings& with);  // count: of questions
boost::json::object anchors(const settings& with);      // bytes

}  // namespace covey::bench

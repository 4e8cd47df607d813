// The interfaces that read what every runner leaves: its output, and the coverage that it measured. Neither ever fails.
#pragma once

#include "parsers/model/coverage.hpp"
#include "parsers/model/test.hpp"
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace covey::parsers {

enum class stream : std::uint8_t {
  out,
  err,
  events  // the runner's private channel, which no test prints to
};

struct progress {
  std::uint64_t done = 0;    // tests that have ended
  std::uint64_t failed = 0;  // of these
  std::uint64_t total = 0;   // 0: not known
  std::string current{};     // the test that ended or began last, as full_name() writes it
  std::uint64_t found = 0;   // failures, of tests and of anything else
  std::string running{};     // the test that has been running longest; empty: none, or not known
};

struct failures_so_far {
  std::vector<failure> list = {};
  std::vector<std::size_t> after =
      {};                // for each the place behind it, from which the next question may go on
  std::size_t next = 0;  // the place behind them all

  void add(failure one, std::size_t place_after) {
    list.push_back(std::move(one));
    after.push_back(place_after);
  }
};

// Fed with bytes in any split while the runner runs.
class output_parser {
 public:
  virtual ~output_parser() = default;
  virtual void feed(stream from, std::string_view bytes) = 0;
  virtual progress now() const = 0;
  // The failures found after the place `from`, which an earlier answer gave (0: the first), in the order they
  // were found, at most `max` of them. Failures known only at the end, such as crashes, are not included.
  virtual failures_so_far failures_since(std::size_t from, std::size_t /*max*/) const {
    return {{}, {}, from};
  }
  // A command of a plan with several runners has ended; `runner` is command::runner.
  virtual void end_command(std::string_view /*runner*/, const run_ending& /*ending*/) {}
  // The runner is being stopped: from here on the end of a worker is expected.
  virtual void stopping() {}
  // Called once, after the last feed().
  virtual run_results finish(const run_ending& ending) = 0;
};

// Fed with whole files in pieces, in the order of their names.
class coverage_collector {
 public:
  virtual ~coverage_collector() = default;
  virtual void begin_file(std::string_view name) = 0;  // the name without its folder
  virtual void feed(std::string_view bytes) = 0;
  virtual void end_file() = 0;
  // Called once. The results tell which tests ran in which unit.
  virtual coverage finish(const run_results& results) = 0;
};

}  // namespace covey::parsers

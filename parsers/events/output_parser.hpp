// The interface that reads every runner's output. Fed with bytes in any split while the runner runs; never
// fails.
#pragma once

#include "parsers/model/run.hpp"
#include <cstdint>
#include <string>
#include <string_view>

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
  std::string current;       // the test that ended or began last, as full_name() writes it
};

class output_parser {
 public:
  virtual ~output_parser() = default;
  virtual void feed(stream from, std::string_view bytes) = 0;
  virtual progress now() const = 0;
  // A command of a plan with several runners has ended; `runner` is command::runner.
  virtual void end_command(std::string_view /*runner*/, const run_ending& /*ending*/) {}
  // The runner is being stopped: from here on the end of a worker is expected.
  virtual void stopping() {}
  // Called once, after the last feed().
  virtual run_results finish(const run_ending& ending) = 0;
};

}  // namespace covey::parsers

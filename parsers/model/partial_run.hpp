// What is known of a run that has not ended: asked for by callers that do not wait for its end.
#pragma once

#include "parsers/model/freshness.hpp"
#include "parsers/model/run.hpp"
#include "parsers/model/test.hpp"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace covey::parsers {

struct finished_run;

struct partial_run {
  std::uint64_t id = 0;
  std::string root = {};
  std::int64_t began = 0;  // as finished_run::began; 0: it waits
  std::string language;    // empty: a rerun that waits for its turn
  run_scope scope = run_scope::whole;
  bool waiting = false;                  // for its turn: other runs of this tree come first
  std::string doing = {};                // what goes on if it is not the tests themselves: "the step `tsc`"
  std::chrono::milliseconds elapsed{0};  // since its turn came, or while it waits since it was asked for
  std::uint64_t done = 0;                // tests that have ended
  std::uint64_t failed = 0;              // of these
  std::uint64_t total = 0;               // 0: not known
  std::string current = {};              // the test that ended or began last
  std::string running = {};              // the one that has been running longest; empty: not known
  std::chrono::milliseconds running_for{0};
  std::uint64_t found = 0;              // failures, of tests and of anything else: builds, steps
  std::vector<failure> failures = {};   // found after the place that was asked from, in their order
  std::vector<std::size_t> after = {};  // for each the place behind it
  std::size_t from = 0;                 // the place that was asked from
  std::size_t next = 0;                 // the place to ask from the next time
  fingerprint_ptr fingerprint = {};     // what its files held when it began; null: not known
  // Its tests are through: the run as it is, whose coverage is still to be read. Null: they are not.
  std::shared_ptr<const finished_run> judged = {};
  bool is_ending = false;  // it is being recorded, and ends soon
};

}  // namespace covey::parsers

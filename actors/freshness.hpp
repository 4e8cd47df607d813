// How the files of the workspace have changed since the run that an answer is about.
#pragma once

#include "actors/messages.hpp"
#include "protocol/tools/reply.hpp"
#include <chrono>
#include <optional>
#include <string>

namespace covey::actors {

// What of a run its freshness depends on.
struct dated_run {
  std::uint64_t id = 0;
  std::string root;
  std::string language;
  std::chrono::steady_clock::time_point ended = {};
  parsers::run_fingerprints fingerprints = {};
  bool goes_on = false;  // then only its begin is known
};

// The run of these, or with `of_coverage` that whose coverage they are; nothing for a report's.
std::optional<dated_run> dated_run_of(const protocol::reply& found, const std::string& workspace,
                                      bool of_coverage);

// `now`: null if it could not be found out.
protocol::run_freshness_ptr run_freshness_of(dated_run run, std::chrono::steady_clock::time_point when,
                                             fingerprint_ptr now);

}  // namespace covey::actors

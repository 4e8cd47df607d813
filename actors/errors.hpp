// The faults between actors: each is the code of a caf::error whose context is a string, the detail, and for some a second one: the
// command that mends it.
#pragma once

#include "actors/caf_compat.hpp"
#include <chrono>
#include <cstdint>
#include <string>

namespace covey::actors {

enum class fault : std::uint8_t {
  program_missing = 1,  // detail: the program's name
  plan_refused,         // detail: a sentence
  could_not_start,      // detail: what and why
  no_run_yet,
  nothing_to_rerun,  // detail: the language
  nothing_known,     // detail: a sentence: no failure is known, although the last run did not pass
  other_language,    // detail: a sentence
  queue_full,        // detail: a sentence with the limit and the remedy
  cancelled,
  shutting_down,
  report_missing,     // detail: the path, as it was given
  report_unreadable,  // detail: the end of a sentence, also below
  report_malformed,
  busy,          // detail: a sentence: the system currently lacks a resource
  not_going_on,  // no such run waits or goes on
  abandoned  // an actor failed to answer, or a function on a thread threw what the detail says: a bug in covey
};

std::string to_string(fault value);

}  // namespace covey::actors

COVEY_ERROR_ENUM(covey::actors::fault, "covey")

namespace covey::actors {

inline caf::error fail(fault code, std::string detail = {}) {
  return caf::make_error(code, std::move(detail));
}

// With the command that mends it, see mends_of().
inline caf::error fail(fault code, std::string detail, std::string mends) {
  return caf::make_error(code, std::move(detail), std::move(mends));
}

// Why a command could not be started. `number`: an errno, or process::own_program_unknown.
caf::error start_error(const std::string& program, const std::string& folder, int number);

// Why a run that was asked for has no results: the end of a sentence: "node: not found on PATH", "could not start …".
std::string why_not_run(const caf::error& error);

// Why a service did not answer a question: the end of a sentence that begins with the service. "is busy: …"
std::string why_silent(const caf::error& error);

// Why a function on a thread gave nothing: the end of a sentence that says what could not be done: " within 10 s".
std::string why_no_value(const caf::error& error, std::chrono::seconds time);

}  // namespace covey::actors

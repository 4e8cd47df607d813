// The faults between actors: each is the code of a caf::error whose context is a string, the detail, and for some a second one: the
// command that mends it.
#pragma once

#include "actors/caf_compat.hpp"
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

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
  snapshot_not_kept,
  snapshot_missing,
  snapshot_unreadable,
  busy,          // detail: a sentence: the system currently lacks a resource
  not_going_on,  // no such run waits or goes on
  abandoned      // an actor failed to answer: a bug in covey
};

inline std::string to_string(fault value) {
  switch (value) {
    case fault::program_missing:
      return "program missing";
    case fault::plan_refused:
      return "plan refused";
    case fault::could_not_start:
      return "could not start";
    case fault::no_run_yet:
      return "no run yet";
    case fault::nothing_to_rerun:
      return "nothing to rerun";
    case fault::nothing_known:
      return "nothing known";
    case fault::other_language:
      return "other language";
    case fault::queue_full:
      return "queue full";
    case fault::cancelled:
      return "cancelled";
    case fault::shutting_down:
      return "shutting down";
    case fault::report_missing:
      return "report missing";
    case fault::report_unreadable:
      return "report unreadable";
    case fault::report_malformed:
      return "report malformed";
    case fault::snapshot_not_kept:
      return "snapshot not kept";
    case fault::snapshot_missing:
      return "snapshot missing";
    case fault::snapshot_unreadable:
      return "snapshot unreadable";
    case fault::busy:
      return "busy";
    case fault::not_going_on:
      return "not going on";
    case fault::abandoned:
      return "abandoned";
  }
  return "unknown fault";
}

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

inline caf::error not_started(const std::string& program, const std::string& folder, int number) {
  std::string why = std::strerror(number);
  if (number == EAGAIN) why += "; the system starts no more processes: try again when others have ended";
  if (number == EMFILE || number == ENFILE) why += "; raise the limit (ulimit -n)";
  return fail(fault::could_not_start, program + " in " + folder + ": " + why);
}

}  // namespace covey::actors

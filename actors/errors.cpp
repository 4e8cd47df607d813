#include "actors/errors.hpp"
#include "actors/limits.hpp"
#include "process/program.hpp"
#include <cerrno>
#include <cstring>

namespace covey::actors {

std::string to_string(fault value) {
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
    case fault::busy:
      return "busy";
    case fault::not_going_on:
      return "not going on";
    case fault::abandoned:
      return "abandoned";
  }
  return "unknown fault";
}

namespace {

caf::error not_started(const std::string& program, const std::string& folder, int number) {
  std::string why = std::strerror(number);
  if (number == EAGAIN) why += "; the system starts no more processes: try again when others have ended";
  if (number == EMFILE || number == ENFILE) why += "; raise the limit (ulimit -n)";
  return fail(fault::could_not_start, program + " in " + folder + ": " + why);
}

}  // namespace

caf::error start_error(const std::string& program, const std::string& folder, int number) {
  if (number != process::own_program_unknown) return not_started(program, folder, number);
  return fail(
      fault::could_not_start,
      program + " in " + folder +
          ": every command runs under a guard, which is covey's own program, and /proc/self/exe does not "
          "tell where that is; mount /proc (mount -t proc proc /proc)");
}

std::string why_not_run(const caf::error& error) {
  const auto detail = context_of(error);
  if (error == fault::program_missing) return detail + ": not found on PATH";
  if (error == fault::plan_refused || error == fault::other_language || error == fault::queue_full ||
      error == fault::nothing_known)
    return detail;
  if (error == fault::no_run_yet) return "no run_tests call yet in this session";
  if (error == fault::nothing_to_rerun)
    return "last run_tests had no failures — nothing to rerun (" + detail + ")";
  if (error == fault::could_not_start) return "could not start " + detail;
  if (error == fault::shutting_down) return "the server is shutting down";
  if (error == fault::cancelled) return "cancelled before it had begun";
  if (error == fault::busy) return "busy: " + detail;
  return "internal error, the run was lost; call it again";
}

std::string why_silent(const caf::error& error) {
  const auto detail = context_of(error);
  if (error == fault::busy) return "is busy: " + detail;
  if (error == fault::abandoned && !detail.empty()) return "failed (" + detail + "); call again";
  if (error == caf::sec::request_timeout) return "did not answer in time: it is busy, or hangs; call again";
  if (error == caf::sec::invalid_argument)
    return "is disabled, because it failed " + std::to_string(limits::service_starts) + " times within " +
           std::to_string(limits::service_period.count()) +
           " s, or no thread could be started for it; call "
           "again later, or start covey anew";
  return "failed and is started again; call again";
}

std::string why_no_value(const caf::error& error, std::chrono::seconds time) {
  if (error == caf::sec::request_timeout) return " within " + std::to_string(time.count()) + " s";
  const auto detail = context_of(error);
  if (error == fault::busy) return ": busy: " + detail;
  return ": a fault of covey's" + (detail.empty() ? "" : " (" + detail + ")");
}

}  // namespace covey::actors

#include "actors/why_not_run.hpp"

namespace covey::actors {

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

}  // namespace covey::actors

#include "actors/why_no_answer.hpp"
#include "actors/limits.hpp"
#include "protocol/text.hpp"
#include "protocol/tools/coverage_answer.hpp"

namespace covey::actors {

std::string why_no_listing(const caf::error& error) {
  if (error == fault::plan_refused) return context_of(error);
  if (error == caf::sec::request_timeout)
    return "the tests could not be listed within " + std::to_string(limits::listing.count()) +
           " s; choose a smaller workspace with activate_package";
  return "the lister of tests " + why_silent(error);
}

std::string why_no_report(const caf::error& error, bool searched) {
  const auto detail = context_of(error);
  if (error == fault::report_missing) return protocol::no_such_report(detail, searched);
  if (error == fault::report_malformed) return "Failed to parse " + detail;
  if (error == fault::report_unreadable) return "Cannot read LCOV file: " + detail;
  if (error == fault::shutting_down) return "the server is shutting down";
  return "the reader of reports " + why_silent(error);
}

protocol::refused_run why_refused(const caf::error& error) {
  const auto why = why_not_run(error);
  if (error == fault::no_run_yet) return {"no_run", why};
  if (error == fault::nothing_to_rerun || error == fault::nothing_known) return {"nothing_to_rerun", why};
  if (error == caf::sec::invalid_argument) return {"", "the supervisor of runs " + why_silent(error)};
  return {"", why};
}

}  // namespace covey::actors

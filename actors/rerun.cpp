#include "actors/rerun.hpp"
#include "parsers/model/known_failures.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/still_failing.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

rerun_decision refused(fault why, std::string detail = {}) {
  return {fail(why, std::move(detail)), {}, {}};
}

bool is_of(const std::vector<parsers::known_failure>& known, std::string_view language) {
  return std::any_of(known.begin(), known.end(), [&](const auto& one) { return one.language == language; });
}

rerun_decision nothing_known(const parsers::finished_run& latest) {
  if (const auto unreached = protocol::unreached_line(latest); !unreached.empty())
    return refused(fault::nothing_known, "nothing is known to fail, but " + unreached);
  if (parsers::status_of(latest) == parsers::run_status::passed)
    return refused(fault::nothing_to_rerun, latest.language);
  const auto cut = protocol::why_partial(latest);
  return refused(fault::nothing_known, "run " + std::to_string(latest.id) + " (" + latest.language +
                                           ") was no pass" + (cut.empty() ? "" : " (" + cut + ")") +
                                           ", but no test is known to have failed in it: call run_tests");
}

}  // namespace

rerun_decision decide_rerun(const finished_run_ptr& latest, const start_run& request) {
  if (!latest) return refused(fault::no_run_yet);
  const auto known = parsers::known_failures(*latest);
  const auto& asked = request.language;
  const bool others_only = known.empty() ? asked != latest->language : !is_of(known, asked);
  if (!asked.empty() && others_only && asked == latest->language) return nothing_known(*latest);
  if (!asked.empty() && others_only)
    return refused(fault::other_language, "nothing is known to fail of " + asked + ", the last run was of " +
                                              latest->language + ": run run_tests with `language` " + asked +
                                              " first");
  if (known.empty()) return nothing_known(*latest);
  rerun_decision out;
  out.language = asked.empty() ? known.front().language : asked;
  out.tests = parsers::rerun_set(known, out.language, std::get<parsers::run_failed>(request.target).limit);
  return out;
}

}  // namespace covey::actors

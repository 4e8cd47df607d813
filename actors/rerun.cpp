#include "actors/rerun.hpp"
#include "parsers/model/known_failures.hpp"
#include "protocol/render/ending.hpp"
#include "protocol/render/still_failing.hpp"
#include <algorithm>

namespace covey::actors {
namespace {

rerun_decision refused(fault why, std::string detail = {}) {
  rerun_decision out;
  out.refusal = fail(why, std::move(detail));
  return out;
}

using known_failures = std::vector<parsers::known_failure>;

// The first of the language: of the latest run that has some. Null: there is none.
const parsers::known_failure* first_of(const known_failures& known, std::string_view language) {
  const auto found =
      std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.language == language; });
  return found == known.end() ? nullptr : &*found;
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
  const bool others_only = known.empty() ? asked != latest->language : first_of(known, asked) == nullptr;
  if (!asked.empty() && others_only && asked == latest->language) return nothing_known(*latest);
  if (!asked.empty() && others_only)
    return refused(fault::other_language, "nothing is known to fail of " + asked + ", the last run was of " +
                                              latest->language + ": run run_tests with `language` " + asked +
                                              " first");
  if (known.empty()) return nothing_known(*latest);
  rerun_decision out;
  out.language = asked.empty() ? known.front().language : asked;
  const auto limit = std::get<parsers::run_failed>(request.target).limit;
  if (request.options) {
    if (!request.options->empty())
      out.options = std::make_shared<const parsers::run_options>(*request.options);
    const auto same = parsers::those_with(known, out.options);
    out.tests =
        parsers::rerun_set(first_of(same, out.language) != nullptr ? same : known, out.language, limit);
  } else {
    // In the way of the latest run, if it has left failures.
    const auto latest_kind = parsers::those_with(known, latest->options);
    const auto* from = first_of(latest_kind, out.language);
    out.options = (from != nullptr ? from : first_of(known, out.language))->options;
    out.tests = parsers::rerun_set(parsers::those_with(known, out.options), out.language, limit);
  }
  return out;
}

}  // namespace covey::actors

#include "protocol/tools/known_run.hpp"
#include "protocol/tools/limits.hpp"

namespace covey::protocol {
namespace {

tool_answer answer_lost(const lost_run& run) {
  const auto id = "run " + std::to_string(run.id);
  json::object members{{"status", run.cancelled ? "cancelled" : "not_run"}, {"run_id", run.id}};
  if (!run.cancelled) members["why"] = run.why;
  return {run.cancelled ? id + " was " + run.why : id + " did not run: " + run.why, std::move(members),
          false};
}

}  // namespace

tool_answer answer_without_results(const reply& found, std::string_view tool) {
  if (const auto* lost = std::get_if<lost_run>(&found.run)) return answer_lost(*lost);
  const auto& run = std::get<unknown_run>(found.run);
  if (run.id == 0) return {"no run in this session yet", {{"status", "no_run"}}, false};
  std::string ids;
  for (const auto one : run.known) ids += (ids.empty() ? "" : ", ") + std::to_string(one);
  return tool_error(std::string{tool} + ": no run " + std::to_string(run.id) + " is known: " +
                    (ids.empty() ? "none has run in this session; call run_tests first"
                                 : "kept are the latest " + std::to_string(limits::kept_runs) + ", now " +
                                       ids + "; leave `run` out for the latest"));
}

}  // namespace covey::protocol

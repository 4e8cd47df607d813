#include "actors/tools/kept_runs.hpp"
#include "protocol/text.hpp"

namespace covey::actors {

namespace json = protocol::json;

protocol::argument run_argument() {
  protocol::argument out{
      .name = "run", .type = protocol::argument_type::integer, .description = "its id (default: the latest)"};
  out.minimum = 1;
  return out;
}

protocol::tool_answer no_such_run(std::string_view tool, std::uint64_t id,
                                  const std::vector<std::uint64_t>& known) {
  if (id == 0) return {"no run in this session yet", {{"status", "no_run"}}, false};
  std::string ids;
  for (const auto one : known) ids += (ids.empty() ? "" : ", ") + std::to_string(one);
  return protocol::tool_error(std::string{tool} + ": no run " + std::to_string(id) + " is known: " +
                              (ids.empty() ? "none has run in this session; call run_tests first"
                                           : "kept are the latest " + std::to_string(limits::kept_runs) +
                                                 ", now " + ids + "; leave `run` out for the latest"));
}

protocol::tool_answer answer_of(const lost_run& run) {
  const auto id = "run " + std::to_string(run.id);
  json::object members{{"status", run.cancelled ? "cancelled" : "not_run"}, {"run_id", run.id}};
  if (!run.cancelled) members["why"] = run.why;
  return {run.cancelled ? id + " was " + run.why : id + " did not run: " + run.why, std::move(members),
          false};
}

void add_going_on(protocol::tool_answer& to, std::uint64_t run, std::uint64_t latest) {
  if (run == 0 || run == latest || to.is_error) return;
  const auto id = std::to_string(run);
  const auto line = "run " + id + " goes on" +
                    (latest == 0 ? "" : "; this is of run " + std::to_string(latest) + ", before it") +
                    R"(; run_status {"run": )" + id + "} has what it found so far";
  to.structured["going_on"] = run;
  if (to.is_json)
    to.structured["note"] = line;
  else
    to.text = line + "\n\n" + to.text;
}

}  // namespace covey::actors

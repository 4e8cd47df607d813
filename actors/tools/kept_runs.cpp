#include "actors/tools/kept_runs.hpp"

namespace covey::actors {

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
  return protocol::tool_error(
      std::string{tool} + ": no run " + std::to_string(id) + " is known: " +
      (ids.empty() ? "none has run in this session"
                   : "kept are the latest " + std::to_string(limits::kept_runs) + ", now " + ids));
}

}  // namespace covey::actors

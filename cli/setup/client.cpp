#include "cli/setup/client.hpp"
#include "actors/limits.hpp"
#include <boost/json.hpp>

namespace covey::cli {

const std::int64_t patience_seconds = actors::limits::max_timeout.count() + 60;
const std::int64_t hook_seconds = 30;

json::object default_members(const std::string& program, const std::vector<std::string>& arguments) {
  return {{"command", program}, {"args", json::array(arguments.begin(), arguments.end())}};
}

json::object typed_members(std::string_view key, std::string_view type, const std::string& program,
                           const std::vector<std::string>& arguments) {
  json::object out{{key, type}};
  for (auto& member : default_members(program, arguments))
    out.emplace(member.key(), std::move(member.value()));
  return out;
}

json::object matched_hook(std::string_view matcher, const std::string& command, std::int64_t timeout) {
  json::object hook{{"type", "command"}, {"command", command}, {"timeout", timeout}};
  return {{"matcher", matcher}, {"hooks", json::array{std::move(hook)}}};
}

json::object specific_denial(const std::string& reason) {
  return {{"hookSpecificOutput",
           {{"hookEventName", "PreToolUse"},
            {"permissionDecision", "deny"},
            {"permissionDecisionReason", reason}}}};
}

}  // namespace covey::cli

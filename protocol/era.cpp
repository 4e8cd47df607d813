#include "protocol/era.hpp"
#include "protocol/text.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

constexpr std::array<std::string_view, 8> log_levels{"debug", "info",     "notice", "warning",
                                                     "error", "critical", "alert",  "emergency"};

std::string listed_legacy() {
  std::string out;
  for (const auto version : legacy_versions)
    out.append(out.empty() ? "" : version == legacy_versions.back() ? " or " : ", ").append(version);
  return out;
}

std::optional<rpc_error> check_version(const json::value* version) {
  const std::string key{meta_protocol_version};
  if (version == nullptr) return rpc_error{invalid_params, "_meta lacks " + key, {}};
  if (!version->is_string()) return rpc_error{invalid_params, "_meta's " + key + " must be a string", {}};
  const std::string_view asked{version->get_string()};
  if (asked == modern_version) return std::nullopt;
  return rpc_error{unsupported_version,
                   "protocol version " + clipped(asked, 40) +
                       " is not supported in _meta: " + std::string{modern_version} + " is; a session of " +
                       listed_legacy() + " begins with initialize",
                   {{"supported", supported_versions()}, {"requested", asked}}};
}

}  // namespace

const json::object* meta_of(const json::object& params) {
  const auto* meta = params.if_contains("_meta");
  return meta != nullptr ? meta->if_object() : nullptr;
}

era era_of(const request& message) {
  // An `initialize` with a version is legacy even with modern `_meta`: some clients add that to all requests.
  if (message.method == "initialize" && message.params.contains("protocolVersion")) return era::legacy;
  const auto* meta = meta_of(message.params);
  const bool stamped =
      meta != nullptr && (meta->contains(meta_protocol_version) || meta->contains(meta_client_capabilities) ||
                          meta->contains(meta_client_info));
  return stamped ? era::modern : era::legacy;
}

std::optional<rpc_error> check_envelope(const json::object& params) {
  const auto* meta = meta_of(params);
  if (meta == nullptr) return rpc_error{invalid_params, "params lack _meta", {}};
  if (auto wrong = check_version(meta->if_contains(meta_protocol_version))) return wrong;
  const auto* capabilities = meta->if_contains(meta_client_capabilities);
  if (capabilities == nullptr || !capabilities->is_object())
    return rpc_error{
        invalid_params, "_meta must have " + std::string{meta_client_capabilities} + ", an object", {}};
  if (const auto* level = meta->if_contains(meta_log_level))
    if (!level->is_string() ||
        std::ranges::find(log_levels, std::string_view{level->get_string()}) == log_levels.end())
      return rpc_error{
          invalid_params, "_meta's " + std::string{meta_log_level} + " is none of the eight levels", {}};
  return std::nullopt;
}

std::string_view negotiate(const json::object& initialize_params) {
  const auto* asked = initialize_params.if_contains("protocolVersion");
  if (asked == nullptr || !asked->is_string()) return legacy_versions.back();
  const auto known =
      std::find(legacy_versions.begin(), legacy_versions.end(), std::string_view{asked->get_string()});
  return known != legacy_versions.end() ? *known : legacy_versions.back();
}

json::array supported_versions() {
  return {modern_version};
}

// Some clients show their model only the first 249 characters: these say when to call, what that gives, and the
// words to search for. Few show more than 2,048.
server_info identity(const std::vector<std::string_view>& instead_of) {
  std::string commands;
  for (const auto command : instead_of) commands.append(commands.empty() ? "" : ", ").append(command);
  return {
      "covey", std::string{version()},
      "Call run_tests instead of " + commands +
          " in the shell: failures by cause with place, source line, difference; no red reads green. Also: "
          "rerun what failed, tests that cover a line, coverage, list tests. After an edit: run_tests with output "
          "\"summary\" if all take seconds; else run_failing_tests, or run_testfiles for a part, and run_tests at the end. last_test_failures pages through failures. A long run is answered with its id: "
          "run_status follows it, cancel_run stops it. tests_covering: which tests ran a file or a line. "
          "get_file_coverage and get_overall_coverage: what ran, by the latest run or a report; "
          "start_coverage_snapshot before an edit and end_coverage_snapshot after it: what changed. "
          "list_testfiles and list_testblocks find tests without running them; run_testblocks runs just what "
          "a query picks. Questions are answered at once, also while a run goes on."};
}

json::object result_meta(const server_info& server) {
  return {{meta_server_info, {{"name", server.name}, {"version", server.version}}}};
}

}  // namespace covey::protocol

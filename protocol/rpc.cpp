#include "protocol/rpc.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <cmath>

namespace covey::protocol {

std::string to_json(const request_id& id) {
  if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
  if (const auto* decimal = std::get_if<decimal_id>(&id))
    return decimal->text.empty() ? std::to_string(decimal->value) + ".0" : decimal->text;
  return quoted(std::get<std::string>(id));
}

std::optional<request_id> read_id(const json::value& value) {
  if (value.is_int64()) return request_id{value.get_int64()};
  if (value.is_string()) return request_id{std::string{std::string_view{value.get_string()}}};
  constexpr double exact = 9007199254740992.0;  // beyond it several integers share a double
  if (!value.is_double() || std::abs(value.get_double()) > exact) return std::nullopt;
  const auto number = static_cast<std::int64_t>(value.get_double());
  if (static_cast<double>(number) != value.get_double()) return std::nullopt;
  return request_id{decimal_id{number, {}}};
}

std::optional<request_id> read_id_text(std::string_view text) {
  const auto read = parse_json(text);
  auto id = read.ok() ? read_id(read.value) : std::nullopt;
  if (auto* decimal = id ? std::get_if<decimal_id>(&*id) : nullptr) decimal->text = text;
  return id;
}

// --- the id of a line that is invalid JSON or too long to be kept: its sender still waits for an answer

namespace {

constexpr std::size_t max_id = 1024;
constexpr std::size_t max_key = 16;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

void id_scanner::feed(std::string_view bytes) {
  for (const char c : bytes) {
    if (at_ == place::lost) return;
    take(c);
  }
}

void id_scanner::take(char c) {
  if (in_string_) return take_in_string(c);
  if (is_blank(c)) {
    if (at_ == place::capture && depth_ == 1 && !value_.empty()) at_ = place::after;
    return;
  }
  take_outside(c);
}

void id_scanner::take_in_string(char c) {
  if (depth_ == 1 && at_ == place::key && key_.size() < max_key && (c != '"' || escaped_)) key_ += c;
  if (at_ == place::capture) keep(c);
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
    if (depth_ != 1) return;
    if (at_ == place::key) at_ = place::colon;
    if (at_ == place::capture) at_ = place::after;
  }
}

void id_scanner::take_outside(char c) {
  if (c == '{' || c == '[') return open(c);
  if (c == '}' || c == ']') return close();
  if (at_ == place::before) {
    at_ = place::lost;  // not an object: it has no members
  } else if (c == '"') {
    begin_string(c);
  } else if (depth_ != 1) {
    return;
  } else if (c == ',') {
    at_ = place::key;
    key_.clear();
  } else if (c == ':' && at_ == place::colon) {
    const bool is_id = key_ == "id";
    at_ = is_id ? place::capture : place::value;
    if (is_id && ++found_ == 1) value_.clear();
  } else if (at_ == place::capture) {
    keep(c);
  }
}

void id_scanner::open(char c) {
  if (at_ == place::before) {
    at_ = c == '{' ? place::key : place::lost;
  } else if (at_ == place::capture && depth_ == 1) {
    kept_whole_ = false;  // an id is never an object or a list
    at_ = place::value;
  } else if (at_ == place::after && depth_ == 0) {
    at_ = place::lost;
  }
  ++depth_;
}

void id_scanner::close() {
  if (--depth_ == 0) at_ = place::after;
  if (depth_ < 0) at_ = place::lost;
}

void id_scanner::begin_string(char c) {
  in_string_ = true;
  if (at_ == place::capture && depth_ == 1) keep(c);
}

void id_scanner::keep(char c) {
  if (value_.size() < max_id && found_ == 1)
    value_ += c;
  else
    kept_whole_ = false;
}

std::optional<request_id> id_scanner::id() const {
  const bool broken_off = in_string_ || at_ == place::capture;
  if (found_ != 1 || !kept_whole_ || broken_off || at_ == place::lost) return std::nullopt;
  return read_id_text(value_);
}

// --- messages

namespace {

incoming reject(std::optional<request_id> id, int code, std::string message) {
  return rejected{std::move(id), {code, std::move(message), {}}};
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool is_string(const json::value* value, std::string_view wanted) {
  return value != nullptr && value->is_string() && std::string_view{value->get_string()} == wanted;
}

incoming read_notification(std::string method, json::value* params) {
  if (params == nullptr) return notification{std::move(method), {}};
  if (!params->is_object()) return ignored{};
  return notification{std::move(method), std::move(params->get_object())};
}

incoming read_request(request_id id, std::string method, json::value* params) {
  if (params == nullptr) return request{std::move(id), std::move(method), {}};
  if (!params->is_object()) return reject(std::move(id), invalid_params, "params must be an object");
  return request{std::move(id), std::move(method), std::move(params->get_object())};
}

// Members that are null count as absent: some clients write every optional member.
json::value* member(json::object& of, std::string_view name) {
  auto* const value = of.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

std::optional<request_id> scan_id(std::string_view line) {
  id_scanner scanner;
  scanner.feed(line);
  return scanner.id();
}

incoming read_object(json::object& message, std::string_view line) {
  const auto* id_value = message.if_contains("id");
  auto id = id_value != nullptr ? read_id(*id_value) : std::nullopt;
  if (id && std::holds_alternative<decimal_id>(*id))
    if (auto as_it_came = scan_id(line)) id = std::move(as_it_came);
  auto* method = message.if_contains("method");
  // covey never sends requests to the client, so any response is ignored.
  if (method == nullptr && (message.contains("result") || message.contains("error"))) return ignored{};
  if (!is_string(message.if_contains("jsonrpc"), "2.0"))
    return reject(std::move(id), invalid_request, R"(a message must have "jsonrpc":"2.0")");
  if (method == nullptr || !method->is_string())
    return reject(std::move(id), invalid_request, "a message must have a method, a string");
  if (id_value != nullptr && !id)
    return reject(std::nullopt, invalid_request, "the id must be a string or an integer of 64 bits");
  std::string name{std::string_view{method->get_string()}};
  auto* params = member(message, "params");
  if (!id) return read_notification(std::move(name), params);
  return read_request(std::move(*id), std::move(name), params);
}

}  // namespace

incoming read_message(std::string_view line) {
  if (is_blank(line)) return ignored{};
  auto [value, error] = parse_json(line);
  if (!error.empty()) return reject(scan_id(line), parse_error, "the line is not JSON: " + error);
  if (value.is_array())
    return reject(std::nullopt, invalid_request, "batches are not supported: send one message a line");
  if (!value.is_object()) return reject(std::nullopt, invalid_request, "a message must be an object");
  return read_object(value.get_object(), line);
}

std::string result_line(const request_id& id, std::string_view result_json) {
  const auto id_json = to_json(id);
  std::string line;
  line.reserve(result_json.size() + id_json.size() + 40);
  line += R"({"jsonrpc":"2.0","id":)";
  line += id_json;
  line += R"(,"result":)";
  line += result_json;
  line += "}\n";
  return line;
}

std::string error_line(const std::optional<request_id>& id, const rpc_error& error) {
  json::object body{{"code", error.code}, {"message", error.message}};
  if (!error.data.empty()) body["data"] = error.data;
  std::string line = R"({"jsonrpc":"2.0",)";
  // Clients' schemas do not allow a null id: without an id the member is left out.
  if (id) line += R"("id":)" + to_json(*id) + ",";
  return line + R"("error":)" + to_text(body) + "}\n";
}

std::string notification_line(std::string_view method, const json::object& params) {
  return R"({"jsonrpc":"2.0","method":)" + quoted(method) + R"(,"params":)" + to_text(params) + "}\n";
}

// --- revisions

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
          "rerun what failed, tests that cover a line, coverage, list tests. After an edit: run_affected_tests, which runs only what "
          "the edit can have changed; before you finish: run_tests. While mending: run_failing_tests. last_test_failures pages through failures. A long run is answered with its id: "
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

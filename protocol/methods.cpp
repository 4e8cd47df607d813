#include "protocol/methods.hpp"
#include "protocol/tasks.hpp"
#include "protocol/text.hpp"
#include <boost/algorithm/string/join.hpp>
#include <boost/algorithm/string/predicate.hpp>
#include <algorithm>

namespace covey::protocol {
namespace {

// The set of tools is fixed for the life of the process.
constexpr std::int64_t list_lifetime_ms = 3600000;
// Limit for a client's name that an answer repeats.
constexpr std::size_t shown_name = 200;
// Tasks that one subscription watches; further ones are not acknowledged.
constexpr std::size_t max_watched = 64;

respond fail(const request& message, const rpc_error& error) {
  return {error_line(message.id, error)};
}

respond fail(const request& message, int code, std::string text) {
  return fail(message, {code, std::move(text), {}});
}

respond unknown_method(const request& message) {
  return fail(message, method_not_found, "unknown method " + clipped(message.method, shown_name));
}

json::object capabilities(era in) {
  json::object out{{"tools", json::object{}}};
  if (in == era::modern) out["extensions"] = json::object{{tasks_extension, json::object{}}};
  return out;
}

void make_cacheable(json::object& result) {
  result["ttlMs"] = list_lifetime_ms;
  result["cacheScope"] = "private";
}

// A member that is null counts as absent.
const json::value* given(const json::object& params, std::string_view name) {
  const auto* value = params.if_contains(name);
  return value == nullptr || value->is_null() ? nullptr : value;
}

bool is_modern_only(std::string_view method) {
  return method == "server/discover" || method == "subscriptions/listen";
}

// Claude Code, Gemini CLI and opencode send "Request timed out" or "-32001", Copilot CLI "request timeout". A
// reason in other words is a person's wish to stop.
bool says_time_was_over(std::string_view reason) {
  const auto holds = [&](std::string_view words) { return boost::algorithm::icontains(reason, words); };
  return holds("timed out") || holds("timeout") || holds("deadline exceeded") || holds("-32001");
}

decision read_cancel(const notification& message) {
  const auto* id = message.params.if_contains("requestId");
  const auto known = id != nullptr ? read_id(*id) : std::nullopt;
  if (!known) return nothing{};
  const auto* reason = message.params.if_contains("reason");
  return cancel{*known, reason != nullptr && reason->is_string() && says_time_was_over(reason->get_string())};
}

std::optional<json::value> progress_token(const json::object& params) {
  const auto* meta = meta_of(params);
  const auto* token = meta != nullptr ? meta->if_contains("progressToken") : nullptr;
  if (token == nullptr) return std::nullopt;
  if (!token->is_string() && !token->is_int64() && !token->is_uint64()) return std::nullopt;
  return *token;
}

}  // namespace

session::session(server_info server, std::span<const tool_description* const> tools,
                 std::optional<halves> sent)
    : server_(std::move(server)), sent_(sent), client_(&client_of("")) {
  for (const auto* tool : tools) names_.emplace_back(tool->name);
  const auto list = [&](halves half) {
    json::array entries;
    for (const auto* tool : tools) entries.emplace_back(describe(*tool, half));
    tool_list out{to_text(json::object{{"tools", entries}}), {}};
    json::object modern{{"resultType", "complete"}, {"tools", std::move(entries)}};
    make_cacheable(modern);
    modern["_meta"] = result_meta(server_);
    out.modern = to_text(modern);
    return out;
  };
  with_schemas_ = list(halves::both);
  without_schemas_ = list(halves::text);
}

// Requests that do not name their client are taken for those of the client that was named last.
void session::remember_client(const json::value* info) {
  const auto* members = info != nullptr ? info->if_object() : nullptr;
  const auto* name = members != nullptr ? members->if_contains("name") : nullptr;
  if (name != nullptr && name->is_string()) client_ = &client_of(name->get_string());
}

decision session::decide(const incoming& message) {
  if (const auto* error = std::get_if<rejected>(&message))
    return respond{error_line(error->id, error->error)};
  if (const auto* news = std::get_if<notification>(&message)) {
    if (news->method == "notifications/cancelled") return read_cancel(*news);
    return nothing{};
  }
  const auto* asked = std::get_if<request>(&message);
  if (asked == nullptr) return nothing{};
  return era_of(*asked) == era::modern ? decide_modern(*asked) : decide_legacy(*asked);
}

decision session::decide_modern(const request& message) {
  if (const auto wrong = check_envelope(message.params)) return fail(message, *wrong);
  remember_client(meta_of(message.params)->if_contains(meta_client_info));
  if (message.method == "server/discover") return discover(message);
  if (message.method == "tools/list") return list_tools(message, era::modern);
  if (message.method == "tools/call") return begin_call(message, era::modern);
  if (message.method == "subscriptions/listen") return begin_listening(message);
  if (message.method == "tasks/get") return ask_about_task(message, task_question::state);
  if (message.method == "tasks/cancel") return ask_about_task(message, task_question::cancel);
  if (message.method == "tasks/update") return ask_about_task(message, task_question::update);
  return unknown_method(message);
}

decision session::decide_legacy(const request& message) {
  if (message.method == "initialize") return initialize(message);
  if (message.method == "ping") return respond{result_line(message.id, "{}")};
  // Clients that probe for the modern era with these methods read -32602 as "use the legacy era".
  if (is_modern_only(message.method))
    return fail(message, invalid_params,
                message.method + " needs params._meta with " + std::string{meta_protocol_version});
  if (!initialized_)
    return fail(message, invalid_params,
                "the session is not open: send initialize first, or give every request params._meta with " +
                    std::string{meta_protocol_version} + " " + std::string{modern_version} + " and " +
                    std::string{meta_client_capabilities});
  if (message.method == "tools/list") return list_tools(message, era::legacy);
  if (message.method == "tools/call") return begin_call(message, era::legacy);
  return unknown_method(message);
}

decision session::discover(const request& message) const {
  json::object result{{"resultType", "complete"},
                      {"supportedVersions", supported_versions()},
                      {"capabilities", capabilities(era::modern)},
                      {"instructions", server_.instructions}};
  make_cacheable(result);
  result["_meta"] = result_meta(server_);
  return respond{result_line(message.id, to_text(result))};
}

decision session::initialize(const request& message) {
  initialized_ = true;
  remember_client(message.params.if_contains("clientInfo"));
  return respond{
      result_line(message.id, to_text(json::object{
                                  {"protocolVersion", negotiate(message.params)},
                                  {"capabilities", capabilities(era::legacy)},
                                  {"serverInfo", {{"name", server_.name}, {"version", server_.version}}},
                                  {"instructions", server_.instructions},
                              }))};
}

decision session::list_tools(const request& message, era in) const {
  // The list is one page, so no cursor can be valid.
  if (given(message.params, "cursor") != nullptr)
    return fail(message, invalid_params,
                "unknown cursor: the list has one page, ask for it without a cursor");
  const auto& list = sent() == halves::text ? without_schemas_ : with_schemas_;
  return respond{result_line(message.id, in == era::modern ? list.modern : list.legacy)};
}

decision session::begin_call(const request& message, era in) const {
  const auto* name = message.params.if_contains("name");
  if (name == nullptr || !name->is_string())
    return fail(message, invalid_params, "tools/call needs the name of a tool, a string");
  const auto* arguments = given(message.params, "arguments");
  if (arguments != nullptr && !arguments->is_object())
    return fail(message, invalid_params, "the arguments of tools/call must be an object");
  const std::string_view wanted{name->get_string()};
  const auto found = std::find(names_.begin(), names_.end(), wanted);
  if (found == names_.end()) return fail(message, unknown_tool(wanted));
  call_tool call{
      message.id, in, static_cast<std::size_t>(found - names_.begin()), {}, progress_token(message.params)};
  if (arguments != nullptr) call.arguments = arguments->get_object();
  call.takes_tasks = in == era::modern && declares_tasks(message.params);
  const auto* task = given(message.params, "task");
  call.asks_for_task = call.takes_tasks && task != nullptr && task->is_object();
  call.from = client_;
  call.sent = sent();
  return call;
}

decision session::ask_about_task(const request& message, task_question what) const {
  if (!declares_tasks(message.params)) return fail(message, tasks_not_declared());
  const auto* task = message.params.if_contains("taskId");
  if (task == nullptr || !task->is_string())
    return fail(message, invalid_params, message.method + " needs a taskId, a string");
  return ask_task{message.id, what, std::string{task->get_string()}};
}

decision session::begin_listening(const request& message) const {
  const auto* wanted = given(message.params, "notifications");
  if (wanted != nullptr && !wanted->is_object())
    return fail(message, invalid_params, "notifications must be an object");
  listen out{message.id, {}, {}};
  json::object honoured;
  const auto* tasks = wanted != nullptr ? wanted->get_object().if_contains("taskIds") : nullptr;
  if (tasks != nullptr && tasks->is_array() && declares_tasks(message.params)) {
    for (const auto& one : tasks->get_array())
      if (one.is_string() && out.tasks.size() < max_watched) out.tasks.emplace_back(one.get_string());
    honoured["taskIds"] = json::value_from(out.tasks);
  }
  json::value id = parse_json(to_json(message.id)).value;
  const json::object params{{"notifications", std::move(honoured)},
                            {"_meta", {{meta_subscription_id, std::move(id)}}}};
  out.acknowledgement = notification_line("notifications/subscriptions/acknowledged", params);
  return out;
}

rpc_error session::unknown_tool(std::string_view name) const {
  return {invalid_params,
          "unknown tool " + clipped(name, shown_name) + "; the tools are " + boost::join(names_, ", "),
          {}};
}

}  // namespace covey::protocol

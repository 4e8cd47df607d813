#include "protocol/tasks.hpp"
#include <boost/describe/enum.hpp>
#include <boost/describe/enum_to_string.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace covey::protocol {

BOOST_DESCRIBE_ENUM(task_status, working, completed, failed, cancelled)

namespace {

constexpr std::int64_t lifetime_ms = 3'600'000;
constexpr std::int64_t poll_interval_ms = 1000;

// RFC 3339, in UTC.
std::string timestamp(std::int64_t ms) {
  const std::time_t seconds = ms / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  std::array<char, 8> fraction{};
  std::snprintf(fraction.data(), fraction.size(), ".%03dZ", static_cast<int>(ms % 1000));
  return std::string(text.data(), size) + fraction.data();
}

json::object members_of(const task& of) {
  json::object out{{"taskId", of.id}, {"status", boost::describe::enum_to_string(of.status, "failed")}};
  if (!of.message.empty()) out["statusMessage"] = of.message;
  out["createdAt"] = timestamp(of.created);
  out["lastUpdatedAt"] = timestamp(of.updated);
  out["ttlMs"] = lifetime_ms;
  out["pollIntervalMs"] = poll_interval_ms;
  return out;
}

// What a task that has ended holds beside its members: ",\"result\":{…}".
std::string outcome_of(const task& of, const server_info* server) {
  if (of.status == task_status::failed)
    return R"(,"error":{"code":)" + std::to_string(internal_error) +
           R"(,"message":"internal error: the call died; the session goes on"})";
  if (of.status != task_status::completed || !of.answer) return "";
  static const server_info unnamed{};
  return R"(,"result":)" + tool_result(era::modern, *of.answer, server != nullptr ? *server : unnamed);
}

// `text` is an object in JSON text; `more` goes before its closing brace.
std::string with_members(std::string text, std::string_view more) {
  text.pop_back();
  text += more;
  return text + "}";
}

}  // namespace

bool declares_tasks(const json::object& params) {
  const auto* meta = meta_of(params);
  const auto* all = meta != nullptr ? meta->if_contains(meta_client_capabilities) : nullptr;
  const auto* capabilities = all != nullptr ? all->if_object() : nullptr;
  const auto* extensions = capabilities != nullptr ? capabilities->if_contains("extensions") : nullptr;
  return extensions != nullptr && extensions->is_object() &&
         extensions->get_object().contains(tasks_extension);
}

rpc_error tasks_not_declared() {
  return {missing_capability,
          "this method needs the client capability " + std::string{tasks_extension},
          {{"requiredCapabilities", {{"extensions", {{tasks_extension, json::object{}}}}}}}};
}

std::string task_created(const task& of, const server_info& server) {
  auto members = members_of(of);
  members["resultType"] = "task";
  members["_meta"] = result_meta(server);
  return to_text(members);
}

std::string task_state(const task& of, const server_info& server) {
  auto members = members_of(of);
  members["resultType"] = "complete";
  members["_meta"] = result_meta(server);
  return with_members(to_text(members), outcome_of(of, &server));
}

std::string task_acknowledged(const server_info& server) {
  return to_text(json::object{{"resultType", "complete"}, {"_meta", result_meta(server)}});
}

std::string task_notification(const task& of, const request_id& subscription) {
  auto members = members_of(of);
  members["_meta"] = json::object{{meta_subscription_id, parse_json(to_json(subscription)).value}};
  return R"({"jsonrpc":"2.0","method":"notifications/tasks","params":)" +
         with_members(to_text(members), outcome_of(of, nullptr)) + "}\n";
}

void task_table::add(task one) {
  forget_old(one.created);
  auto id = one.id;
  tasks_.insert_or_assign(std::move(id), std::move(one));
}

task* task_table::find(std::string_view id) {
  const auto found = tasks_.find(id);
  return found == tasks_.end() ? nullptr : &found->second;
}

bool task_table::end(std::string_view id, task_status how, std::shared_ptr<const encoded_answer> answer,
                     std::int64_t now) {
  auto* one = find(id);
  if (one == nullptr || one->status != task_status::working) return false;
  one->status = how;
  one->answer = std::move(answer);
  one->updated = now;
  return true;
}

void task_table::forget_old(std::int64_t now) {
  const auto ended = [](const auto& entry) { return entry.second.status != task_status::working; };
  std::erase_if(tasks_,
                [&](const auto& entry) { return ended(entry) && now - entry.second.created > lifetime_ms; });
  while (tasks_.size() >= max_kept) {
    auto oldest = tasks_.end();
    for (auto it = tasks_.begin(); it != tasks_.end(); ++it)
      if (ended(*it) && (oldest == tasks_.end() || it->second.created < oldest->second.created)) oldest = it;
    if (oldest == tasks_.end()) return;  // all of them work: open_calls limits those
    tasks_.erase(oldest);
  }
}

}  // namespace covey::protocol

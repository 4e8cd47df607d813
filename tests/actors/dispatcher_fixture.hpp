// A dispatcher over tools whose calls the test plays, and a writer that keeps the lines.
#pragma once

#include "tests/support/actor_fixture.hpp"
#include "actors/coverage_index.hpp"
#include "actors/dispatcher.hpp"
#include "actors/failure_store.hpp"
#include "actors/report_reader.hpp"
#include "actors/test_lister.hpp"
#include "actors/limits.hpp"
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <array>
#include <functional>

namespace covey::tests {

using namespace covey::actors;
using namespace std::chrono_literals;
namespace json = boost::json;

inline const std::string takes_tasks = R"({"extensions":{"io.modelcontextprotocol/tasks":{}}})";

// What the calls of the test's tool do; the test keeps hold of the last one.
struct tool_behaviour {
  call_context context;
  call_actor actor;
  int cancelled = 0;
  bool time_was_over = false;  // of the last cancel
};
inline tool_behaviour behaviour;

inline void answer(call_actor::pointer self) {
  const auto& context = behaviour.context;
  self->send(
      context.dispatcher,
      call_answered{context.key, std::make_shared<const protocol::encoded_answer>(protocol::encode_answer(
                                     {"done", {{"status", "done"}}, false}, {}, context.sent))});
  self->quit();
}

inline call_actor::behavior_type patient_call(call_actor::pointer self) {
  return {
      [](const cancel_call& message) {
        ++behaviour.cancelled;
        behaviour.time_was_over = message.time_was_over;
      },
      [self](const run_progress& progress) {
        if (progress.current == "move")
          return self->send(behaviour.context.dispatcher,
                            workspace_moved{behaviour.context.key, "/elsewhere"});
        if (progress.current == "throw") throw std::runtime_error("a fault of ours");
        if (progress.current == "answer") return answer(self);
        self->send(behaviour.context.dispatcher, progress);
      },
  };
}

inline call_actor start_patient(caf::actor_system& system, call_context context, const protocol::tool&,
                                protocol::arguments) {
  behaviour.context = std::move(context);
  behaviour.actor = system.spawn(patient_call);
  return behaviour.actor;
}

inline protocol::tool_description describe(std::string_view name, bool read_only) {
  protocol::tool_description out;
  out.name = name;
  out.title = out.description = "a tool for tests";
  out.arguments = {{"word", protocol::argument_type::string, "any"}};
  out.output_schema = R"({"type": "object"})";
  out.hints.read_only = read_only;
  return out;
}

inline const protocol::tool slow_tool{.description = describe("slow", false), .starts_run = true};
inline const protocol::tool quick_tool{.description = describe("quick", true)};
inline const protocol::tool moving_tool{.description = describe("move", false), .moves_workspace = true};
inline const std::array<const protocol::tool*, 3> test_tools{&slow_tool, &quick_tool, &moving_tool};

inline writer_actor::behavior_type collecting_writer(writer_actor::pointer self,
                                                     std::vector<std::string>* lines, backlog_ptr backlog) {
  return {
      [=](const write_message& message) {
        lines->push_back(*message.line);
        backlog->waiting -= message.line->size();
      },
      [self](const close_output&) { self->quit(); },
  };
}

inline supervisor_actor::behavior_type idle_supervisor(supervisor_actor::pointer) {
  return {
      [](const start_run&, const call_actor&) -> caf::result<finished_run_ptr> {
        return fail(fault::cancelled);
      },
      [](const expect_run&) {},
      [](const unsubscribe&) {},
      [](const linger_over&) {},
      [](const detach_run&) { return partial_run_ptr{}; },
      [](const watch_run&, const call_actor&) -> caf::result<finished_run_ptr> {
        return fail(fault::not_going_on);
      },
      [](const look_at_run&) { return partial_run_ptr{}; },
      [](const cancel_run&) {},
      [](const run_progress&) {},
      [](const runs_status&) { return supervisor_status{}; },
      [](const stop_runs&) { return runs_stopped{}; },
      [](const services_renewed&) {},
      [](const run_told&) {},
      [](const run_ended&) {},
  };
}

struct dispatcher_fixture : actor_fixture {
  std::vector<std::string> lines;
  backlog_ptr backlog = std::make_shared<wire_backlog>();
  writer_actor out = system.spawn(collecting_writer, &lines, backlog);
  services with{{.failures = system.spawn(failure_store), .coverage = system.spawn(coverage_index)},
                system.spawn(idle_supervisor),
                system.spawn(report_reader, worker_spawner{}),
                system.spawn(test_lister, worker_spawner{})};
  dispatcher_actor entry = system.spawn(dispatcher, dispatcher_setup{.info = {"covey", "test", ""},
                                                                     .tools = test_tools,
                                                                     .workspace = "/",
                                                                     .with = with,
                                                                     .out = out,
                                                                     .backlog = backlog,
                                                                     .start_call = start_patient});

  ~dispatcher_fixture() {
    behaviour.context = call_context{};
    if (behaviour.actor) end(behaviour.actor);
    behaviour.actor = call_actor{};
    behaviour.cancelled = 0;
    send_shut_down();
    advance(1s);
    with = services{};
  }

  void send_shut_down() {
    self->send(entry, shut_down{});
    run();
  }
  void say(std::string line) {
    ++backlog->lines;
    self->send(entry, client_line{std::make_shared<const std::string>(std::move(line))});
    run();
  }
  void call(int id, const std::string& tool, const std::string& arguments = "{}",
            const std::string& token = "", const std::string& capabilities = "{}") {
    say(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"tools/call","params":{"name":")" +
        tool + R"(","arguments":)" + arguments +
        R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)" +
        R"("io.modelcontextprotocol/clientCapabilities":)" + capabilities +
        (token.empty() ? "" : R"(,"progressToken":)" + token) + "}}}");
  }
  void let_call(const std::string& what, std::uint64_t done = 0, std::uint64_t run_id = 0) {
    self->send(behaviour.actor,
               run_progress{.key = behaviour.context.key, .run = run_id, .done = done, .current = what});
    run();
  }
  void cancel(int id, const std::string& reason) {
    say(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + std::to_string(id) +
        R"(,"reason":")" + reason + "\"}}");
  }
  std::string last_text() const {
    return std::string{last().at("result").at("content").at(0).at("text").as_string()};
  }
  // A request of the tasks extension, by a client that declares it.
  void ask_about(int id, const std::string& method, const std::string& params) {
    say(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")" + method + R"(","params":{)" +
        params + R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)" +
        R"("io.modelcontextprotocol/clientCapabilities":)" + takes_tasks + "}}}");
  }
  json::object last() const { return json::parse(lines.back()).as_object(); }
};

}  // namespace covey::tests

// One question at a time: while nothing else goes on, and while a run floods the server.
#include "bench/server/modes.hpp"
#include "bench/server/statistics.hpp"
#include "bench/server/workspace.hpp"
#include <thread>

namespace covey::bench {
namespace {

constexpr std::string_view question = R"({"file":"flood.go","line":3})";

double ask(session& server) {
  const auto asked = clock::now();
  const auto& answer = server.answer(server.call("tests_covering", question));
  const auto took = clock::now() - asked;
  if (answer.find(R"("status":"covered")") == std::string::npos)
    throw std::runtime_error{answer.substr(0, 500)};
  return milliseconds{took}.count();
}

std::vector<double> times_of(session& server, std::uint64_t count) {
  std::vector<double> out;
  while (out.size() < count) out.push_back(ask(server));
  return out;
}

// Until the run has ended: its answer comes between those to the questions.
std::vector<double> times_during(session& server, const workspace& project) {
  std::vector<double> out;
  const auto run = server.call("run_tests", R"({"timeout":1800})");
  while (!project.has_begun()) std::this_thread::yield();
  for (;;) {
    const auto asked = clock::now();
    const auto id = server.call("tests_covering", question);
    for (auto answered = server.next_answer(); answered != id; answered = server.next_answer()) {
      if (answered != run) continue;
      server.answer(id);
      return out;  // the last question was not asked during the run
    }
    out.push_back(milliseconds{clock::now() - asked}.count());
  }
}

}  // namespace

json::object lockstep(const settings& with) {
  const workspace project{with, workspace::language::go};
  session server{project.server()};
  server.open();
  project.next_run("bytes 1000000");
  timed_run(server, project);
  const auto questions = with.count > 0 ? with.count : 5'000;
  times_of(server, 500);  // warms up
  const auto idle = times_of(server, questions);
  project.next_run("bytes " + std::to_string(with.bytes));
  const auto flooded = times_during(server, project);
  server.close();
  json::object out{{"idle", told(idle)}, {"flooded", told(flooded)}};
  out["p99_ratio"] = quantile(flooded, 0.99) / quantile(idle, 0.99);
  return out;
}

}  // namespace covey::bench

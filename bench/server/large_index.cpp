// The coverage of 10,000 tests over 1,000 files of 2,000 lines (bench/inputs/unit_coverage.hpp), of a run
// that fake_python.cpp makes up: what memory its index takes, and how long the server takes to answer from
// it.
#include "bench/inputs/unit_coverage.hpp"
#include "bench/server/modes.hpp"
#include "bench/server/statistics.hpp"
#include "bench/server/workspace.hpp"
#include <random>
#include <thread>

namespace covey::bench {
namespace {

struct answered {
  double ms = 0;
  std::uint64_t tests = 0;
};

answered ask(session& server, std::uint32_t file, std::uint32_t line) {
  constexpr std::string_view total = R"("text":")";  // "17 test(s) cover …"
  const auto arguments = R"({"file":")" + file_of_suite(file) + R"(","line":)" + std::to_string(line) + "}";
  const auto asked = clock::now();
  const auto& answer = server.answer(server.call("tests_covering", arguments));
  const milliseconds took = clock::now() - asked;
  const auto at = answer.find(total);
  if (at == std::string::npos) throw std::runtime_error{answer.substr(0, 500)};
  return {took.count(), std::strtoull(answer.c_str() + at + total.size(), nullptr, 10)};
}

// Of the file that most tests run.
std::uint32_t dearest_line(session& server, std::uint64_t& tests) {
  std::uint32_t out = 1;
  for (std::uint32_t line = 1; line <= 200; ++line)
    if (const auto now = ask(server, 0, line); now.tests > tests) {
      tests = now.tests;
      out = line;
    }
  return out;
}

json::object memory_told(const memory& before, const memory& after) {
  const auto mb = [&](std::uint64_t kib) {
    return (static_cast<double>(kib) - static_cast<double>(before.resident)) * 1024 / 1e6;
  };
  return {{"index_mb", mb(after.resident)}, {"peak_mb", mb(after.peak)}};
}

}  // namespace

json::object large_index(const settings& with) {
  const suite_shape shape;
  const workspace project{with, workspace::language::python};
  session server{project.server()};
  server.open();
  project.next_run("few");
  timed_run(server, project);
  const auto before = memory_of(server.pid());
  project.next_run("large");
  const auto took = timed_run(server, project);
  std::this_thread::sleep_for(std::chrono::seconds{1});  // what goes back to the system has gone back
  auto out = memory_told(before, memory_of(server.pid()));
  out["run_s"] = took.count();

  std::mt19937 random{7};
  const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
  const auto questions = with.count > 0 ? with.count : 5'000;
  std::vector<double> anywhere, dearest;
  while (anywhere.size() < questions)
    anywhere.push_back(ask(server, below(shape.files), 1 + below(shape.lines)).ms);
  std::uint64_t tests = 0;
  const auto line = dearest_line(server, tests);
  while (dearest.size() < questions) dearest.push_back(ask(server, 0, line).ms);
  server.close();
  out["anywhere"] = told(anywhere);
  out["dearest"] = told(dearest);
  out["dearest_tests"] = tests;
  return out;
}

}  // namespace covey::bench

// From the server's start to its first answers, and how many cheap calls it answers a second.
#include "bench/server/modes.hpp"
#include "bench/server/statistics.hpp"
#include "bench/server/workspace.hpp"

namespace covey::bench {
namespace {

constexpr std::string_view question = R"({"file":"flood.go","line":3})";

}  // namespace

json::object start_times(const settings& with) {
  const workspace project{with, workspace::language::go};
  const auto starts = with.count > 0 ? with.count : 50;
  std::vector<double> first, list;
  for (std::uint64_t i = 0; i < starts; ++i) {
    session server{project.server()};
    server.open();
    first.push_back(milliseconds{clock::now() - server.began()}.count());
    const auto asked = clock::now();
    server.answer(server.request("tools/list", "{}"));
    list.push_back(milliseconds{clock::now() - asked}.count());
    server.close();
  }
  return {{"initialize", told(first)}, {"tools_list", told(list)}};
}

// Always 256 calls are open; every answer lets the next call go. Calls that can go go in one write.
json::object pipelined(const settings& with) {
  constexpr std::uint64_t window = 256;
  const workspace project{with, workspace::language::go};
  session server{project.server()};
  server.open();
  project.next_run("bytes 1000000");
  timed_run(server, project);
  const auto calls = with.count > 0 ? with.count : 50'000;
  const auto begun = clock::now();
  std::uint64_t asked = 0, answered = 0;
  std::string lines;
  while (answered < calls) {
    lines.clear();
    for (; asked < calls && asked - answered < window; ++asked)
      lines += call_line(static_cast<std::int64_t>(1000 + asked), "tests_covering", question);
    server.send(lines);
    do {
      server.next_answer();
      ++answered;
    } while (answered < calls && server.has_more());
  }
  const auto took = seconds{clock::now() - begun};
  server.close();
  return {{"calls", calls}, {"calls_per_s", static_cast<double>(calls) / took.count()}};
}

}  // namespace covey::bench

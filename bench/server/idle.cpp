// What a server takes that is not asked anything.
#include "bench/server/modes.hpp"
#include "bench/server/statistics.hpp"
#include "bench/server/workspace.hpp"
#include <thread>

namespace covey::bench {
namespace {

double wakeups_per_second(session& server, std::chrono::seconds time) {
  std::this_thread::sleep_for(std::chrono::seconds{2});  // what was asked last is done with
  const auto before = switches_of(server.pid());
  std::this_thread::sleep_for(time);
  return static_cast<double>(switches_of(server.pid()) - before) / static_cast<double>(time.count());
}

}  // namespace

json::object idle(const settings& with) {
  const std::chrono::seconds time{with.count > 0 ? with.count : 10};
  const workspace project{with, workspace::language::go};
  session server{project.server()};
  server.open();
  const auto fresh = memory_of(server.pid()).resident;
  const auto fresh_wakeups = wakeups_per_second(server, time);
  project.next_run("bytes 1000000");
  timed_run(server, project);
  const auto wakeups = wakeups_per_second(server, time);
  const auto used = memory_of(server.pid()).resident;
  server.close();
  return {{"rss_kib", fresh},
          {"rss_after_run_kib", used},
          {"wakeups_per_s", fresh_wakeups},
          {"wakeups_per_s_after_run", wakeups}};
}

}  // namespace covey::bench

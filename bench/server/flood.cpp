// One run that prints as fast as it can: how fast it goes through, and what memory it takes.
#include "bench/server/modes.hpp"
#include "bench/server/statistics.hpp"
#include "bench/server/workspace.hpp"
#include <unistd.h>

namespace covey::bench {
namespace {

double per_second(std::uint64_t amount, seconds took) {
  return static_cast<double>(amount) / took.count();
}

struct measured_run {
  seconds took;
  memory before;
  memory after;
};

// A run before it has grown what every run needs.
measured_run run_of(const settings& with, const std::string& what) {
  const workspace project{with, workspace::language::go};
  session server{project.server()};
  server.open();
  project.next_run("bytes 1000000");
  timed_run(server, project);
  const auto before = memory_of(server.pid());
  project.next_run(what);
  const auto took = timed_run(server, project);
  const auto after = memory_of(server.pid());
  server.close();
  return {took, before, after};
}

json::object growth(const measured_run& run) {
  return {{"rss_before_kib", run.before.resident},
          {"rss_after_kib", run.after.resident},
          {"peak_kib", run.after.peak},
          {"growth_kib",
           static_cast<std::int64_t>(run.after.peak) - static_cast<std::int64_t>(run.before.resident)}};
}

seconds time_of(const std::vector<std::string>& argv, const settings& with, const std::string& what) {
  const workspace project{with, workspace::language::go};
  project.next_run(what);
  auto options = project.server();
  options.argv = argv;
  child runner{options};
  char block[4096];
  while (runner.read(block, sizeof block) > 0) {
  }
  runner.wait();
  return clock::now() - project.begun();
}

}  // namespace

json::object flood(const settings& with) {
  const auto run = run_of(with, "bytes " + std::to_string(with.bytes));
  auto out = growth(run);
  out["bytes"] = with.bytes;
  out["mb_per_s"] = per_second(with.bytes, run.took) / 1e6;
  return out;
}

json::object many_tests(const settings& with) {
  const auto run = run_of(with, "tests " + std::to_string(with.tests));
  auto out = growth(run);
  out["tests"] = with.tests;
  out["tests_per_s"] = per_second(with.tests, run.took);
  return out;
}

// How fast the same flood goes into nothing, and through a pipe into `cat`.
json::object anchors(const settings& with) {
  const auto go = with.toolchain + "/go";
  const auto what = "bytes " + std::to_string(with.bytes);
  const auto rate = [&](const std::string& into) {
    return per_second(with.bytes,
                      time_of({"/bin/sh", "-c", go + " test " + into + " > /dev/null"}, with, what)) /
           1e6;
  };
  return {{"null_mb_per_s", rate("")}, {"cat_mb_per_s", rate("| cat")}};
}

}  // namespace covey::bench

// What the fake toolchains share: the order of the run, and the note that its tests have begun.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace covey::bench {

struct run_order {  // "bytes 1000": what the file that BENCH_RUN names holds
  std::string what;
  std::uint64_t amount = 0;
};

inline std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

inline run_order ordered() {
  run_order out;
  std::ifstream{variable("BENCH_RUN")} >> out.what >> out.amount;
  return out;
}

// The time of the monotonic clock, in nanoseconds; the file is whole when it is there.
inline void tell_begun() {
  const auto path = variable("BENCH_BEGUN");
  std::ofstream{path + ".new"} << std::chrono::steady_clock::now().time_since_epoch().count() << "\n";
  std::rename((path + ".new").c_str(), path.c_str());
}

inline void put(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto n = ::write(fd, bytes.data(), bytes.size());
    if (n > 0) bytes.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) std::_Exit(74);
  }
}

}  // namespace covey::bench

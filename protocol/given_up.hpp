// Calls that the client gave up on: what became of their runs is told with the next answer, since the model never
// saw one of its own.
// Design: docs/design/04-given-up-calls.md
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace covey::protocol {

struct given_up_call {
  std::string tool;
  std::chrono::milliseconds after{0};  // since the call
  std::uint64_t run = 0;               // 0: none had begun
  std::uint64_t done = 0;              // tests, until then
  std::uint64_t failed = 0;
  std::uint64_t total = 0;  // 0: not known
  bool goes_on = false;     // for a while, because the client only had no more time
};

// "run 7 was given up by its client after 300 s: 812/1400, 3 failed; run_status {"run": 7} has them; pass a shorter
// wait"
std::string given_up_line(const given_up_call& of);

class given_up_calls {
 public:
  static constexpr std::size_t max_told = 5;  // of the latest; the others are counted

  void add(given_up_call one) { calls_.push_back(std::move(one)); }
  bool empty() const { return calls_.empty(); }
  // A line for each, the oldest first. They are told once.
  std::string take();

 private:
  std::vector<given_up_call> calls_;
};

}  // namespace covey::protocol

// One command under the real guard, driven from the test's own thread.
#pragma once

#include "process/guard_launcher.hpp"
#include "tests/support/temp_dir.hpp"
#include <boost/asio/io_context.hpp>
#include <optional>
#include <string>
#include <vector>

namespace covey::testing {

using std::chrono::milliseconds;

struct command_result {
  process::child_ending ending;
  std::string out;
  std::string err;
  std::string events;  // of the private channel
  milliseconds took{0};
};

class command {
 public:
  explicit command(std::vector<std::string> argv, process::child_limits limits = {});

  // Before start().
  process::launch_request request;
  bool acknowledge_at_once = true;

  void start();
  // Goes on until `holds`; a failure that ends the test if it does not in 20 s.
  void until(const std::function<bool()>& holds);
  command_result finish();  // starts it if that has not been done, and goes on until its end

  process::child& child() { return *child_; }
  boost::asio::io_context& context() { return context_; }
  const command_result& so_far() const { return result_; }
  bool ended() const { return ends_ > 0; }

 private:
  boost::asio::io_context context_;
  std::unique_ptr<process::launcher> launcher_;
  std::shared_ptr<process::child> child_;
  std::chrono::steady_clock::time_point started_;
  command_result result_;
  int ends_ = 0;
};

// A command that does what `behaviours` says (fake_runner.cpp).
std::vector<std::string> behaving(const std::string& behaviours);

}  // namespace covey::testing

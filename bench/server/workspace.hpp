// A project for the server, whose toolchain is ours (fake_go.cpp, fake_python.cpp).
#pragma once

#include "bench/server/modes.hpp"
#include "bench/server/session.hpp"
#include <string>

namespace covey::bench {

class workspace {
 public:
  enum class language { go, python };

  workspace(const settings& with, language of);
  workspace(const workspace&) = delete;
  workspace& operator=(const workspace&) = delete;
  ~workspace();

  // What the next runs are to do, a line: see the fakes.
  void next_run(std::string_view what) const;
  child_options server() const;

  // The time of the monotonic clock when the run's tests wrote their first byte, if they have.
  bool has_begun() const;
  clock::time_point begun() const;

 private:
  const settings& with_;
  std::string folder_;
};

// Runs the tests, and throws unless they passed. The time from their first byte to the answer.
seconds timed_run(session& server, const workspace& in);

}  // namespace covey::bench

// Runs probes, the short commands that ask a toolchain something, one at a time. The actor that spawns it ends it: what
// it has started is ended with it.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"

namespace covey::actors {

class prober_state {
 public:
  static inline const char* name = "prober";
  using self_pointer = prober_actor::stateful_pointer<prober_state>;

  explicit prober_state(self_pointer self) : self_(self) {}
  ~prober_state();

  caf::result<probe_answer_ptr> start(const run_probe& probe, process::launcher* launcher);
  caf::result<std::string> cancel();
  void on_output(const process_output& message);
  void on_ended(const process_ended& message);

 private:
  self_pointer self_;
  std::shared_ptr<process::child> child_;  // of the probe that is running
  std::string program_;
  std::string asked_;  // its first words, for people
  std::string folder_;
  std::string out_;
  std::string err_;
  reply<probe_answer_ptr> answer_;
  bool cancelled_ = false;
  reply<std::string> stopped_;  // gives what was asked
};

prober_actor::behavior_type prober(prober_state::self_pointer self, process::launcher* launcher);

}  // namespace covey::actors

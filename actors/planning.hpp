// Plans one run, on its own thread: a planner may compute or read files for long, and other actors as well as
// the run's deadline and a cancel must not wait for it. Answers once and ends.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include <functional>
#include <memory>

namespace covey::actors {

class planning_state {
 public:
  static inline const char* name = "planning";
  using self_pointer = planning_actor::stateful_pointer<planning_state>;

  explicit planning_state(self_pointer self) : self_(self) {}

  caf::result<plan_ptr> begin(const make_plan& order, prober_actor probes);

 private:
  void go_on(const probe_answer_ptr& said);
  void ask(parsers::command probe);
  void ask_toolchain(parsers::command probe, std::function<void(const probe_answer_ptr&)> use);
  template <class Result>
  void finish(Result result);

  self_pointer self_;
  make_plan order_;
  prober_actor probes_;
  std::unique_ptr<parsers::planner> planner_;
  reply<plan_ptr> answer_;
};

// `probes` runs what the planner asks of the toolchain; the caller ends it.
planning_actor::behavior_type planning(planning_state::self_pointer self, const prober_actor& probes);

}  // namespace covey::actors

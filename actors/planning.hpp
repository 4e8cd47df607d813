// Plans one run, on its own thread: a planner may compute or read files for long, and other actors as well as
// the run's deadline and a cancel must not wait for it. Answers once and ends.
#pragma once

#include "actors/asking.hpp"
#include "actors/reply.hpp"
#include <memory>

namespace covey::actors {

class planning_state : asking<planning_actor::stateful_pointer<planning_state>> {
 public:
  static inline const char* name = "planning";
  using self_pointer = planning_actor::stateful_pointer<planning_state>;

  explicit planning_state(self_pointer self) : asking(self) {}

  caf::result<plan_ptr> begin(const make_plan& order, prober_actor probes);

 private:
  task<> plan();
  task<caf::expected<probe_answer_ptr>> answer_of(parsers::command probe);
  template <class Result>
  void finish(Result result);

  make_plan order_;
  prober_actor probes_;
  std::unique_ptr<parsers::planner> planner_;
  reply<plan_ptr> answer_;
  task<> planning_;
};

// `probes` runs what the planner asks of the toolchain; the caller ends it.
planning_actor::behavior_type planning(planning_state::self_pointer self, const prober_actor& probes);

}  // namespace covey::actors

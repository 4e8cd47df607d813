#include "actors/asking.hpp"
#include "actors/detached.hpp"

namespace covey::actors {

worker_actor::behavior_type worker(worker_actor::pointer self, std::function<void()> work) {
  return {
      [self, work = std::move(work)](begin_work) {
        self->quit();
        work();
        return work_done{};
      },
  };
}

worker_spawner threads_of(caf::actor_system& system) {
  return [&system](std::function<void()> work) { return spawn_detached(system, worker, std::move(work)); };
}

}  // namespace covey::actors

// Reads one coverage report. Spawned detached, for one answer.
#pragma once

#include "actors/messages.hpp"
#include <atomic>
#include <string>

namespace covey::actors {

// The absolute path of its file, not normal.
std::string file_of(const load_report& question);

// `stop` makes it give up: at the end of the server nobody waits for the rest of a large report.
report_worker_actor::behavior_type report_worker(report_worker_actor::pointer self,
                                                 std::shared_ptr<const std::atomic<bool>> stop);

}  // namespace covey::actors

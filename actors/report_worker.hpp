// Reads one coverage report. Spawned detached, for one answer.
#pragma once

#include "actors/messages.hpp"
#include <atomic>
#include <string>
#include <string_view>

namespace covey::actors {

// A report_unreadable with the path as it was given: several are tried where none was.
caf::error unreadable(std::string_view path, std::string_view reason);

// The absolute path of the report's file, not normalized.
std::string file_of(const load_report& question);

// `stop` makes it give up: when the server ends, the rest of a large report is useless.
report_worker_actor::behavior_type report_worker(report_worker_actor::pointer self,
                                                 std::shared_ptr<const std::atomic<bool>> stop);

}  // namespace covey::actors

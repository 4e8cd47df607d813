// Reads coverage reports that callers name. A report stays cached until its file changes; equal questions
// that arrive during a read share that read.
#pragma once

#include "actors/asking.hpp"
#include "actors/limits.hpp"
#include "actors/reply.hpp"
#include "actors/storage/report_file.hpp"
#include "parsers/text/bounded_cache.hpp"
#include <array>
#include <atomic>
#include <map>
#include <vector>

namespace covey::actors {

struct load_report {
  std::string root;
  std::string path;

  bool operator==(const load_report&) const = default;
};
struct loaded_report {
  coverage_source_ptr report;  // null: it could not be read, and `error` says why
  caf::error error;
  storage::file_identity identity;  // of what was read
  std::uint64_t bytes = 0;          // the report's size in memory
};
using loaded_report_ptr = std::shared_ptr<const loaded_report>;

class report_reader_state : asking<report_reader_actor::stateful_pointer<report_reader_state>> {
 public:
  static inline const char* name = "report_reader";
  using self_pointer = report_reader_actor::stateful_pointer<report_reader_state>;

  explicit report_reader_state(self_pointer self) : asking(self) {}
  ~report_reader_state() { *stop_ = true; }

  void begin(worker_spawner threads) { threads_ = std::move(threads); }
  caf::typed_response_promise<coverage_source_ptr> on_question(const read_report& question);

 private:
  struct job {
    load_report question;
    storage::file_identity identity;  // at the time of the question
    std::vector<reply<coverage_source_ptr>> waiting;
    bool started = false;
  };

  void answer_from(const load_report& question, const storage::file_identity& identity,
                   reply<coverage_source_ptr> to);
  void start_readers();
  task<> read_jobs();
  void finish(std::uint64_t id, const loaded_report_ptr& result);

  worker_spawner threads_;
  std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);
  std::map<std::uint64_t, job> jobs_;  // in the order of the questions
  std::uint64_t last_job_ = 0;
  parsers::bounded_cache<load_report, loaded_report_ptr> kept_{limits::cached_reports,
                                                               limits::cached_report_bytes};
  std::array<task<>, limits::parallel_reports> readers_;
};

report_reader_actor::behavior_type report_reader(report_reader_state::self_pointer self,
                                                 worker_spawner threads);

}  // namespace covey::actors

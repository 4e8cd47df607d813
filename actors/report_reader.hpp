// Reads coverage reports that callers name. A report stays cached until its file changes; equal questions
// that arrive during a read share that read.
#pragma once

#include "actors/messages.hpp"
#include "actors/reply.hpp"
#include <atomic>
#include <functional>
#include <list>
#include <map>
#include <vector>

namespace covey::actors {

// Starts a worker: detached; in tests on the scheduler that they control. Null: no thread is left.
using spawn_report_worker = std::function<report_worker_actor(std::shared_ptr<const std::atomic<bool>> stop)>;

class report_reader_state {
 public:
  static inline const char* name = "report_reader";
  using self_pointer = report_reader_actor::stateful_pointer<report_reader_state>;

  explicit report_reader_state(self_pointer self) : self_(self) {}
  ~report_reader_state() { *stop_ = true; }

  void begin(spawn_report_worker spawn_worker) { spawn_worker_ = std::move(spawn_worker); }
  caf::typed_response_promise<coverage_source_ptr> on_question(const read_report& question);

 private:
  struct kept {
    std::string root;
    std::string path;
    loaded_report_ptr report;
  };
  struct job {
    load_report question;
    storage::file_identity identity;  // at the time of the question
    std::vector<reply<coverage_source_ptr>> waiting;
    bool started = false;
  };

  void answer_from(const std::string& root, const std::string& path, const storage::file_identity& identity,
                   reply<coverage_source_ptr> to);
  bool answer_from_kept(const std::string& root, const std::string& path,
                        const storage::file_identity& identity, reply<coverage_source_ptr>& to);
  void start_next();
  void start(std::uint64_t id, job& work);
  void finish(std::uint64_t id, const loaded_report_ptr& result);
  void drop_old(const load_report& question);
  void keep(const job& work, const loaded_report_ptr& report);

  self_pointer self_;
  spawn_report_worker spawn_worker_;
  std::shared_ptr<std::atomic<bool>> stop_ = std::make_shared<std::atomic<bool>>(false);
  std::map<std::uint64_t, job> jobs_;  // in the order of the questions
  std::uint64_t last_job_ = 0;
  std::size_t running_ = 0;
  std::list<kept> kept_;  // most recently used first
};

report_reader_actor::behavior_type report_reader(report_reader_state::self_pointer self,
                                                 spawn_report_worker spawn_worker);

}  // namespace covey::actors

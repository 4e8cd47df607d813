#include "actors/report_reader.hpp"
#include "actors/detached.hpp"
#include "actors/limits.hpp"
#include "actors/report_worker.hpp"
#include <algorithm>
#include <malloc.h>

namespace covey::actors {
namespace {

using storage::file_problem;
using storage::report_file;

// The allocator keeps freed memory that lies below memory in use; after large reports that is too much.
void give_memory_back() {
#if defined(__GLIBC__)
  ::malloc_trim(0);
#endif
}

void give(reply<coverage_source_ptr>& to, const loaded_report& result) {
  if (result.report)
    to.give(result.report);
  else
    to.give(result.error);
}

}  // namespace

caf::typed_response_promise<coverage_source_ptr> report_reader_state::on_question(
    const read_report& question) {
  auto promise = self_->make_response_promise<coverage_source_ptr>();
  reply<coverage_source_ptr> to{promise};
  for (const auto& path : question.paths) {
    const auto opened = report_file::open(file_of({question.root, path}), limits::report_bytes);
    if (const auto* problem = std::get_if<file_problem>(&opened)) {
      if (problem->missing) continue;
      to.give(unreadable(path, problem->reason));
    } else {
      answer_from(question.root, path, std::get<report_file>(opened).identity(), std::move(to));
    }
    return promise;
  }
  to.give(fail(fault::report_missing, question.paths.empty() ? "" : question.paths.front()));
  return promise;
}

void report_reader_state::answer_from(const std::string& root, const std::string& path,
                                      const storage::file_identity& identity, reply<coverage_source_ptr> to) {
  if (answer_from_kept(root, path, identity, to)) return;
  for (auto& [id, work] : jobs_) {
    if (work.question.root != root || work.question.path != path || !work.identity.same_content(identity))
      continue;
    work.waiting.push_back(std::move(to));
    return;
  }
  auto& work = jobs_[++last_job_];
  work.question = {root, path};
  drop_old(work.question);
  work.identity = identity;
  work.waiting.push_back(std::move(to));
  start_next();
}

bool report_reader_state::answer_from_kept(const std::string& root, const std::string& path,
                                           const storage::file_identity& identity,
                                           reply<coverage_source_ptr>& to) {
  const auto found = std::find_if(kept_.begin(), kept_.end(), [&](const kept& entry) {
    return entry.path == path && entry.root == root && entry.report->identity.settled &&
           entry.report->identity.same_content(identity);
  });
  if (found == kept_.end()) return false;
  kept_.splice(kept_.begin(), kept_, found);
  give(to, *kept_.front().report);
  return true;
}

void report_reader_state::start_next() {
  for (auto& [id, work] : jobs_) {
    if (running_ >= limits::parallel_reports) return;
    if (!work.started) start(id, work);
  }
}

void report_reader_state::start(std::uint64_t id, job& work) {
  work.started = true;
  ++running_;
  const auto worker = spawn_worker_(stop_);
  self_->request(worker, within(limits::report_answer), work.question)
      .then([this, id](const loaded_report_ptr& result) { finish(id, result); },
            [this, id, has_worker = static_cast<bool>(worker)](const caf::error&) {
              auto failed = std::make_shared<loaded_report>();
              failed->error = has_worker
                                  ? unreadable(jobs_.at(id).question.path,
                                               "nothing came of reading it within " +
                                                   std::to_string(limits::report_answer.count()) + " s")
                                  : fail(fault::busy, std::string{no_thread});
              finish(id, failed);
            });
}

void report_reader_state::finish(std::uint64_t id, const loaded_report_ptr& result) {
  --running_;
  const auto found = jobs_.find(id);
  for (auto& to : found->second.waiting) give(to, *result);
  if (result->report || result->error == fault::report_malformed) keep(found->second, result);
  jobs_.erase(found);
  start_next();
}

// Drops the cached report of a file that has changed: it is useless, and two versions of a large report may
// not fit in memory.
void report_reader_state::drop_old(const load_report& question) {
  std::uint64_t dropped = 0;
  kept_.remove_if([&](const kept& entry) {
    const bool is_old = entry.path == question.path && entry.root == question.root;
    if (is_old) dropped += entry.report->bytes;
    return is_old;
  });
  if (dropped >= limits::returned_bytes) give_memory_back();
}

void report_reader_state::keep(const job& work, const loaded_report_ptr& report) {
  drop_old(work.question);
  std::uint64_t dropped = 0;
  kept_.push_front({work.question.root, work.question.path, report});
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  for (auto it = kept_.begin(); it != kept_.end();) {
    bytes += it->report->bytes;
    const bool fits = ++count <= limits::cached_reports && bytes <= limits::cached_report_bytes;
    if (!fits && count > 1) {
      dropped += it->report->bytes;
      it = kept_.erase(it);
    } else {
      ++it;
    }
  }
  if (dropped >= limits::returned_bytes) give_memory_back();
}

report_reader_actor::behavior_type report_reader(report_reader_state::self_pointer self,
                                                 spawn_report_worker spawn_worker) {
  auto& state = state_of(self);
  state.begin(std::move(spawn_worker));
  return {
      [&state](const read_report& question) { return state.on_question(question); },
  };
}

}  // namespace covey::actors

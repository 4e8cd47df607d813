#include "actors/report_reader.hpp"
#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/text/path.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <malloc.h>
#include <new>

namespace covey::actors {
namespace {

using storage::file_problem;
using storage::report_file;

// A report_unreadable with the path as it was given: several are tried where none was.
caf::error unreadable(std::string_view path, std::string_view reason) {
  constexpr std::size_t shown_bytes = 200;
  return fail(fault::report_unreadable,
              std::string{reason} + " (" + protocol::clipped(protocol::one_line(path), shown_bytes) + ")");
}

// The absolute path of the report's file, not normalized.
std::string file_of(const load_report& question) {
  return question.path.starts_with('/') ? question.path : question.root + "/" + question.path;
}

// The folder that the report's relative names may start from.
std::string folder_of(const load_report& question) {
  const auto path = parsers::normal_path(file_of(question));
  return std::string{parsers::folder_name(parsers::path_below(question.root, path).value_or(path))};
}

caf::error error_of(const storage::file_problem& problem, const std::string& path) {
  if (problem.missing) return fail(fault::report_missing, path);
  return unreadable(path, problem.reason);
}

void settle(loaded_report& out, const load_report& question,
            std::variant<parsers::coverage_report, parsers::no_report> result) {
  if (const auto* none = std::get_if<parsers::no_report>(&result)) {
    out.error = fail(fault::report_malformed, std::string{none->format} + " file: " + none->reason);
    return;
  }
  auto& report = std::get<parsers::coverage_report>(result);
  auto source = std::make_shared<coverage_source>();
  out.bytes = parsers::memory_of(report);
  source->name = question.path;
  source->format = report.format;
  source->diagnostics = std::move(report.diagnostics);
  source->totals = parsers::totals(report.data);
  source->data = std::make_shared<const parsers::coverage>(std::move(report.data));
  source->files =
      std::make_shared<const parsers::file_index>(*source->data, question.root, folder_of(question));
  out.report = std::move(source);
}

// Whether `out` is final; false if the file changed during the read. The caller then reads once more.
bool load_once(loaded_report& out, const load_report& question, const std::atomic<bool>& stop) {
  auto opened = report_file::open(file_of(question), limits::report_bytes);
  if (const auto* problem = std::get_if<storage::file_problem>(&opened)) {
    out.error = error_of(*problem, question.path);
    return true;
  }
  auto& file = std::get<report_file>(opened);
  parsers::any_report_parser reader;
  const auto outcome = file.read([&](std::string_view bytes) {
    reader.feed(bytes);
    return !stop;
  });
  if (const auto* problem = std::get_if<storage::file_problem>(&outcome)) {
    out.error = error_of(*problem, question.path);
    return true;
  }
  out.identity = file.identity();
  const auto reading = std::get<report_file::reading>(outcome);
  if (reading == report_file::reading::stopped)
    out.error = fail(fault::shutting_down);
  else if (reading == report_file::reading::changed)
    out.error =
        unreadable(question.path, "it changes while it is read; ask again when what writes it has ended");
  else
    settle(out, question, reader.finish());
  return reading != report_file::reading::changed;
}

// `stop` makes it give up: when the server ends, the rest of a large report is useless.
loaded_report_ptr load(const load_report& question, const std::shared_ptr<std::atomic<bool>>& stop) {
  auto out = std::make_shared<loaded_report>();
  try {
    if (!load_once(*out, question, *stop)) load_once(*out, question, *stop);
  } catch (const std::bad_alloc&) {
    out->report = nullptr;
    out->error = unreadable(question.path, "there is not enough memory for it");
  }
  return out;
}

// The allocator keeps freed memory that lies below memory in use; after large reports that is too much.
void give_memory_back([[maybe_unused]] std::uint64_t dropped) {
#if defined(__GLIBC__)
  if (dropped >= limits::returned_bytes) ::malloc_trim(0);
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
      answer_from({question.root, path}, std::get<report_file>(opened).identity(), std::move(to));
    }
    return promise;
  }
  to.give(fail(fault::report_missing, question.paths.empty() ? "" : question.paths.front()));
  return promise;
}

void report_reader_state::answer_from(const load_report& question, const storage::file_identity& identity,
                                      reply<coverage_source_ptr> to) {
  const auto* kept = kept_.find(question);
  if (kept != nullptr && (*kept)->identity.settled && (*kept)->identity.same_content(identity))
    return give(to, **kept);
  for (auto& [id, work] : jobs_) {
    if (work.question != question || !work.identity.same_content(identity)) continue;
    work.waiting.push_back(std::move(to));
    return;
  }
  // That of a file that has changed goes before: two versions of a large report may not fit in memory.
  if (const auto old = kept_.take(question)) give_memory_back((*old)->bytes);
  auto& work = jobs_[++last_job_];
  work.question = question;
  work.identity = identity;
  work.waiting.push_back(std::move(to));
  start_readers();
}

void report_reader_state::start_readers() {
  for (auto& one : readers_) {
    if (!one.is_over()) continue;
    one = read_jobs();
    one.start();
  }
}

task<> report_reader_state::read_jobs() {
  for (;;) {
    const auto next = std::ranges::find_if(jobs_, [](const auto& one) { return !one.second.started; });
    if (next == jobs_.end()) co_return;
    next->second.started = true;
    const auto id = next->first;
    const auto question = next->second.question;
    const auto result = co_await on_a_thread(threads_, limits::report_answer, load, question, stop_);
    if (result) {
      finish(id, *result);
      continue;
    }
    auto failed = std::make_shared<loaded_report>();
    failed->error = result.error() == fault::busy
                        ? result.error()
                        : unreadable(question.path, "nothing came of reading it" +
                                                        why_no_value(result.error(), limits::report_answer));
    finish(id, failed);
  }
}

void report_reader_state::finish(std::uint64_t id, const loaded_report_ptr& result) {
  const auto found = jobs_.find(id);
  for (auto& to : found->second.waiting) give(to, *result);
  if (result->report || result->error == fault::report_malformed)
    give_memory_back(kept_.put(found->second.question, result, result->bytes));
  jobs_.erase(found);
}

report_reader_actor::behavior_type report_reader(report_reader_state::self_pointer self,
                                                 worker_spawner threads) {
  auto& state = state_of(self);
  state.begin(std::move(threads));
  return {
      [&state](const read_report& question) { return state.on_question(question); },
  };
}

}  // namespace covey::actors

#include "actors/report_worker.hpp"
#include "actors/limits.hpp"
#include "parsers/coverage/file_index.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "parsers/text/path.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <new>

namespace covey::actors {
namespace {

using storage::report_file;

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

loaded_report_ptr load(const load_report& question, const std::atomic<bool>& stop) {
  auto out = std::make_shared<loaded_report>();
  try {
    if (!load_once(*out, question, stop)) load_once(*out, question, stop);
  } catch (const std::bad_alloc&) {
    out->report = nullptr;
    out->error = unreadable(question.path, "there is not enough memory for it");
  }
  return out;
}

}  // namespace

caf::error unreadable(std::string_view path, std::string_view reason) {
  constexpr std::size_t shown_bytes = 200;
  return fail(fault::report_unreadable,
              std::string{reason} + " (" + protocol::clipped(protocol::one_line(path), shown_bytes) + ")");
}

std::string file_of(const load_report& question) {
  return question.path.starts_with('/') ? question.path : question.root + "/" + question.path;
}

report_worker_actor::behavior_type report_worker(report_worker_actor::pointer self,
                                                 std::shared_ptr<const std::atomic<bool>> stop) {
  return {
      [self, stop](const load_report& question) {
        self->quit();
        return load(question, *stop);
      },
  };
}

}  // namespace covey::actors

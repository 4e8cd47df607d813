#include "cli/commands.hpp"
#include "actors/limits.hpp"
#include "actors/storage/report_file.hpp"
#include "cli/progress_line.hpp"
#include "cli/replace_file.hpp"
#include "parsers/coverage/formats/lcov/writer.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include "actors/io_thread.hpp"
#include "process/bounded_file.hpp"
#include "process/guard_launcher.hpp"
#include "process/program.hpp"
#include "process/family.hpp"
#include "actors/spawn_services.hpp"
#include "actors/project.hpp"
#include "protocol/render/words.hpp"
#include <caf/scoped_actor.hpp>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <thread>
#include <variant>

namespace covey::cli {
namespace {

using namespace actors;

// The workspace's tests are run once, for their coverage.
struct coverage_run {
  std::shared_ptr<const parsers::finished_run> run;  // null: there was none, and `problem` says why
  std::shared_ptr<const parsers::coverage> data;     // null: the run gave none
  std::string problem;
};

struct coverage_run_request {
  std::string workspace;
  std::string language;  // empty: the only one there is
  std::chrono::seconds timeout{0};
  std::function<void(std::string_view progress)> on_progress;  // called from one thread; may be empty
};

// Takes the place of a tool call: it receives the run's progress, and ends with the run.
call_actor::behavior_type listener(call_actor::pointer self,
                                   const std::function<void(std::string_view)>& on_progress) {
  return {
      [self](const cancel_call&) { self->quit(); },
      [on_progress](const run_progress& progress) {
        if (on_progress)
          on_progress(
              protocol::progress_message(progress.done, progress.total, progress.failed, progress.current));
      },
  };
}

std::string sentence_of(const caf::error& error) {
  if (error == fault::program_missing) return context_of(error) + ": not found on PATH";
  if (error == fault::could_not_start) return "could not start " + context_of(error);
  return context_of(error);
}

project_resolution choose(caf::scoped_actor& self, const services& with, const coverage_run_request& what) {
  std::vector<detected_project> answers;
  for (const auto& entry : with.languages) {
    answers.push_back({entry.language, nullptr});
    self->request(entry.detector, within(limits::question), detect_project{what.workspace})
        .receive([&](const detected_project& found) { answers.back() = found; },
                 [&](const caf::error& error) { answers.back().problem = why_silent(error); });
  }
  return choose_project(answers, what.language);
}

void run(caf::scoped_actor& self, caf::actor_system& system, const services& with,
         const coverage_run_request& what, coverage_run& out) {
  const auto found = choose(self, with, what);
  if (const auto* sentence = std::get_if<std::string>(&found)) {
    out.problem = *sentence;
    return;
  }
  constexpr call_key only = 1;
  const auto call = system.spawn(listener, what.on_progress);
  start_run order;
  order.key = only;
  order.root = what.workspace;
  order.language = std::get<const parsers::language*>(found)->name;
  order.timeout = what.timeout;
  self->send(with.supervisor, expect_run{only});
  self->request(with.supervisor, within(what.timeout + limits::plan_margin * 2), std::move(order), call)
      .receive([&](const finished_run_ptr& finished) { out.run = finished; },
               [&](const caf::error& error) { out.problem = sentence_of(error); });
  self->send(call, cancel_call{});
  self->request(with.coverage, within(limits::question), get_latest_coverage{})
      .receive([&](const latest_coverage& latest) { out.data = latest.data; }, [](const caf::error&) {});
}

// Blocks until the run has ended. If this process is killed meanwhile, the guards end the run's processes.
coverage_run run_for_coverage(const coverage_run_request& what) {
  process::become_subreaper();
  caf::actor_system_config config;
  choose_scheduler(config, std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
  caf::actor_system system{config};
  io_thread io;
  const auto launcher = process::make_guard_launcher(io.context(), process::self_path());
  coverage_run out;
  caf::scoped_actor self{system};
  const auto with = spawn_services({system, launcher.get()}, true);
  run(self, system, with, what, out);
  end_services(with);
  self->await_all_other_actors_done();
  return out;
}

void complain(const std::string& text) {
  std::cerr << "covey report: " << text << "\n";
}

using storage::report_file;
using parsed_report = std::variant<parsers::coverage_report, parsers::no_report>;

std::variant<parsed_report, report_file::reading, storage::file_problem> read_once(const std::string& path) {
  auto opened = report_file::open(path, limits::report_bytes);
  if (const auto* problem = std::get_if<storage::file_problem>(&opened)) return *problem;
  parsers::any_report_parser reader;
  const auto outcome = std::get<report_file>(opened).read([&](std::string_view bytes) {
    reader.feed(bytes);
    return true;
  });
  if (const auto* problem = std::get_if<storage::file_problem>(&outcome)) return *problem;
  if (const auto how = std::get<report_file::reading>(outcome); how != report_file::reading::complete)
    return how;
  return reader.finish();
}

std::optional<parsers::coverage_report> read(const std::string& path) {
  auto outcome = read_once(path);
  // A file that changed during the read is read once more.
  if (std::holds_alternative<report_file::reading>(outcome)) outcome = read_once(path);
  std::string reason = "it changes while it is read; try again when what writes it has ended";
  if (auto* parsed = std::get_if<parsed_report>(&outcome)) {
    if (auto* report = std::get_if<parsers::coverage_report>(parsed)) return std::move(*report);
    const auto& none = std::get<parsers::no_report>(*parsed);
    reason = "read as " + std::string{none.format} + ": " + none.reason;
  } else if (const auto* problem = std::get_if<storage::file_problem>(&outcome)) {
    reason = problem->reason;
  }
  complain(path + ": " + reason);
  return std::nullopt;
}

void tell(const std::string& path, const parsers::coverage_report& report) {
  for (const auto& entry : report.diagnostics) {
    std::cerr << "  " << path << ": " << entry.count << " × " << entry.what;
    if (entry.first_line > 0) std::cerr << ", first in line " << entry.first_line;
    if (!entry.first_at.empty()) std::cerr << ", first at " << entry.first_at;
    std::cerr << "\n";
  }
}

// Several reports are merged: hits of the same line are added.
std::optional<parsers::coverage> read_all(const std::vector<std::string>& paths) {
  parsers::coverage sum;
  for (const auto& path : paths) {
    auto report = read(path);
    if (!report) return std::nullopt;
    tell(path, *report);
    for (auto& [name, file] : report->data.files) parsers::merge_into(sum.files[name], std::move(file));
  }
  return sum;
}

std::optional<parsers::coverage> measure(const options& given) {
  progress_line line;
  const auto measured = run_for_coverage({given.workspace, given.language, given.timeout,
                                          [&](std::string_view progress) { line.show(progress); }});
  line.clear();
  if (!measured.run) {
    complain(measured.problem);
    return std::nullopt;
  }
  for (const auto& note : measured.run->notes) std::cerr << "  " << note << "\n";
  if (!measured.data) {
    complain("the run measured no coverage; `covey call run_tests` shows what it printed");
    return std::nullopt;
  }
  return *measured.data;
}

// 0, or the error number.
int write_to(int fd, const parsers::coverage& data) {
  int problem = 0;
  parsers::write_lcov(data, {}, [&](std::string_view piece) {
    if (problem == 0) problem = process::write_fully(fd, piece);
  });
  return problem;
}

void show_totals(const parsers::coverage& data) {
  const auto all = parsers::totals(data);
  const auto show = [](const char* what, const parsers::found_and_hit& value) {
    if (value.found == 0) return;
    const auto tenths = parsers::permille(value);
    std::cerr << "  " << what << ": " << tenths / 10 << "." << tenths % 10 << " % (" << value.hit << " of "
              << value.found << ")\n";
  };
  show("lines", all.lines);
  show("functions", all.functions);
  show("branches", all.branches);
}

}  // namespace

int run_report(const options& given, int out) {
  const auto data = given.reports.empty() ? measure(given) : read_all(given.reports);
  if (!data) return EXIT_FAILURE;
  const int problem = given.output.empty()
                          ? write_to(out, *data)
                          : replace_file(given.output, [&](int fd) { return write_to(fd, *data); });
  if (problem != 0) {
    complain("cannot write " + (given.output.empty() ? "the report" : given.output) + ": " +
             std::strerror(problem));
    return EXIT_FAILURE;
  }
  show_totals(*data);
  return EXIT_SUCCESS;
}

}  // namespace covey::cli

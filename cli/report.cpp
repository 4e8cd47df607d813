#include "cli/report.hpp"
#include "actors/limits.hpp"
#include "actors/coverage_run.hpp"
#include "actors/storage/report_file.hpp"
#include "cli/progress_line.hpp"
#include "cli/replace_file.hpp"
#include "parsers/coverage/formats/lcov/writer.hpp"
#include "parsers/coverage/merge.hpp"
#include "parsers/coverage/formats/any_report.hpp"
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <variant>

namespace covey::cli {
namespace {

namespace limits = actors::limits;

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
  const auto measured = actors::run_for_coverage({given.workspace, given.language, given.timeout,
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
    if (problem == 0) problem = write_fully(fd, piece);
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

#include "shims/rust/test_binary.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/streams.hpp"
#include "parsers/text/utf8.hpp"
#include "process/program.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

using strings = std::vector<std::string>;

constexpr const char* failed_file = "/failed";
constexpr const char* bootstrap_variable = "RUSTC_BOOTSTRAP";

std::string line_of_source(const parsers::location& place) {
  std::ifstream file{place.file};
  std::string line;
  constexpr std::uint32_t max = 200'000;
  for (std::uint32_t i = 0; i < std::min(place.line, max); ++i)
    if (!std::getline(file, line)) return {};
  return line;
}

constexpr std::size_t max_said = std::size_t{16} * 1024;
constexpr std::size_t max_reason = std::size_t{4} * 1024;

struct said_by {
  parsers::head_tail out{max_said};
  parsers::head_tail err{max_said};
};

std::string without_blank_ends(const std::string& text) {
  const auto first = text.find_first_not_of(" \n");
  return first == std::string::npos ? std::string{}
                                    : text.substr(first, text.find_last_not_of(" \n") + 1 - first);
}

// Such a program prints the reason of its failure: on stderr, else on stdout.
std::string reason_in(const said_by& said) {
  for (const auto* stream : {&said.err, &said.out}) {
    parsers::head_tail kept{max_reason};
    kept.append(without_blank_ends(language::with_short_backtraces(parsers::plain_text(stream->text()))));
    if (kept.total() > 0) return ":\n" + kept.text();
  }
  return {};
}

parsers::failure main_failure(const test_binary& binary, const process::child_result& result,
                              const said_by& said) {
  auto about = binary.context();
  about.name = "main";
  const auto err = said.err.text();
  if (!language::find_panics(parsers::plain_text(err)).empty() && !result.signalled)
    return language::test_failure(about, err, {});
  parsers::failure out;
  out.kind = result.signalled ? parsers::failure_kind::crash : parsers::failure_kind::assertion;
  out.where = about.defined;
  out.message =
      "ended with " + to_string(language::process_ending{result.signalled, result.value}) + reason_in(said);
  return out;
}

}  // namespace

unsigned long add_to_total(const char* session_folder, unsigned long count) {
  const auto path = std::string{session_folder} + "/total";
  unsigned long total = std::strtoul(process::read_file(path).text.c_str(), nullptr, 10) + count;
  std::ofstream{path} << total;
  return total;
}

void note_failed_binary(const char* session_folder) {
  std::ofstream{std::string{session_folder} + failed_file} << 1;
}

void forget_failed_binaries(const char* session_folder) {
  ::unlink((std::string{session_folder} + failed_file).c_str());
}

bool has_failed_binary(const char* session_folder) {
  return ::access((std::string{session_folder} + failed_file).c_str(), F_OK) == 0;
}

strings with_user_runner(const language::cargo_session& session, strings command) {
  command.insert(command.begin(), session.runner.begin(), session.runner.end());
  return command;
}

std::vector<std::pair<std::string, std::string>> with_backtraces() {
  const char* wanted = std::getenv("RUST_BACKTRACE");
  if (wanted != nullptr && std::string_view{wanted} != "0") return {};
  std::vector<std::pair<std::string, std::string>> out{{"RUST_BACKTRACE", "1"}};
  if (std::getenv("RUST_LIB_BACKTRACE") == nullptr) out.emplace_back("RUST_LIB_BACKTRACE", "0");
  return out;
}

test_binary::test_binary(const language::cargo_session& session, const language::session_binary& about,
                         strings command, std::string folder)
    : session_(session),
      about_(about),
      command_(with_user_runner(session, command)),
      folder_(std::move(folder)),
      format_(report_format::exit_code) {
  format_ = find_format(command.front());
}

// A program that does not know the option might run everything: probe only one that contains libtest's words.
report_format test_binary::find_format(const std::string& executable) {
  if (about_.harness) return report_format::libtest;
  const auto text = process::read_file(executable).text;
  const auto has = [&](std::string_view word) { return text.find(word) != std::string::npos; };
  if (has("libtest-mimic-")) return report_format::mimic;
  const bool may_speak = has("terse") && has("exact") && has("list");
  return may_speak && !list().empty() && speaks_json() ? report_format::mimic : report_format::exit_code;
}

// Probes with a name that no test has, so that no test runs.
bool test_binary::speaks_json() const {
  const auto said =
      output_of({"-Z", "unstable-options", "--format", "json", "--exact", "--", "::covey asks::"});
  return said.find("\"type\": \"suite\"") != std::string::npos;
}

std::vector<std::pair<std::string, std::string>> test_binary::environment(bool measured) const {
  auto out = with_backtraces();
  // libtest looks whether it is set; to compilers and cargo it is a crate's name, and no crate can have this one.
  if (session_.bootstrap && format_ == report_format::libtest && std::getenv(bootstrap_variable) == nullptr)
    out.emplace_back(bootstrap_variable, "covey-reads-libtest");
  if (about_.profiles.empty()) return out;
  // "%c": the counters live in the file, so that they are saved even if the process is killed.
  const std::string name = session_.live_profiles ? "/%p-%m%c.profraw" : "/%p-%m.profraw";
  if (measured && format_ == report_format::libtest)
    out.emplace_back(tests_variable, about_.profiles + "/" + std::to_string(::getpid()) + "-" +
                                         std::to_string(measured_++) + tests_ending);
  out.emplace_back("LLVM_PROFILE_FILE", measured ? about_.profiles + name : folder_ + "/unused.profraw");
  return out;
}

process::child_request test_binary::request(const strings& arguments, bool measured) const {
  process::child_request out;
  out.argv = command_;
  out.argv.insert(out.argv.end(), arguments.begin(), arguments.end());
  out.set_env = environment(measured);
  out.unset_env = {"RUST_TEST_NOCAPTURE"};  // a test's output belongs in its report
  return out;
}

std::string test_binary::output_of(const strings& arguments) const {
  std::string out;
  auto asked = request(arguments, false);
  asked.on_out = [&out](std::string_view bytes) { out += bytes; };
  asked.on_err = [](std::string_view) {};
  process::run_child(asked);
  return out;
}

// Lists as JSON with places; as text with old toolchains and other harnesses, which cannot list as JSON. A runner may start the
// binary where its files are not ours.
language::test_list test_binary::list() {
  const auto journal = folder_ + "/journal-" + std::to_string(::getpid());
  for (const bool asks_for_journal : {true, false}) {
    if (format_ != report_format::libtest) break;
    strings asked{"-Z", "unstable-options", "--list", "--format", "json"};
    if (asks_for_journal) asked.insert(asked.end(), {"--logfile", journal});
    const auto said = output_of(asked);
    if (asks_for_journal && ::access(journal.c_str(), R_OK) == 0) journal_ = journal;
    if (auto listing = language::read_test_list(said, session_.root); !listing.empty()) return listing;
  }
  return language::read_test_list(output_of({"--list", "--format", "terse"}), session_.root);
}

language::test_context test_binary::context() const {
  language::test_context out;
  out.root = session_.root;
  out.folder = std::filesystem::current_path().string();
  out.defined.file = about_.source;
  out.source_line = line_of_source;
  return out;
}

int tell_not_started(const test_binary& binary, const process::child_result& result,
                     process::event_channel& events) {
  parsers::failure why;
  why.kind = parsers::failure_kind::error;
  why.message = binary.program() + " could not be started: " + std::strerror(result.start_error);
  events.send(language::problem_event(binary.about().group, "", why, ""));
  return process::exit_code_of(result);
}

int run_main_harness(const test_binary& binary, process::event_channel& events) {
  const auto& about = binary.about();
  events.send(language::total_event(add_to_total(binary.folder().c_str(), 1)));
  events.send(
      language::note_event(about.group,
                           "a harness of its own that does not report as libtest does; covey knows its exit "
                           "code, as one test."));
  events.send(language::begin_event(about.group, about.name, {about.source, 0}));
  said_by said;
  auto started = binary.request({}, true);
  started.on_out = [&said](std::string_view bytes) {
    said.out.append(bytes);
    process::write_fully(STDOUT_FILENO, bytes);
  };
  started.on_err = [&said](std::string_view bytes) {
    said.err.append(bytes);
    process::write_fully(STDERR_FILENO, bytes);
  };
  const auto result = process::run_child(started);
  if (result.start_error != 0) return tell_not_started(binary, result, events);
  language::test_report report{about.group, about.name, parsers::outcome::passed, -1, {}, {}};
  if (process::exit_code_of(result) != 0) {
    report.result = parsers::outcome::failed;
    report.output =
        language::with_short_backtraces(parsers::plain_text(said.err.text() + "\n" + said.out.text()));
    report.failures.push_back(main_failure(binary, result, said));
  }
  events.send(language::report_event(report));
  return process::exit_code_of(result);
}

}  // namespace covey::shims::rust

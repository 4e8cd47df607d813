#include "shims/rust/test_binary.hpp"
#include "shims/rust/exec.hpp"
#include "parsers/languages/rust/output/event.hpp"
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

constexpr const char* bootstrap_variable = "RUSTC_BOOTSTRAP";

std::string line_of_source(const parsers::location& place) {
  std::ifstream file{place.file};
  std::string line;
  constexpr std::uint32_t max = 200'000;
  for (std::uint32_t i = 0; i < std::min(place.line, max); ++i)
    if (!std::getline(file, line)) return {};
  return line;
}

}  // namespace

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

}  // namespace covey::shims::rust

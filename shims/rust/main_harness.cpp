#include "shims/rust/test_binary.hpp"
#include "shims/rust/exec.hpp"
#include "parsers/languages/rust/output/event.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include "parsers/text/head_tail.hpp"
#include "parsers/text/utf8.hpp"
#include <string>
#include <unistd.h>

namespace covey::shims::rust {

namespace language = parsers::languages::rust;
namespace {

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

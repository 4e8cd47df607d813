// covey: an MCP server over stdio that runs a project's tests and tells what they cover.
#include "actors/system.hpp"
#include "actors/limits.hpp"
#include "parsers/languages/catalogue.hpp"
#include "parsers/languages/settings_file.hpp"
#include "protocol/tools/catalogue.hpp"
#include "process/bounded_file.hpp"
#include "cli/commands.hpp"
#include "cli/options.hpp"
#include "shims/catalogue.hpp"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <malloc.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

// One heap for all threads. Otherwise each thread has its own, which grows page by page, with a system call
// for every page of a large report.
void share_the_heap() {
  ::mallopt(M_ARENA_MAX, 1);
}

// Opens those of 0, 1 and 2 that are closed (else a pipe of ours could become "stdout"), and moves the real stdout to a
// private descriptor, which it returns: fd 1 then points to stderr, so that a library's prints cannot end up in the protocol.
int take_stdout() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a file at its size limit fails that write, not covey
  for (int fd = 0; fd <= 2; ++fd)
    if (::fcntl(fd, F_GETFD) == -1 && errno == EBADF) (void)!::open("/dev/null", O_RDWR);
  const int real = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return real;
}

int print(int out, const std::string& text) {
  return covey::process::write_fully(out, text) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int describe_tools(int out) {
  return print(out, covey::protocol::describe_markdown(covey::protocol::tool_descriptions()));
}

int describe_config(int out) {
  return print(out, covey::parsers::settings_schema(covey::parsers::all_languages(),
                                                    covey::actors::limits::max_timeout) +
                        "\n");
}

}  // namespace

int main(int argc, char** argv) {
  using namespace covey;
  if (const auto code = shims::run_if_named(argc, argv)) return *code;

  share_the_heap();
  const int out = take_stdout();
  const auto parsed = cli::parse_options(argc, argv, out);
  if (const auto* code = std::get_if<int>(&parsed)) return *code;
  const auto& options = std::get<cli::options>(parsed);
  switch (options.what) {
    case cli::command::serve:
      return actors::serve(cli::server_of(options, STDIN_FILENO, out));
    case cli::command::call:
      return cli::run_calls(options, out);
    case cli::command::report:
      return cli::run_report(options, out);
    case cli::command::diff:
      return cli::run_diff(options, out);
    case cli::command::doctor:
      return cli::run_doctor(options, out);
    case cli::command::setup:
      return cli::run_setup(options, out);
    case cli::command::hook:
      return cli::run_hook(options, out);
    case cli::command::history:
      return cli::run_history(options, out);
    case cli::command::describe_tools:
      return describe_tools(out);
    case cli::command::describe_config:
      return describe_config(out);
  }
  return EXIT_FAILURE;
}

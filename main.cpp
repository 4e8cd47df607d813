// covey: an MCP server over stdio that runs a project's tests and answers what they cover.
#include "shims/rust/exec.hpp"
#include "shims/rust/rustc.hpp"
#include "shims/rust/test.hpp"
#include "shims/go/exec.hpp"
#include "process/guard.hpp"
#include "shims/rust/llvm_coverage.hpp"
#include "actors/system.hpp"
#include "actors/tools/catalogue.hpp"
#include "cli/call.hpp"
#include "cli/doctor.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"
#include "cli/streams.hpp"
#include <cstdlib>
#include <malloc.h>
#include <string_view>
#include <unistd.h>

namespace {

// One heap for all threads. Else each has its own, and such a one grows page by page, with a system call for
// every page of a large report.
void share_the_heap() {
  ::mallopt(M_ARENA_MAX, 1);
}

int describe_tools(int out) {
  const auto text = covey::protocol::describe_markdown(covey::actors::tool_descriptions());
  return ::write(out, text.data(), text.size()) < 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace covey;
  // The hidden commands that a run's processes are started through. They come first: no thread, no library
  // state.
  const std::string_view hidden = argc > 1 ? argv[1] : "";
  if (hidden == "__guard") return process::guard(argc - 2, argv + 2);
  if (hidden == "__go-exec") return process::go_exec(argc - 2, argv + 2);
  if (hidden == "__cargo-test") return process::cargo_test(argc - 2, argv + 2);
  if (hidden == "__cargo-exec") return process::cargo_exec(argc - 2, argv + 2);
  if (!hidden.empty() && process::is_rustc_call()) return process::cargo_rustc(argc - 1, argv + 1);
  if (hidden == "__llvm-coverage") return process::llvm_coverage(argc - 2, argv + 2);

  share_the_heap();
  const int out = cli::take_stdout();
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
    case cli::command::doctor:
      return cli::run_doctor(options, out);
    case cli::command::describe_tools:
      return describe_tools(out);
  }
  return EXIT_FAILURE;
}

#include "protocol/identity.hpp"

namespace covey::protocol {

// Some clients show their model only the first 249 characters: these say when to call, what that gives, and the
// words to search for. Few show more than 2,048.
server_info identity(const std::vector<std::string_view>& instead_of) {
  std::string commands;
  for (const auto command : instead_of) commands.append(commands.empty() ? "" : ", ").append(command);
  return {
      "covey", COVEY_VERSION,
      "Call run_tests instead of " + commands +
          " in the shell: failures by cause with place, source line, difference; no red reads green. Also: "
          "rerun what failed, tests that cover a line, coverage, list tests. After an edit: run_tests with output "
          "\"summary\" if all take seconds; else run_failing_tests, or run_testfiles for a part, and run_tests at the end. last_test_failures pages through failures. A long run is answered with its id: "
          "run_status follows it, cancel_run stops it. tests_covering: which tests ran a file or a line. "
          "get_file_coverage and get_overall_coverage: what ran, by the latest run or a report; "
          "start_coverage_snapshot before an edit and end_coverage_snapshot after it: what changed. "
          "list_testfiles and list_testblocks find tests without running them; run_testblocks runs just what "
          "a query picks. Questions are answered at once, also while a run goes on."};
}

}  // namespace covey::protocol

#include "cli/setup/agents.hpp"
#include "parsers/languages/catalogue.hpp"

namespace covey::cli {

std::string words_for_agents() {
  std::string commands;
  for (const auto* language : parsers::all_languages())
    for (const auto command : language->shell_commands)
      commands.append(commands.empty() ? "" : ", ").append(command);
  return "## Tests\n\n"
         "Tests are run by the tools of the MCP server `covey`, not in the shell (" +
         commands +
         "):\n\n"
         "- after an edit: `run_tests`; it answers with the failures by their cause, with places, source lines and values\n"
         "- while mending: `run_failing_tests`, which says what was fixed and what is still red\n"
         "- a part: `run_testfiles` by file, `run_testblocks` by name; `list_testblocks` shows the names\n"
         "- which tests ran a line: `tests_covering`; of the latest run again: `last_test_failures`, `run_status`\n"
         "- a run that is answered `still running` goes on: `run_status` with its id waits for it\n\n"
         "A run has passed if its first line says so; the shell is for what covey refuses, with its reason.\n";
}

}  // namespace covey::cli

// A line that an agent is about to give to its shell, as far as tests may be run by it.
// Design: docs/design/20-hook.md
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace covey::cli {

struct typed_command {
  // Without what only leads to it: `timeout 60`, `CI=1`. None: the shell has to run it (its output goes to a file, it
  // gets variables that may change what tests do, only a shell can expand it).
  std::vector<std::string> words;
  std::string folder;  // where it runs, relative to where the line does: after `cd sub`; or absolute
  std::string text;    // as it was typed
  std::string beside;  // what was sourced to activate an interpreter, as `folder` is; empty: nothing
  std::string limit;   // `timeout 60`: "60"
  std::string before;  // the separator before it: "", "&&", ";"
};

// In order; those within `sh -c` too. None of a line that is more than a list of commands: a loop, a condition, a
// here-document, a command in the background, one that changes the shell for the others, one that runs where another fails.
std::vector<typed_command> commands_in(std::string_view line);

}  // namespace covey::cli

// A shell line, read without a shell.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers {

// One pipeline: `A=1 jest "a b" *.js 2>&1 | tee log`.
struct shell_command {
  std::vector<std::string> words;               // of its first command, without redirections
  std::map<std::string, std::string> active;    // the words that only a shell can expand: as written
  std::vector<std::vector<std::string>> piped;  // the words of the commands that read its output
  std::string text;                             // all of it, as written
  std::string before;                           // the separator before it: "", "&&", "||", ";"
  bool background = false;                      // "&" follows
  bool makes_file = false;                      // "> file" is a part of it
  std::size_t depth = 0;                        // how many "(" enclose it
};

// The pipelines of a line, in order. Quotes and backslashes are resolved; what only a shell can expand (*.js,
// $HOME) stays as written.
std::vector<shell_command> shell_commands(std::string_view line);

// Whether it begins with a word of the shell's own language: if, for, {, !, …
bool is_compound(const shell_command& command);

// Quotes a word so that a shell reads it unchanged.
std::string shell_quoted(std::string_view word);

}  // namespace covey::parsers

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
  std::map<std::string, std::string> active;    // the words that only a shell knows (*.js, $HOME): as written
  std::vector<std::vector<std::string>> piped;  // the words of the commands that read its output
  std::string text;                             // all of it, as written
  std::string before;                           // what joins it to the one before: "", "&&", "||", ";"
  bool background = false;                      // "&" follows
  bool makes_file = false;                      // "> file" is a part of it
  std::size_t depth = 0;                        // how many "(" it stands in
};

// The pipelines of a line, in their order. Quotes and backslashes are read; what only a shell can do stays in
// the words as it is written.
std::vector<shell_command> shell_commands(std::string_view line);

// Whether it begins with a word of the shell's own language: if, for, {, !, …
bool is_compound(const shell_command& command);

// The word as a shell reads it back.
std::string shell_quoted(std::string_view word);

}  // namespace covey::parsers

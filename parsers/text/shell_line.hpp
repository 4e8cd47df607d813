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
  bool reads_file = false;                      // "< file" is a part of it
  bool is_odd = false;                          // there is a function, a here-document or a fault of syntax
  bool in_braces = false;                       // "{" encloses it
  std::size_t depth = 0;                        // how many "(" and "{" enclose it
  std::size_t from = 0;                         // where its text stands in the line
  std::size_t to = 0;
  std::vector<std::size_t> opens;   // where the "(" and "{" before it stand
  std::vector<std::size_t> closes;  // where those end that end with it, the innermost first
  bool group_is_piped = false;      // the outermost of them: its output goes elsewhere
  bool group_is_beside = false;     // likewise: "&" follows
};

// The pipelines of a line, in order. Quotes and backslashes are resolved; what only a shell can expand (*.js,
// $HOME) stays as written. What would run nothing because of its syntax (`a && && b`, `(a`) is odd.
std::vector<shell_command> shell_commands(std::string_view line);

// Whether it belongs to what the shell's own language begins: if, for, {, !, …
bool is_compound(const shell_command& command);

// The same without what only groups and turns commands: "{" and "!".
bool is_block(const shell_command& command);

// "NAME=value" at the front of a command.
bool is_assignment(std::string_view word);

// Quotes a word so that a shell reads it unchanged.
std::string shell_quoted(std::string_view word);

}  // namespace covey::parsers

// How a script ends, by how its commands end: what a shell makes of `&&`, `||`, `;`, `!`, groups, `exit` and `set -e`.
#pragma once

#include "parsers/text/shell_line.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace covey::parsers::languages::node {

struct parsed_command;

// Of a part of a script.
struct script_status {
  enum class kind_type : std::uint8_t {
    list,      // of `items`
    command,   // ends as the parsed command of its `number` does
    constant,  // ends with `value`: `true`, `false`, `cd sub`
    exit,      // ends its shell with `value`; below 0: as what was before it
    errexit    // `set -e`, `set +e`: `value` is 1 or 0
  };
  kind_type kind = kind_type::list;
  std::string before = {};  // the separator before it: "", "&&", "||", ";"
  bool negated = false;     // "!" stands before it
  bool subshell = false;    // of a list: in parentheses
  bool own_shell = false;   // of a list: another shell runs it, as of `sh -c` and of `npm run`
  bool ends_shell = false;  // of a command: where it fails, its shell ends: `build || exit 1`
  int value = 0;
  int number = 0;         // of a command, and of what changes the shell for those behind it
  std::string text = {};  // of a command, as it is written
  std::vector<script_status> items = {};
};

// Whether the part, or one in its own shell below it, is of that kind.
bool has_kind(const script_status& part, script_status::kind_type kind);

// How a command ends that only its shell can run: `exit 3`, `false`, `set -e`; nothing: it is none of those.
std::optional<script_status> status_of_builtin(const shell_command& read);

// Whether only its shell can run it, and covey does not: `trap`, `wait`, `A=1`.
bool is_shells_own(const shell_command& read);

// Whether another shell may not make of it what its own does: `exec jest`, `test $? -eq 0`.
bool depends_on_shell(const shell_command& read);

// Decides which of a script's steps may fail where the script passes. Returns why it may fail where all of its commands
// pass, as what stands behind a colon; empty: it does not.
std::string settle(const script_status& whole, std::vector<parsed_command>& commands);

}  // namespace covey::parsers::languages::node

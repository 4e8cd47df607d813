// What a part of a script comes to, and how such parts are put together.
#pragma once

#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/text/shell_line.hpp"
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

// How a script ends, by how its commands end: what a shell makes of `&&`, `||`, `;`, `!`, groups, `exit` and `set -e`.
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

using part_list = std::vector<parsed_command>;
using part_kinds = std::initializer_list<command_kind>;

struct reading {
  part_list parts;
  script_status status;
  std::string unread;  // what of it means something that covey does not read
};

parsed_command part_of(command_kind kind, script_command script, std::string why = {});

// Why a bound ends the reading.
std::string at_most(std::string_view what, std::size_t count, std::string_view of);

bool has(const part_list& parts, part_kinds kinds);
bool all_are(const part_list& parts, part_kinds kinds);

// It is run: a step, or tests of a runner that covey does not read.
bool is_step(const parsed_command& part);

void leave_out(parsed_command& part, std::string_view why);

// Of commands that run beside what follows, leaves out the last, which is what does so for long, or all that are no tests'.
void leave_beside(part_list& parts);
inline constexpr std::size_t max_call =
    200;  // bytes of a command that `leave_out` can name for what it leads to
inline constexpr std::string_view beside = "it runs beside the tests: start it yourself";

void append(reading& to, reading from, std::string_view separator);

// Appends what is behind a separator, `text` as it is written. B of `A || B` becomes a part of the step A, or is left out.
void join(reading& to, reading one, const std::string& before, std::string_view text);

// A command without tests becomes one step, as written: the package manager runs what it calls. Nothing: it contains
// something that must not run, so its parts stay separate.
std::optional<parsed_command> collapsed(const part_list& parts, script_command as_written);

// `cd sub`, `export A=1`, `. ./env.sh`: they change what follows; false: it is another command.
bool changes_shell(const shell_command& read, script_command& caller);

}  // namespace covey::parsers::languages::node

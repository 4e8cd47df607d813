// What a part of a script comes to, and how such parts are put together.
#pragma once

#include "parsers/languages/node/script/exit_status.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace covey::parsers::languages::node {

using part_list = std::vector<parsed_command>;
using part_kinds = std::initializer_list<parsed_command::kind_type>;

struct reading {
  part_list parts;
  script_status status;
  std::string unread;  // what of it means something that covey does not read
};

parsed_command part_of(parsed_command::kind_type kind, script_command script, std::string why = {});

// Sets the arguments of the command if it is a runner's; null: it is not.
const test_program* runner_named_by(script_command& command);

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

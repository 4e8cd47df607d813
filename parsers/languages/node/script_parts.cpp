#include "parsers/languages/node/script_parts.hpp"
#include "parsers/languages/node/steps.hpp"
#include "parsers/languages/node/unwrap.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace covey::parsers {
namespace {

using kind_type = script_part::kind_type;
using part_list = std::vector<script_part>;

bool has_tests(const part_list& parts) {
  return std::any_of(parts.begin(), parts.end(), [](const auto& part) {
    return part.kind == kind_type::tests || part.kind == kind_type::packages;
  });
}

bool all_are(const part_list& parts, kind_type kind) {
  return !parts.empty() &&
         std::all_of(parts.begin(), parts.end(), [&](const auto& p) { return p.kind == kind; });
}

void append(part_list& to, part_list from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

const node_runner* runner_named_by(node_script& command) {
  for (const auto* runner : node_runners())
    for (const auto name : runner->commands)
      if (names_runner(command, name)) return runner;
  return nullptr;
}

class script_reader {
 public:
  explicit script_reader(const node_project& project) : project_(project) {}

  part_list script(const std::string& name, const node_script& caller, const std::vector<std::string>& more) {
    part_list out;
    open_.push_back(name);
    if (project_.runs_pre_and_post) append(out, line(script_of(project_, "pre" + name), caller, {}));
    append(out, line(script_of(project_, name), caller, more));
    if (project_.runs_pre_and_post) append(out, line(script_of(project_, "post" + name), caller, {}));
    open_.pop_back();
    return out;
  }

  part_list line(std::string_view text, const node_script& caller, const std::vector<std::string>& more);

 private:
  part_list command(const shell_command& read, const node_script& caller,
                    const std::vector<std::string>& more);
  part_list resolved(node_script command);
  part_list called(const script_call& call, const node_script& command);
  bool is_open(const std::string& name) const {
    return std::find(open_.begin(), open_.end(), name) != open_.end();
  }

  const node_project& project_;
  std::vector<std::string> open_;  // the scripts that are being read: one that calls itself ends
};

script_part part_of(kind_type kind, node_script script, std::string why = {}) {
  script_part out;
  out.kind = kind;
  out.script = std::move(script);
  out.why = std::move(why);
  return out;
}

// `cd sub`, `export A=1`, `. ./env.sh`: they change what follows; false: it is another command.
bool changes_shell(const shell_command& read, node_script& caller) {
  const auto& words = read.words;
  if (words.front() == "cd" && words.size() == 2 && read.active.empty() && !words[1].starts_with('/')) {
    caller.folder = normal_path(caller.folder.empty() ? words[1] : caller.folder + "/" + words[1]);
    return true;
  }
  if (words.front() == "." || words.front() == "source") {
    caller.wrapper.insert(caller.wrapper.end(), {"sh", "-c", read.text + " && exec \"$@\"", "sh"});
    return true;
  }
  if (words.front() != "export") return false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto equals = words[i].find('=');
    if (equals == std::string::npos) continue;
    const auto name = words[i].substr(0, equals);
    if (const auto active = read.active.find(words[i]); active != read.active.end())
      caller.active_variables[name] = active->second.substr(equals + 1);
    caller.environment.emplace_back(name, words[i].substr(equals + 1));
  }
  return true;
}

// What `A || B` makes of A's parts: B is what happens when A fails.
void join_alternative(part_list& parts, part_list other, const shell_command& read) {
  if (has_tests(other)) {
    if (!parts.empty()) parts.back().optional = true;
    return append(parts, std::move(other));
  }
  if (parts.empty()) return;
  auto& before = parts.back();
  if (before.kind == kind_type::step || before.kind == kind_type::unread)
    before.script.text += " || " + read.text;
  else if (before.kind != kind_type::check && !other.empty())
    parts.push_back(part_of(kind_type::left_out, other.front().script, "it runs only where the tests fail"));
}

part_list script_reader::line(std::string_view text, const node_script& caller,
                              const std::vector<std::string>& more) {
  part_list out;
  const auto commands = shell_commands(text);
  const auto compound = std::find_if(commands.begin(), commands.end(), is_compound);
  if (compound != commands.end()) {
    auto whole = caller;
    whole.text = text;
    out.push_back(part_of(kind_type::step, std::move(whole)));
    return out;
  }
  std::vector<node_script> shells{caller};  // a "(" begins one of its own
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const auto& read = commands[i];
    while (shells.size() <= read.depth) shells.push_back(shells.back());
    shells.resize(read.depth + 1);
    if (read.before == ";" && !out.empty()) out.back().optional = true;
    if (changes_shell(read, shells.back())) continue;
    const bool last = i + 1 == commands.size();
    auto parts = command(read, shells.back(), last ? more : std::vector<std::string>{});
    if (read.before == "||")
      join_alternative(out, std::move(parts), read);
    else
      append(out, std::move(parts));
  }
  return out;
}

part_list script_reader::command(const shell_command& read, const node_script& caller,
                                 const std::vector<std::string>& more) {
  auto one = caller;
  one.words = read.words;
  one.words.insert(one.words.end(), more.begin(), more.end());
  one.active = read.active;
  one.text = read.text;
  for (const auto& word : more) one.text += " " + shell_quoted(word);
  const auto text = one.text;
  auto as_written = caller;
  as_written.text = one.text;
  if (read.background)
    return {
        part_of(kind_type::left_out, std::move(as_written), "it runs beside the tests: start it yourself")};
  auto parts = resolved(std::move(one));
  if (has_tests(parts) || parts.empty()) return parts;
  // Without tests in it, it is one step, as it is written: the package manager runs what it calls.
  if (all_are(parts, kind_type::check)) return {part_of(kind_type::check, std::move(as_written))};
  const auto unread = std::find_if(parts.begin(), parts.end(),
                                   [](const auto& part) { return part.kind == kind_type::unread; });
  if (unread != parts.end()) return {part_of(kind_type::unread, std::move(as_written), unread->why)};
  return {part_of(kind_type::step, std::move(as_written))};
}

// `yarn jest`, `pnpm run jest`: a program, where there is no such script.
bool unwrap_manager(node_script& command) {
  auto& words = command.words;
  const bool runs = words.size() > 2 && words[1] == "run";
  const bool known = words.front() == "yarn" || words.front() == "pnpm" || (words.front() == "bun" && runs);
  if (!known || words.size() < 2 || words[1].starts_with('-')) return false;
  words.erase(words.begin(), words.begin() + (runs ? 2 : 1));
  return true;
}

part_list script_reader::resolved(node_script command) {
  while (unwrap(command)) continue;
  if (command.words.empty() || is_nothing(command)) return {};
  if (const auto within = line_within(command); !within.empty()) return line(within, command, {});
  if (command.folder.empty())
    if (const auto call = called_scripts(project_, command.words)) return called(*call, command);
  if (auto packages = called_packages(command.words, command.folder)) {
    auto out = part_of(kind_type::packages, std::move(command));
    out.packages = std::move(*packages);
    return {std::move(out)};
  }
  if (unwrap_manager(command)) return resolved(std::move(command));
  unwrap_node(command);
  if (is_check(command)) return {part_of(kind_type::check, std::move(command))};
  if (const auto name = unread_runner(command); !name.empty())
    return {part_of(kind_type::unread, std::move(command), std::string{name})};
  auto out = part_of(kind_type::step, std::move(command));
  out.runner = runner_named_by(out.script);
  if (out.runner != nullptr) out.kind = kind_type::tests;
  return {std::move(out)};
}

part_list script_reader::called(const script_call& call, const node_script& command) {
  part_list out;
  for (const auto& name : call.names) {
    if (is_open(name))
      out.push_back(part_of(kind_type::left_out, command, "scripts." + name + " calls itself"));
    else
      append(out, script(name, command, name == call.names.back() ? call.more : std::vector<std::string>{}));
  }
  for (const auto& text : call.lines) append(out, line(text, command, {}));
  if (!call.parallel || !has_tests(out)) return out;
  for (auto& part : out)
    if (part.kind == kind_type::step)
      part = part_of(kind_type::left_out, part.script, "it runs beside the tests: start it yourself");
  return out;
}

}  // namespace

std::vector<script_part> read_script(const node_project& project, std::string_view name) {
  return script_reader{project}.script(std::string{name}, {}, {});
}

std::vector<script_part> read_script_line(const node_project& project, std::string_view line) {
  return script_reader{project}.line(line, {}, {});
}

}  // namespace covey::parsers

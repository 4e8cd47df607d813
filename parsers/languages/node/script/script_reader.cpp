#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/script/steps.hpp"
#include "parsers/languages/node/script/strip_wrappers.hpp"
#include "parsers/languages/node/script/writes.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using kind_type = parsed_command::kind_type;
using part_list = std::vector<parsed_command>;

bool has(const part_list& parts, std::initializer_list<kind_type> kinds) {
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return std::find(kinds.begin(), kinds.end(), part.kind) != kinds.end();
  });
}

bool all_are(const part_list& parts, std::initializer_list<kind_type> kinds) {
  return !parts.empty() && std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
    return std::find(kinds.begin(), kinds.end(), part.kind) != kinds.end();
  });
}

void append(part_list& to, part_list from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

const test_program* runner_named_by(script_command& command) {
  for (const auto& runner : read_programs())
    for (const auto name : runner.commands)
      if (names_runner(command, name)) return &runner;
  return nullptr;
}

parsed_command part_of(kind_type kind, script_command script, std::string why = {}) {
  parsed_command out;
  out.kind = kind;
  out.script = std::move(script);
  out.why = std::move(why);
  return out;
}

class script_reader {
 public:
  explicit script_reader(const package_facts& project) : project_(project) {}

  part_list script(const std::string& name, const script_command& caller,
                   const std::vector<std::string>& more) {
    part_list out;
    open_.push_back(name);
    if (project_.runs_pre_and_post) append(out, line(script_of(project_, "pre" + name), caller, {}));
    append(out, line(script_of(project_, name), caller, more));
    if (project_.runs_pre_and_post) append(out, line(script_of(project_, "post" + name), caller, {}));
    open_.pop_back();
    return out;
  }

  part_list line(std::string_view text, const script_command& caller, const std::vector<std::string>& more);

  // All parts, or a single part that names the exceeded bound.
  part_list bounded(part_list parts, std::string text) const {
    if (beyond_.empty()) return parts;
    script_command whole;
    whole.text = std::move(text);
    return {part_of(kind_type::left_out, std::move(whole), beyond_)};
  }

  std::vector<std::string> take_files() { return std::move(files_); }

 private:
  part_list commands_of(const std::vector<shell_command>& commands, const script_command& caller,
                        const std::vector<std::string>& more);
  part_list command(const shell_command& read, const script_command& caller,
                    const std::vector<std::string>& more);
  part_list collapsed(part_list parts, script_command as_written) const;
  part_list resolved(script_command command);
  part_list program(script_command command);
  part_list called(const script_call& call, const script_command& command);
  part_list compound(std::string_view text, const std::vector<shell_command>& commands,
                     const script_command& caller);
  bool pipes_into_writer(const shell_command& read);
  bool strip(script_command& command);
  bool costs(const script_command& command);
  bool is_open(const std::string& name) const {
    return std::find(open_.begin(), open_.end(), name) != open_.end();
  }
  bool stop(std::string why) {
    if (beyond_.empty()) beyond_ = std::move(why);
    return true;
  }

  const package_facts& project_;
  std::vector<std::string> open_;   // the scripts being read; stops one that calls itself
  std::vector<std::string> files_;  // see files_that_node_runs
  std::size_t commands_ = 0;
  std::size_t bytes_ = 0;
  std::size_t depth_ = 0;
  std::string beyond_;  // the bound that was reached; empty: none
};

std::string at_most(std::string_view what, std::size_t count, std::string_view of) {
  return std::string{what} + " more than " + std::to_string(count) + " " + std::string{of} +
         ", which is as many as covey reads";
}

// `cd sub`, `export A=1`, `. ./env.sh`: they change what follows; false: it is another command.
bool changes_shell(const shell_command& read, script_command& caller) {
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

// Merges the parts of B into those of A, for `A || B`: B runs if A fails.
void join_alternative(part_list& parts, part_list other, const shell_command& read) {
  if (has_tests(other) || has(other, {kind_type::writes})) {
    if (!parts.empty()) parts.back().optional = true;
    return append(parts, std::move(other));
  }
  if (parts.empty()) return;
  auto& before = parts.back();
  if (before.kind == kind_type::step || before.kind == kind_type::unread)
    before.script.text += " || " + read.text;
  else if (before.kind != kind_type::check && before.kind != kind_type::writes && !other.empty())
    parts.push_back(part_of(kind_type::left_out, other.front().script, "it runs only where the tests fail"));
}

// Counts what is copied for each command, because many commands may follow a long line of variables.
bool script_reader::costs(const script_command& command) {
  if (++commands_ > limits::commands) return stop(at_most("it comes to", limits::commands, "commands"));
  if (command.environment.size() + command.wrapper.size() > limits::layers)
    return stop(at_most("a command has", limits::layers, "variables and wrappers before it"));
  bytes_ += command.text.size();
  for (const auto& [name, value] : command.environment) bytes_ += name.size() + value.size();
  for (const auto& word : command.wrapper) bytes_ += word.size();
  return bytes_ > limits::script_bytes && stop(at_most("it comes to", limits::script_bytes, "bytes"));
}

part_list script_reader::line(std::string_view text, const script_command& caller,
                              const std::vector<std::string>& more) {
  if (text.empty() || !beyond_.empty()) return {};
  bytes_ += text.size();
  if (text.size() > limits::script_line) stop(at_most("a line of it has", limits::script_line, "bytes"));
  if (depth_ >= limits::depth) stop(at_most("it has", limits::depth, "levels of scripts that call scripts"));
  if (bytes_ > limits::script_bytes) stop(at_most("it comes to", limits::script_bytes, "bytes"));
  if (!beyond_.empty()) return {};
  ++depth_;
  const auto commands = shell_commands(text);
  const bool is_one = std::any_of(commands.begin(), commands.end(), is_compound);
  auto out = is_one ? compound(text, commands, caller) : commands_of(commands, caller, more);
  --depth_;
  return out;
}

part_list script_reader::commands_of(const std::vector<shell_command>& commands, const script_command& caller,
                                     const std::vector<std::string>& more) {
  part_list out;
  std::vector<script_command> shells{caller};  // each "(" starts a shell of its own
  for (std::size_t i = 0; i < commands.size() && beyond_.empty(); ++i) {
    const auto& read = commands[i];
    if (read.depth > limits::depth) stop(at_most("it has", limits::depth, "levels of parentheses"));
    if (!beyond_.empty() || costs(shells.back())) break;
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

// `if …; then …; fi` is one step, which is not run if anything in it writes.
part_list script_reader::compound(std::string_view text, const std::vector<shell_command>& commands,
                                  const script_command& caller) {
  auto whole = caller;
  whole.text = text;
  bool writes = false;
  for (auto read : commands) {
    while (!read.words.empty() && is_compound(read)) read.words.erase(read.words.begin());
    if (read.words.empty() || !beyond_.empty() || costs(caller)) continue;
    writes = has(command(read, caller, {}), {kind_type::writes}) || writes;
  }
  return {part_of(writes ? kind_type::writes : kind_type::step, std::move(whole))};
}

// `git ls-files | xargs prettier --write`
bool script_reader::pipes_into_writer(const shell_command& read) {
  return std::any_of(read.piped.begin(), read.piped.end(), [&](const auto& words) {
    script_command one;
    one.words = words;
    while (strip(one)) continue;
    if (!one.words.empty() && one.words.front() == "xargs") {
      auto behind = one.words.begin() + 1;
      while (behind != one.words.end() &&
             (behind->starts_with('-') || behind->find_first_not_of("0123456789{}") == std::string::npos))
        ++behind;
      one.words.erase(one.words.begin(), behind);
      while (strip(one)) continue;
    }
    return writes_project(one);
  });
}

part_list script_reader::command(const shell_command& read, const script_command& caller,
                                 const std::vector<std::string>& more) {
  auto one = caller;
  one.words = read.words;
  one.words.insert(one.words.end(), more.begin(), more.end());
  one.active = read.active;
  one.text = read.text;
  one.makes_file = read.makes_file;
  for (const auto& word : more) one.text += " " + shell_quoted(word);
  auto as_written = caller;
  as_written.text = one.text;
  if (read.background)
    return {
        part_of(kind_type::left_out, std::move(as_written), "it runs beside the tests: start it yourself")};
  auto parts = resolved(std::move(one));
  if (!has_tests(parts) && pipes_into_writer(read))
    return {part_of(kind_type::writes, std::move(as_written))};
  return collapsed(std::move(parts), std::move(as_written));
}

// A command without tests becomes one step, as written: the package manager runs what it calls. If it
// contains something that must not run, its parts stay separate.
part_list script_reader::collapsed(part_list parts, script_command as_written) const {
  if (has_tests(parts) || parts.empty()) return parts;
  if (all_are(parts, {kind_type::check})) return {part_of(kind_type::check, std::move(as_written))};
  if (all_are(parts, {kind_type::check, kind_type::writes}))
    return {part_of(kind_type::writes, std::move(as_written))};
  if (has(parts, {kind_type::check, kind_type::writes, kind_type::left_out})) return parts;
  const auto unread = std::find_if(parts.begin(), parts.end(),
                                   [](const auto& part) { return part.kind == kind_type::unread; });
  if (unread != parts.end()) {
    auto out = part_of(kind_type::unread, std::move(as_written));
    out.unread = unread->unread;
    return {std::move(out)};
  }
  if (parts.size() == 1) as_written.words = std::move(parts.front().script.words);
  return {part_of(kind_type::step, std::move(as_written))};
}

// `yarn jest`, `pnpm run jest`: run a program, if no script has that name.
bool unwrap_manager(script_command& command) {
  auto& words = command.words;
  const bool runs = words.size() > 2 && words[1] == "run";
  const bool known = words.front() == "yarn" || words.front() == "pnpm" || (words.front() == "bun" && runs);
  if (!known || words.size() < 2 || words[1].starts_with('-')) return false;
  words.erase(words.begin(), words.begin() + (runs ? 2 : 1));
  return true;
}

// Strips one layer of what only leads to the command; also false if there are too many.
bool script_reader::strip(script_command& command) {
  const auto layers = command.environment.size() + command.wrapper.size() + command.layers++;
  if (layers > limits::layers &&
      stop(at_most("a command has", limits::layers, "variables and wrappers before it")))
    return false;
  return unwrap(command);
}

part_list script_reader::resolved(script_command command) {
  std::size_t managers = 0;
  do {
    if (++managers > limits::managers)
      stop(at_most("a command has", limits::managers, "package managers before it"));
    while (beyond_.empty() && strip(command)) continue;
    if (!beyond_.empty()) return {};
    if (command.words.empty() || (is_nothing(command) && !command.makes_file)) return {};
    if (const auto within = line_within(command); !within.empty()) return line(within, command, {});
    if (command.folder.empty())
      if (const auto call = called_scripts(project_, command.words)) return called(*call, command);
    if (auto packages = called_packages(command.words, command.folder)) {
      auto out = part_of(kind_type::packages, std::move(command));
      out.packages = std::move(*packages);
      return {std::move(out)};
    }
    // `yarn install` does not run a program of that name.
  } while (!writes_project(command) && unwrap_manager(command));
  return program(std::move(command));
}

part_list script_reader::program(script_command command) {
  strip_node_wrappers(command);
  const bool checks = is_check(command);
  auto out = part_of(kind_type::step, std::move(command));
  auto& script = out.script;
  if (!checks) out.runner = runner_named_by(script);
  const auto file = file_argument_of(script);
  if (file)
    files_.push_back(script.folder.empty() ? normal_path(script.words[*file])
                                           : normal_path(script.folder + "/" + script.words[*file]));
  const auto known = file ? project_.node_files.find(files_.back()) : project_.node_files.end();
  const auto library = known == project_.node_files.end() ? std::string{} : known->second.library;
  if (out.runner == nullptr && library == "node:test") {
    out.runner = &program_named("node:test");
    const auto at = script.words.begin() + static_cast<std::ptrdiff_t>(*file);
    script.arguments.assign(script.words.begin() + 1, at + 1);
    script.arguments.back() += known->second.suffix;
    script.file_words.assign(at + 1, script.words.end());
  }
  if (out.runner != nullptr) {
    out.kind = kind_type::tests;
  } else if (!library.empty()) {
    out.kind = kind_type::unread;
    out.unread = library;
  } else if (writes_project(script)) {
    out.kind = kind_type::writes;
  } else if (checks) {
    out.kind = kind_type::check;
  } else if (const auto name = unread_runner(script); !name.empty()) {
    out.kind = kind_type::unread;
    out.unread = name;
  }
  return {std::move(out)};
}

part_list script_reader::called(const script_call& call, const script_command& command) {
  if (call.names.size() > limits::commands || call.too_many)
    stop(at_most("a command of it calls", limits::commands, "scripts"));
  part_list out;
  for (const auto& name : call.names) {
    if (!beyond_.empty()) return {};
    if (is_open(name)) {
      out.push_back(part_of(kind_type::left_out, command, "scripts." + name + " calls itself"));
      continue;
    }
    auto parts = script(name, command, name == call.names.back() ? call.more : std::vector<std::string>{});
    if (says_that_it_publishes(name))
      for (auto& part : parts)
        if (part.kind == kind_type::step) part.kind = kind_type::writes;
    append(out, std::move(parts));
  }
  for (const auto& text : call.lines) append(out, line(text, command, {}));
  if (!call.parallel || !has_tests(out)) return out;
  for (auto& part : out)
    if (part.kind == kind_type::step)
      part = part_of(kind_type::left_out, part.script, "it runs beside the tests: start it yourself");
  return out;
}

}  // namespace

bool has_tests(const std::vector<parsed_command>& commands) {
  return has(commands, {kind_type::tests, kind_type::packages});
}

std::vector<parsed_command> read_script(const package_facts& project, std::string_view name) {
  script_reader reader{project};
  auto parts = reader.script(std::string{name}, {}, {});
  return reader.bounded(std::move(parts), "npm run " + std::string{name});
}

std::vector<parsed_command> read_script_line(const package_facts& project, std::string_view line) {
  script_reader reader{project};
  auto parts = reader.line(line, {}, {});
  return reader.bounded(std::move(parts), std::string{line.substr(0, line.find('\n'))});
}

std::vector<std::string> files_that_node_runs(const package_facts& project, std::string_view name) {
  script_reader reader{project};
  reader.script(std::string{name}, {}, {});
  return reader.take_files();
}

}  // namespace covey::parsers::languages::node

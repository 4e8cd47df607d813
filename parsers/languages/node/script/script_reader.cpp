#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/package/limits.hpp"
#include "parsers/languages/node/package/package_facts.hpp"
#include "parsers/languages/node/script/reading.hpp"
#include "parsers/languages/node/script/script_command.hpp"
#include "parsers/text/path.hpp"
#include <boost/algorithm/string/split.hpp>
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

// "test:*" fits "test:a", "test:**" also "test:a:b".
bool fits(std::string_view pattern, std::string_view name) {
  const auto star = pattern.find('*');
  if (star == npos) return pattern == name;
  const bool deep = pattern.substr(star).starts_with("**");
  const auto end = pattern.substr(star + (deep ? 2 : 1));
  const auto start = pattern.substr(0, star);
  if (name.size() < start.size() + end.size() || !name.starts_with(start) || !name.ends_with(end))
    return false;
  name = name.substr(start.size(), name.size() - start.size() - end.size());
  return deep || name.find(':') == npos;
}

void add_scripts(const package_facts& project, std::string_view pattern, strings& out) {
  pattern = pattern.substr(0, pattern.find(' '));  // "lint -- --fix"
  if (out.size() > limits::commands) return;       // script_reader.cpp then leaves the script out
  for (const auto& [name, text] : project.scripts)
    if (fits(pattern, name)) out.push_back(name);
}

script_call read_run_all(const package_facts& project, const strings& words) {
  script_call out;
  out.parallel = words.front() == "run-p";
  out.too_many = words.size() > limits::patterns;
  const auto end = std::min(words.size(), limits::patterns);
  for (std::size_t i = 1; i < end && words[i] != "--"; ++i) {
    if (is_one_of(words[i], {"-p", "--parallel"})) out.parallel = true;
    if (!words[i].starts_with('-')) add_scripts(project, words[i], out.names);
  }
  return out;
}

script_call read_concurrently(const package_facts& project, const strings& words) {
  script_call out;
  out.parallel = true;
  out.too_many = words.size() > limits::patterns;
  for (std::size_t i = 1; i < std::min(words.size(), limits::patterns); ++i) {
    std::string_view word = words[i];
    if (is_one_of(word, {"-n", "--names", "-c", "--prefix-colors", "-p", "--prefix", "-s", "--success", "-m",
                         "--max-processes", "--restart-tries"}))
      ++i;
    if (word.starts_with('-')) continue;
    for (const std::string_view manager : {"npm:", "yarn:", "pnpm:", "bun:"})
      if (word.starts_with(manager)) add_scripts(project, word.substr(manager.size()), out.names);
    if (word.find(':') > word.find(' ')) out.lines.emplace_back(word);
  }
  return out;
}

// A command of a package manager, with the manager's own flags separated.
struct manager_call {
  strings operands;  // "run", "unit", …
  strings more;      // the words after the script's name
  strings filters;
  std::string folder;
  bool recursive = false;
};

// Whether the words end with a script's name, not with what leads to one: "run", "workspace NAME".
bool names_script(const strings& operands) {
  if (operands.empty()) return false;
  if (operands.size() > 1 && operands[operands.size() - 2] == "workspace") return false;
  return !is_one_of(operands.back(), {"run", "run-script", "workspaces", "workspace", "foreach"});
}

manager_call read_manager(const strings& words) {
  manager_call out;
  const bool npm = words.front() == "npm";
  bool named = false;  // the script is known; managers other than npm pass on all that follows
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::string_view word = words[i];
    if (word == "--") {
      out.more.insert(out.more.end(), words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    const auto equals = word.find('=');
    const auto flag = word.substr(0, equals);
    const auto value = [&]() -> std::string {
      if (equals != npos) return std::string{word.substr(equals + 1)};
      return i + 1 < words.size() ? words[++i] : std::string{};
    };
    if (named && !npm)
      out.more.emplace_back(word);
    else if (is_one_of(flag, {"--workspaces", "-ws", "--ws", "-r", "--recursive"}))
      out.recursive = true;
    else if (is_one_of(flag, {"--filter", "-F", "--workspace"}) || (npm && flag == "-w"))
      out.filters.push_back(value());
    else if (is_one_of(flag, {"--prefix", "-C", "--dir", "--cwd"}))
      out.folder = value();
    else if (word.starts_with('-'))
      continue;
    else if (named)
      out.more.emplace_back(word);
    else
      out.operands.emplace_back(word);
    named = names_script(out.operands);
  }
  return out;
}

bool is_manager(std::string_view word) {
  return is_one_of(word, {"npm", "pnpm", "yarn", "bun"});
}

// "run unit" -> "unit"; npm runs only some scripts without "run".
std::string script_named(const strings& operands, std::string_view manager) {
  if (operands.empty()) return {};
  const auto run = std::ranges::find_if(operands, [](const auto& word) {
    return is_one_of(word, {"run", "run-script"});
  });
  if (run != operands.end()) return run + 1 == operands.end() ? std::string{} : *(run + 1);
  if (is_one_of(operands.back(), {"t", "tst"})) return "test";
  const bool alone =
      manager == "npm" ? is_one_of(operands.back(), {"test", "start", "stop"}) : manager != "bun";
  return alone ? operands.back() : std::string{};
}

bool is_about_tests(std::string_view script) {
  for (const std::string_view part : {"test", "spec", "unit", "coverage", "jest", "mocha"})
    if (script.find(part) != npos) return true;
  return false;
}

void add_filter(package_call& call, std::string filter) {
  const bool plain = filter.find_first_of("*!{[^ ") == npos && filter.find("...") == npos;
  if (plain)
    call.only.push_back(std::move(filter));
  else
    call.unread = std::move(filter);
}

strings split_at_commas(std::string_view list) {
  strings out;
  boost::algorithm::split(out, list, [](char c) { return c == ','; });
  std::erase(out, "");
  return out;
}

void add_task(package_call& call, const std::string& task) {
  if (call.script.empty() && is_about_tests(task))
    call.script = task;
  else
    call.others.push_back(task);
}

// turbo, nx, lerna and their like: the task among the words that is about tests.
std::optional<package_call> read_task_runner(const strings& words) {
  package_call out;
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i) {
    std::string_view word = words[i];
    const auto equals = word.find('=');
    const auto flag = word.substr(0, equals);
    const auto value = equals != npos         ? std::string{word.substr(equals + 1)}
                       : i + 1 < words.size() ? words[i + 1]
                                              : std::string{};
    if (is_one_of(flag, {"--filter", "-F", "--scope", "--projects", "-p"})) {
      add_filter(out, value);
      i += equals == npos ? 1 : 0;
    } else if (is_one_of(flag, {"-t", "--target", "--targets"})) {
      for (const auto& task : split_at_commas(value)) add_task(out, task);
      i += equals == npos ? 1 : 0;
    } else if (!word.starts_with('-') && out.script.empty() && is_about_tests(word)) {
      out.script = word.substr(word.find(':') == npos || words.front() != "nx" ? 0 : word.find(':') + 1);
    } else if (!word.starts_with('-') && words.front() == "turbo" && word != "run") {
      if (!words[i - 1].starts_with('-')) out.others.emplace_back(word);
    }
  }
  if (out.script.empty()) return std::nullopt;
  out.task_runner = words.front();
  return out;
}

// How far a line has been read.
struct line_position {
  std::string_view line;
  const std::vector<shell_command>& all;
  std::size_t next = 0;
  std::size_t opened = 0;   // of the groups that begin with the next one
  std::size_t closing = 0;  // of the groups that end with the last one
  std::size_t end = 0;      // of what has been read
  bool is_beside = false;   // "&" follows it
};

class script_reader {
 public:
  explicit script_reader(const package_facts& project) : project_(project) {}

  reading script(const std::string& name, const script_command& caller, const strings& more) {
    reading out;
    open_.push_back(name);
    const bool all = project_.runs_pre_and_post;
    if (all) append(out, line(script_of(project_, "pre" + name), caller, {}), "&&");
    append(out, line(script_of(project_, name), caller, more), "&&");
    if (all) append(out, line(script_of(project_, "post" + name), caller, {}), "&&");
    open_.pop_back();
    return out;
  }

  reading line(std::string_view text, const script_command& caller, const strings& more);

  // All parts, or a single part that names the exceeded bound.
  parsed_script finish(reading whole, std::string text) const {
    if (beyond_.empty()) {
      auto doubt = settle(whole.status, whole.parts);
      if (!whole.unread.empty()) doubt = "covey does not read `" + whole.unread + "` in it";
      return {std::move(whole.parts), std::move(doubt)};
    }
    script_command as_written;
    as_written.text = std::move(text);
    return {{part_of(command_kind::left_out, std::move(as_written), beyond_)}, {}};
  }

  named_files take_files() { return std::move(files_); }

 private:
  reading as_leaf(parsed_command part);
  reading list(line_position& at, script_command& shell, const strings& more);
  reading chain(line_position& at, script_command& shell, const strings& more);
  reading group(line_position& at, script_command& shell, const strings& more);
  reading single(line_position& at, script_command& shell, const strings& more);
  reading command(const shell_command& read, const script_command& caller, const strings& more);
  reading resolved(script_command command);
  reading program(script_command command);
  reading called(const script_call& call, const script_command& command);
  reading compound(std::string_view text, const std::vector<shell_command>& commands,
                   const script_command& caller);
  reading within_shell(const std::string& line, const script_command& command);
  bool pipes_into_writer(const shell_command& read);
  bool strip(script_command& command);
  bool costs(const script_command& command);
  bool is_open(const std::string& name) const { return std::ranges::find(open_, name) != open_.end(); }
  bool stop(std::string why) {
    if (beyond_.empty()) beyond_ = std::move(why);
    return true;
  }

  const package_facts& project_;
  strings open_;  // the scripts being read; stops one that calls itself
  named_files files_;
  std::size_t commands_ = 0;
  std::size_t bytes_ = 0;
  std::size_t depth_ = 0;
  int numbers_ = 0;       // of parts
  std::string moved_by_;  // the `cd` in whose folder nothing has run yet
  std::string beyond_;    // the bound that was reached; empty: none
};

reading script_reader::as_leaf(parsed_command part) {
  reading out;
  part.number = ++numbers_;
  out.status.kind = script_status::kind_type::command;
  out.status.number = part.number;
  out.status.text = part.script.text;
  out.parts.push_back(std::move(part));
  return out;
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

reading script_reader::line(std::string_view text, const script_command& caller, const strings& more) {
  if (text.empty() || !beyond_.empty()) return {};
  bytes_ += text.size();
  if (text.size() > limits::script_line) stop(at_most("a line of it has", limits::script_line, "bytes"));
  if (depth_ >= limits::depth) stop(at_most("it has", limits::depth, "levels of scripts that call scripts"));
  if (bytes_ > limits::script_bytes) stop(at_most("it comes to", limits::script_bytes, "bytes"));
  if (!beyond_.empty()) return {};
  ++depth_;
  const auto commands = shell_commands(text);
  auto moved_by = std::exchange(moved_by_, {});
  reading out;
  if (commands.empty() || std::ranges::any_of(commands, is_block)) {
    out = compound(text, commands, caller);
  } else {
    auto shell = caller;
    line_position at{text, commands};
    out = list(at, shell, more);
    out.status.own_shell = true;
  }
  moved_by_ = std::move(moved_by);
  --depth_;
  return out;
}

// The commands up to the end of the line, or of the group that is open.
reading script_reader::list(line_position& at, script_command& shell, const strings& more) {
  reading out;
  while (at.next < at.all.size() && at.closing == 0 && beyond_.empty()) {
    auto inner = shell;
    auto moved_by = moved_by_;
    auto one = chain(at, inner, more);
    if (std::exchange(at.is_beside, false)) {
      leave_beside(one.parts);
      one.status = {.kind = script_status::kind_type::constant};
      moved_by_ = std::move(moved_by);
    } else {
      shell = std::move(inner);
    }
    append(out, std::move(one), ";");
  }
  if (out.unread.empty()) out.unread = moved_by_;  // whether the folder is there is not known
  return out;
}

// `a && b || c`
reading script_reader::chain(line_position& at, script_command& shell, const strings& more) {
  reading out;
  do {
    const auto& next = at.all[at.next];
    const bool opens = at.opened < next.opens.size();
    const auto from = opens ? next.opens[at.opened] : next.from;
    const auto moved_by = moved_by_;
    auto one = opens ? group(at, shell, more) : single(at, shell, more);
    if (next.before == "||" && moved_by_.empty()) moved_by_ = moved_by;  // what may not run proves no folder
    join(out, std::move(one), next.before, at.line.substr(from, at.end - from));
  } while (at.next < at.all.size() && at.closing == 0 && beyond_.empty() && at.all[at.next].before != ";");
  return out;
}

// In parentheses it is a shell of its own.
reading script_reader::group(line_position& at, script_command& shell, const strings& more) {
  const auto& first = at.all[at.next];
  if (first.depth > limits::depth) stop(at_most("it has", limits::depth, "levels of parentheses"));
  const bool braces = at.line[first.opens[at.opened++]] == '{';
  auto inner = shell;
  auto out = list(at, inner, more);
  if (!beyond_.empty()) return out;
  const auto& last = at.all[at.next - 1];
  at.end = last.closes[last.closes.size() - at.closing--];
  out.status.subshell = !braces;
  const bool changes =
      braces && (inner.folder != shell.folder || inner.environment.size() != shell.environment.size());
  if (braces) shell = inner;
  if (changes || last.group_is_piped) out.unread = at.line.substr(first.from, at.end - first.from);
  at.is_beside = last.group_is_beside;
  return out;
}

reading script_reader::single(line_position& at, script_command& shell, const strings& more) {
  auto read = at.all[at.next++];
  at.opened = 0;
  at.closing = read.closes.size();
  at.end = read.to;
  reading out;
  if (costs(shell)) return out;
  const bool negated = read.words.front() == "!";
  if (negated) read.words.erase(read.words.begin());
  const auto builtin = status_of_builtin(read);
  out.status.kind = script_status::kind_type::constant;
  if (builtin) {
    out.status = *builtin;
  } else if (!negated && changes_shell(read, shell)) {
    out.status.number = ++numbers_;
    if (depends_on_shell(read) || (read.words.front() == "cd" && !moved_by_.empty())) out.unread = read.text;
    if (read.words.front() == "cd") moved_by_ = read.text;
  } else if (is_shells_own(read) || read.words.front() == "cd") {
    out.unread = read.text;
  } else {
    out = command(read, shell, at.next == at.all.size() ? more : strings{});
    if (!out.parts.empty()) moved_by_.clear();
    if (depends_on_shell(read)) out.unread = read.text;
  }
  const bool is_written_so = out.parts.size() == 1 && !has_tests(out.parts);  // with its "!"
  out.status.negated = negated && !is_written_so;
  at.is_beside = read.background;
  return out;
}

// `if …; then …; fi` is one step, which is not run if anything in it writes.
reading script_reader::compound(std::string_view text, const std::vector<shell_command>& commands,
                                const script_command& caller) {
  auto whole = caller;
  whole.text = text;
  bool writes = false;
  for (auto read : commands) {
    read.is_odd = false;
    while (!read.words.empty() && (is_block(read) || read.words.front() == "!"))
      read.words.erase(read.words.begin());
    if (read.words.empty() || !beyond_.empty() || costs(caller)) continue;
    writes = has(command(read, caller, {}).parts, {command_kind::writes}) || writes;
  }
  return as_leaf(part_of(writes ? command_kind::writes : command_kind::step, std::move(whole)));
}

// `git ls-files | xargs prettier --write`
bool script_reader::pipes_into_writer(const shell_command& read) {
  return std::ranges::any_of(read.piped, [&](const auto& words) {
    script_command one;
    one.words = words;
    while (strip(one)) continue;
    if (!one.words.empty() && one.words.front() == "xargs") {
      auto behind = one.words.begin() + 1;
      while (behind != one.words.end() &&
             (behind->starts_with('-') || behind->find_first_not_of("0123456789{}") == npos))
        ++behind;
      one.words.erase(one.words.begin(), behind);
      while (strip(one)) continue;
    }
    return writes_project(one);
  });
}

reading script_reader::command(const shell_command& read, const script_command& caller, const strings& more) {
  auto one = caller;
  one.words = read.words;
  one.words.insert(one.words.end(), more.begin(), more.end());
  one.active = read.active;
  one.text = read.text;
  for (const auto& word : more) one.text += " " + shell_quoted(word);
  auto as_written = caller;
  as_written.text = one.text;
  auto out = resolved(std::move(one));
  const bool tests = has_tests(out.parts);
  if (!tests && pipes_into_writer(read)) return as_leaf(part_of(command_kind::writes, std::move(as_written)));
  const bool is_tied = !read.piped.empty() || read.makes_file || read.reads_file;
  if (auto whole = collapsed(out.parts, std::move(as_written))) out = as_leaf(std::move(*whole));
  if (tests && is_tied) out.unread = read.text;
  for (auto& part : out.parts)
    if (read.text.size() <= max_call) part.called_as.push_back(read.text);
  return out;
}

// Strips one layer of what only leads to the command; also false if there are too many.
bool script_reader::strip(script_command& command) {
  const auto layers = command.environment.size() + command.wrapper.size() + command.layers++;
  if (layers > limits::layers &&
      stop(at_most("a command has", limits::layers, "variables and wrappers before it")))
    return false;
  return unwrap(command);
}

reading script_reader::resolved(script_command command) {
  std::size_t managers = 0;
  do {
    if (++managers > limits::managers)
      stop(at_most("a command has", limits::managers, "package managers before it"));
    while (beyond_.empty() && strip(command)) continue;
    if (!beyond_.empty() || command.words.empty()) return {};
    if (const auto within = line_within(command); !within.empty()) return within_shell(within, command);
    if (command.folder.empty())
      if (const auto call = called_scripts(project_, command.words)) return called(*call, command);
    if (auto packages = called_packages(command.words, command.folder)) {
      auto out = part_of(command_kind::packages, std::move(command));
      out.packages = std::move(*packages);
      return as_leaf(std::move(out));
    }
    // `yarn install` does not run a program of that name.
  } while (!writes_project(command) && unwrap_manager(command));
  return program(std::move(command));
}

// The line of `sh -ec "a; b"`.
reading script_reader::within_shell(const std::string& text, const script_command& command) {
  auto out = line(text, command, {});
  auto& items = out.status.items;
  if (command.words[1] != "-ec" || items.empty()) return out;
  items.front().before = ";";
  items.insert(items.begin(), {.kind = script_status::kind_type::errexit, .value = 1});
  return out;
}

reading script_reader::program(script_command command) {
  strip_node_wrappers(command);
  for (auto& one : compiled_by(command).projects) files_.of_compilers.push_back(std::move(one));
  const bool checks = is_check(command, project_);
  const bool reports = is_report(command);
  auto out = part_of(command_kind::step, std::move(command));
  auto& script = out.script;
  if (!checks && !reports) out.runner = runner_named_by(script);
  const auto file = file_argument_of(script);
  if (file) files_.of_node.push_back(below_package(script, script.words[*file]));
  const auto known = file ? project_.node_files.find(files_.of_node.back()) : project_.node_files.end();
  const auto library = known == project_.node_files.end() ? std::string{} : known->second.library;
  if (out.runner == nullptr && library == "node:test") {
    out.runner = &program_named("node:test");
    const auto at = script.words.begin() + static_cast<std::ptrdiff_t>(*file);
    script.arguments.assign(script.words.begin() + 1, at + 1);
    script.arguments.back() += known->second.suffix;
    script.file_words.assign(at + 1, script.words.end());
  }
  if (out.runner != nullptr) {
    out.kind = command_kind::tests;
  } else if (!library.empty()) {
    out.kind = command_kind::unread;
    out.unread = library;
  } else if (writes_project(script)) {
    out.kind = command_kind::writes;
  } else if (checks || reports) {
    out.kind = checks ? command_kind::check : command_kind::report;
  } else if (const auto name = unread_runner(script); !name.empty()) {
    out.kind = command_kind::unread;
    out.unread = name;
  }
  return as_leaf(std::move(out));
}

reading script_reader::called(const script_call& call, const script_command& command) {
  if (call.names.size() > limits::commands || call.too_many)
    stop(at_most("a command of it calls", limits::commands, "scripts"));
  reading out;
  for (const auto& name : call.names) {
    if (!beyond_.empty()) return {};
    if (is_open(name)) {
      append(out, as_leaf(part_of(command_kind::left_out, command, "scripts." + name + " calls itself")),
             "&&");
      continue;
    }
    auto one = script(name, command, name == call.names.back() ? call.more : strings{});
    const bool publishes = says_that_it_publishes(name);
    for (auto& part : one.parts)
      if (part.kind == command_kind::step && (publishes || says_that_it_lints(name)))
        part.kind = publishes ? command_kind::writes : command_kind::check;
    append(out, std::move(one), "&&");
  }
  for (const auto& text : call.lines) append(out, line(text, command, {}), "&&");
  if (!call.parallel || !has_tests(out.parts)) return out;
  for (auto& part : out.parts)
    if (part.kind == command_kind::step) leave_out(part, beside);
  return out;
}

}  // namespace

std::optional<script_call> called_scripts(const package_facts& project, const strings& words) {
  script_call out;
  if (is_one_of(words.front(), {"run-s", "run-p", "npm-run-all", "npm-run-all2"}))
    out = read_run_all(project, words);
  else if (is_one_of(words.front(), {"concurrently", "conc"}))
    out = read_concurrently(project, words);
  else if (words.size() == 3 && words[0] == "node" && words[1] == "--run")
    out.names = {words[2]};
  else if (is_manager(words.front())) {
    auto call = read_manager(words);
    const bool elsewhere = !call.operands.empty() && call.operands.front().starts_with("workspace");
    if (elsewhere || call.recursive || !call.filters.empty() || !call.folder.empty()) return std::nullopt;
    out.names = {script_named(call.operands, words.front())};
    out.more = std::move(call.more);
  }
  std::erase_if(out.names, [&](const auto& name) { return script_of(project, name).empty(); });
  if (out.names.empty() && out.lines.empty() && !out.too_many) return std::nullopt;
  return out;
}

std::optional<package_call> called_packages(const strings& words, const std::string& folder) {
  if (is_one_of(words.front(), {"lerna", "turbo", "nx", "wsrun", "ultra"})) return read_task_runner(words);
  if (!is_manager(words.front())) return std::nullopt;
  auto call = read_manager(words);
  package_call out;
  auto& operands = call.operands;
  const bool all = !operands.empty() && operands.front() == "workspaces";
  const bool one = operands.size() > 2 && operands.front() == "workspace";
  if (one) out.only.push_back(operands[1]);
  if (one || all) operands.erase(operands.begin(), operands.begin() + (one ? 2 : 1));
  if (!call.folder.empty() || !folder.empty())
    out.folder = normal_path(folder.empty() ? call.folder : folder + "/" + call.folder);
  if (!all && !one && !call.recursive && call.filters.empty() && out.folder.empty()) return std::nullopt;
  out.script = script_named(operands, words.front() == "bun" && folder.empty() ? "yarn" : words.front());
  for (auto& filter : call.filters) add_filter(out, std::move(filter));
  const bool program = !operands.empty() && is_one_of(operands.front(), {"jest", "mocha", "vitest"});
  if (program || !is_about_tests(out.script)) return std::nullopt;
  return out;
}

parsed_script read_script(const package_facts& project, std::string_view name) {
  script_reader reader{project};
  auto whole = reader.script(std::string{name}, {}, {});
  return reader.finish(std::move(whole), "npm run " + std::string{name});
}

parsed_script read_script_line(const package_facts& project, std::string_view line) {
  script_reader reader{project};
  auto whole = reader.line(line, {}, {});
  return reader.finish(std::move(whole), std::string{line.substr(0, line.find('\n'))});
}

named_files files_named_by(const package_facts& project, std::string_view name) {
  script_reader reader{project};
  reader.script(std::string{name}, {}, {});
  return reader.take_files();
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/script/reading.hpp"
#include "parsers/languages/node/script/strip_wrappers.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using kind_type = parsed_command::kind_type;

// "A=1", "A"; nothing else makes `export` end with 0.
bool is_export(const std::string& word) {
  return is_assignment(word.find('=') == std::string::npos ? word + "=" : word);
}

}  // namespace

parsed_command part_of(kind_type kind, script_command script, std::string why) {
  parsed_command out;
  out.kind = kind;
  out.script = std::move(script);
  out.why = std::move(why);
  return out;
}

std::string at_most(std::string_view what, std::size_t count, std::string_view of) {
  return std::string{what} + " more than " + std::to_string(count) + " " + std::string{of} +
         ", which is as many as covey reads";
}

const test_program* runner_named_by(script_command& command) {
  for (const auto& runner : read_programs())
    for (const auto name : runner.commands)
      if (names_runner(command, name)) return &runner;
  return nullptr;
}

bool has(const part_list& parts, part_kinds kinds) {
  return std::any_of(parts.begin(), parts.end(), [&](const auto& part) {
    return std::find(kinds.begin(), kinds.end(), part.kind) != kinds.end();
  });
}

bool all_are(const part_list& parts, part_kinds kinds) {
  return !parts.empty() && std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
    return std::find(kinds.begin(), kinds.end(), part.kind) != kinds.end();
  });
}

void append(reading& to, reading from, std::string_view separator) {
  to.parts.insert(to.parts.end(), std::make_move_iterator(from.parts.begin()),
                  std::make_move_iterator(from.parts.end()));
  from.status.before = to.status.items.empty() ? std::string_view{} : separator;
  to.status.items.push_back(std::move(from.status));
  if (to.unread.empty()) to.unread = std::move(from.unread);
}

bool is_step(const parsed_command& part) {
  return part.kind == kind_type::step || part.kind == kind_type::unread;
}

void leave_out(parsed_command& part, std::string_view why) {
  part.kind = kind_type::left_out;
  part.why = why;
}

void leave_beside(part_list& parts) {
  const auto first = has_tests(parts) ? parts.end() - 1 : parts.begin();
  std::for_each(first, parts.end(), [](auto& part) {
    if (part.kind != kind_type::writes) leave_out(part, beside);
  });
}

void join(reading& to, reading one, const std::string& before, std::string_view text) {
  if (!to.status.items.empty() && before == "||" && !has_tests(one.parts) &&
      !has(one.parts, {kind_type::writes})) {
    auto& tried = to.status.items.back();
    const bool ends = has_kind(one.status, script_status::kind_type::exit);
    if (tried.number != 0 && !to.parts.empty() && to.parts.back().number == tried.number &&
        is_step(to.parts.back())) {
      to.parts.back().script.text += " || " + std::string{text};
      tried.ends_shell = tried.ends_shell || ends;
      if (has_kind(one.status, script_status::kind_type::errexit)) one.unread = text;
      if (to.unread.empty()) to.unread = std::move(one.unread);
      return;
    }
    const bool is_behind_tests =
        !to.parts.empty() &&
        has({to.parts.back()}, {kind_type::tests, kind_type::packages, kind_type::left_out});
    one.parts.resize(is_behind_tests && !one.parts.empty() ? 1 : 0);
    for (auto& part : one.parts) {
      leave_out(part, "it runs only where the tests fail");
      part.number = 0;  // how it would end is not known
    }
  }
  append(to, std::move(one), before);
}

std::optional<parsed_command> collapsed(const part_list& parts, script_command as_written) {
  if (parts.empty() || has(parts, {kind_type::tests, kind_type::packages})) return std::nullopt;
  if (parts.size() == 1) as_written.words = parts.front().script.words;
  if (all_are(parts, {kind_type::check})) return part_of(kind_type::check, std::move(as_written));
  if (all_are(parts, {kind_type::check, kind_type::writes}))
    return part_of(kind_type::writes, std::move(as_written));
  if (has(parts, {kind_type::check, kind_type::writes, kind_type::left_out})) return std::nullopt;
  auto out = part_of(kind_type::step, std::move(as_written));
  const auto unread = std::ranges::find(parts, kind_type::unread, &parsed_command::kind);
  if (unread != parts.end()) {
    out.kind = kind_type::unread;
    out.unread = unread->unread;
  }
  return out;
}

bool changes_shell(const shell_command& read, script_command& caller) {
  const auto& words = read.words;
  if (!read.piped.empty() || read.background || read.before == "||") return false;
  if (words.front() == "cd" && words.size() == 2 && read.active.empty() && !words[1].starts_with('/')) {
    caller.folder = normal_path(caller.folder.empty() ? words[1] : caller.folder + "/" + words[1]);
    return true;
  }
  if (words.front() == "." || words.front() == "source") {
    caller.wrapper.insert(caller.wrapper.end(), {"sh", "-c", read.text + " && exec \"$@\"", "sh"});
    return true;
  }
  if (words.front() != "export" || !std::all_of(words.begin() + 1, words.end(), is_export)) return false;
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

}  // namespace covey::parsers::languages::node

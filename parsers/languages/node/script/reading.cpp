#include "parsers/languages/node/script/reading.hpp"
#include "parsers/text/path.hpp"
#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace covey::parsers::languages::node {
namespace {

using part_kind = script_status::kind_type;
// What a shell is in, as bits. With which code the last command failed makes no difference without `$?`.
constexpr unsigned failed = 1;
constexpr unsigned errexit = 2;
constexpr unsigned ended = 4;

using states = unsigned;  // all that are possible: a bit for each combination of the three

constexpr states only(unsigned state) {
  return 1U << state;
}

template <class Use>
states each(states all, Use use) {
  states out = 0;
  for (unsigned state = 0; state < 8; ++state)
    if ((all & only(state)) != 0) out |= use(state);
  return out;
}

std::span<const std::string> without_assignments(const shell_command& read) {
  return {std::ranges::find_if_not(read.words, is_assignment), read.words.end()};
}

// A script that runs without its commands.
class shell_model {
 public:
  explicit shell_model(const std::vector<parsed_command>& commands) {
    for (const auto& one : commands) {
      at(one.number).ending = ending_type::passes;
      // Tests run wherever they stand, and what is not run at all changes nothing.
      at(one.number).may_be_skipped = !is_step(one);
    }
  }

  void run_first(const script_status& whole) {
    ends_ = run(whole, 0, false);
    is_first_ = false;
  }

  // From now on it may fail, if the script ends as it did, and only what was skipped before is skipped.
  bool lets_fail(int number, const script_status& whole) {
    at(number).ending = ending_type::may_fail;
    differs_ = false;
    const bool lets = run(whole, 0, false) == ends_ && !differs_;
    if (!lets) at(number).ending = ending_type::passes;
    return lets;
  }

  bool fails() const { return (ends_ & only(failed)) != 0; }
  const std::string& unread() const { return unread_; }

 private:
  enum class ending_type : std::uint8_t { unknown, passes, may_fail };
  struct known_command {
    ending_type ending = ending_type::unknown;
    bool may_be_skipped = false;
  };

  known_command& at(int number) {
    const auto index = static_cast<std::size_t>(number);
    if (known_.size() <= index) known_.resize(index + 1);
    return known_[index];
  }

  states run(const script_status& part, unsigned now, bool is_tested) {
    const bool is_list = part.kind == part_kind::list;
    const bool is_group = is_list && !part.subshell && !part.own_shell;
    is_tested = is_tested || part.negated;
    return each(is_list ? run_list(part, now, is_tested) : run_one(part, now), [&](unsigned after) {
      if ((after & ended) != 0) return only(after);
      if (part.negated) after ^= failed;
      const bool ends = (after & failed) != 0 && (after & errexit) != 0 && !is_tested && !is_group;
      return only(after | (ends ? ended : 0));
    });
  }

  states run_one(const script_status& part, unsigned now) {
    const auto kept = now & errexit;
    const auto fails = part.value != 0 ? failed : 0;
    if (part.kind == part_kind::constant) return only(kept | fails);
    if (part.kind == part_kind::exit) return only(kept | ended | (part.value < 0 ? now & failed : fails));
    if (part.kind == part_kind::errexit) return only(part.value != 0 ? errexit : 0);
    const auto how = at(part.number).ending;
    if (how == ending_type::unknown) meet(part);
    const auto may_fail = only(kept | failed | (part.ends_shell ? ended : 0));
    return only(kept) | (how == ending_type::may_fail ? may_fail : 0);
  }

  states run_list(const script_status& list, unsigned now, bool is_tested) {
    is_tested = is_tested && !list.own_shell;
    if (list.items.empty()) return only(now & errexit);
    auto all = only(list.own_shell ? 0 : now);
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const auto& item = list.items[i];
      const bool is_last = i + 1 == list.items.size() || list.items[i + 1].before == ";";
      all = each(all, [&](unsigned one) {
        const bool did_fail = (one & failed) != 0;
        const bool runs =
            (one & ended) == 0 && !(item.before == "&&" && did_fail) && !(item.before == "||" && !did_fail);
        if (!runs) skip(item);
        return runs ? run(item, one, is_tested || !is_last) : only(one);
      });
    }
    if (!list.own_shell && !list.subshell) return all;
    return each(all, [&](unsigned one) { return only((one & failed) | (now & errexit)); });
  }

  void skip(const script_status& part) {
    auto& known = at(part.number);  // 0 is that of what has none
    if (is_first_) known.may_be_skipped = true;
    differs_ = differs_ || (part.number != 0 && !known.may_be_skipped);
    for (const auto& item : part.items) skip(item);
  }

  void meet(const script_status& unread) {
    if (is_first_ && unread_.empty()) unread_ = unread.text;
    differs_ = true;
  }

  std::vector<known_command> known_;  // by their numbers
  states ends_ = 0;
  bool is_first_ = true;
  bool differs_ = false;  // from the first run
  std::string unread_;
};

// "A=1", "A"; nothing else makes `export` end with 0.
bool is_export(const std::string& word) {
  return is_assignment(word.find('=') == npos ? word + "=" : word);
}

}  // namespace

bool has_kind(const script_status& part, script_status::kind_type kind) {
  const bool is_apart = part.subshell || part.own_shell;
  return part.kind == kind || (!is_apart && std::ranges::any_of(part.items, [&](const auto& item) {
           return has_kind(item, kind);
         }));
}

std::optional<script_status> status_of_builtin(const shell_command& read) {
  const auto first = without_assignments(read);
  if (first.empty() || !read.active.empty() || !read.piped.empty() || read.makes_file || read.reads_file)
    return std::nullopt;
  const std::string_view value = first.size() > 1 ? std::string_view{first[1]} : std::string_view{};
  script_status out;
  out.kind = part_kind::constant;
  out.value = first[0] == "false" ? 1 : 0;
  if (is_one_of(first[0], {"false", "true", ":", "echo"})) return out;
  if (first[0] == "exit" && first.size() < 3 && value.find_first_not_of("0123456789") == npos) {
    out.kind = part_kind::exit;
    out.value = value.empty() ? -1 : 0;
    for (const char digit : value) out.value = (out.value * 10 + digit - '0') % 256;
    return out;
  }
  const bool sets = first[0] == "set" && first.size() == 2 && value.size() > 1 &&
                    (value[0] == '-' || value[0] == '+') && value.find_first_not_of("exv", 1) == npos;
  if (!sets) return std::nullopt;
  out.kind = value.find('e') == npos ? part_kind::constant : part_kind::errexit;
  out.value = value[0] == '-' && out.kind == part_kind::errexit ? 1 : 0;
  return out;
}

bool is_shells_own(const shell_command& read) {
  const auto first = without_assignments(read);
  return first.empty() ||
         (read.piped.empty() &&
          is_one_of(first[0], {"alias",    "break",   "continue", "declare", "exit",  "export",  "getopts",
                               "kill",     "let",     "local",    "popd",    "pushd", "read",    "return",
                               "readonly", "set",     "shift",    "shopt",   "trap",  "typeset", "ulimit",
                               "umask",    "unalias", "unset",    "wait"}));
}

bool depends_on_shell(const shell_command& read) {
  const auto first = without_assignments(read);
  if (!first.empty() && is_one_of(first[0], {".", "source", "exec", "eval"})) return true;
  const std::string_view text = read.text;
  for (const std::string_view one : {"$?", "$!", "$$", "$-", "$((", "$PPID"})
    if (text.find(one) != npos) return true;
  for (auto at = text.find("${"); at != npos; at = text.find("${", at + 1))
    if (text.substr(at, text.find('}', at) - at).find_first_of("?=") != npos) return true;
  return false;
}

std::string settle(const script_status& whole, std::vector<parsed_command>& commands) {
  shell_model model{commands};
  model.run_first(whole);
  for (auto& one : commands) one.optional = is_step(one) && model.lets_fail(one.number, whole);
  if (!model.unread().empty()) return "covey does not read where `" + model.unread() + "` runs";
  return model.fails() ? "it ends with an error where all of its commands pass" : "";
}

parsed_command part_of(command_kind kind, script_command script, std::string why) {
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

bool has(const part_list& parts, part_kinds kinds) {
  return std::ranges::any_of(
      parts, [&](const auto& part) { return std::ranges::find(kinds, part.kind) != kinds.end(); });
}

bool all_are(const part_list& parts, part_kinds kinds) {
  return !parts.empty() && std::ranges::all_of(parts, [&](const auto& part) {
    return std::ranges::find(kinds, part.kind) != kinds.end();
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
  return part.kind == command_kind::step || part.kind == command_kind::unread ||
         part.kind == command_kind::check;
}

void leave_out(parsed_command& part, std::string_view why) {
  part.kind = command_kind::left_out;
  part.why = why;
}

void leave_beside(part_list& parts) {
  const auto first = has_tests(parts) ? parts.end() - 1 : parts.begin();
  std::for_each(first, parts.end(), [](auto& part) {
    if (part.kind != command_kind::writes) leave_out(part, beside);
  });
}

void join(reading& to, reading one, const std::string& before, std::string_view text) {
  if (!to.status.items.empty() && before == "||" && !has_tests(one.parts) &&
      !has(one.parts, {command_kind::writes})) {
    auto& tried = to.status.items.back();
    const bool ends = has_kind(one.status, script_status::kind_type::exit);
    if (tried.number != 0 && !to.parts.empty() && to.parts.back().number == tried.number &&
        is_step(to.parts.back())) {
      auto& first = to.parts.back();
      first.script.text += " || " + std::string{text};
      const bool always_passes = one.status.kind == part_kind::constant && one.status.value == 0;
      if (first.kind == command_kind::check && !one.parts.empty() &&
          !all_are(one.parts, {command_kind::check}))
        first.kind = command_kind::step;
      else if (first.kind == command_kind::check && always_passes)
        first.kind = command_kind::report;
      tried.ends_shell = tried.ends_shell || ends;
      if (has_kind(one.status, script_status::kind_type::errexit)) one.unread = text;
      if (to.unread.empty()) to.unread = std::move(one.unread);
      return;
    }
    const bool is_behind_tests =
        !to.parts.empty() &&
        has({to.parts.back()}, {command_kind::tests, command_kind::packages, command_kind::left_out});
    one.parts.resize(is_behind_tests && !one.parts.empty() ? 1 : 0);
    for (auto& part : one.parts) {
      leave_out(part, "it runs only where the tests fail");
      part.number = 0;  // how it would end is not known
    }
  }
  append(to, std::move(one), before);
}

std::optional<parsed_command> collapsed(const part_list& parts, script_command as_written) {
  if (parts.empty() || has(parts, {command_kind::tests, command_kind::packages})) return std::nullopt;
  if (parts.size() == 1) as_written.words = parts.front().script.words;
  for (const auto kind : {command_kind::check, command_kind::report})
    if (all_are(parts, {kind})) return part_of(kind, std::move(as_written));
  if (all_are(parts, {command_kind::report, command_kind::writes}))
    return part_of(command_kind::writes, std::move(as_written));
  if (has(parts, {command_kind::check, command_kind::report, command_kind::writes, command_kind::left_out}))
    return std::nullopt;
  auto out = part_of(command_kind::step, std::move(as_written));
  const auto unread = std::ranges::find(parts, command_kind::unread, &parsed_command::kind);
  if (unread != parts.end()) {
    out.kind = command_kind::unread;
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
    if (equals == npos) continue;
    const auto name = words[i].substr(0, equals);
    if (const auto active = read.active.find(words[i]); active != read.active.end())
      caller.active_variables[name] = active->second.substr(equals + 1);
    caller.environment.emplace_back(name, words[i].substr(equals + 1));
  }
  return true;
}

}  // namespace covey::parsers::languages::node

#include "parsers/languages/node/script/exit_status.hpp"
#include "parsers/languages/node/script/script_reader.hpp"
#include "parsers/languages/node/script/strip_wrappers.hpp"
#include <algorithm>
#include <initializer_list>
#include <span>
#include <string_view>

namespace covey::parsers::languages::node {
namespace {

using part_kind = script_status::kind_type;
using command_kind = parsed_command::kind_type;

// What a shell is in, as bits. With which code the last command failed makes no difference without `$?`.
constexpr auto npos = std::string_view::npos;
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

bool is_step(const parsed_command& one) {
  return one.kind == command_kind::step || one.kind == command_kind::unread;
}

std::span<const std::string> without_assignments(const shell_command& read) {
  return {std::find_if_not(read.words.begin(), read.words.end(), is_assignment), read.words.end()};
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
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

}  // namespace

bool has_kind(const script_status& part, script_status::kind_type kind) {
  const bool is_apart = part.subshell || part.own_shell;
  return part.kind == kind ||
         (!is_apart && std::any_of(part.items.begin(), part.items.end(),
                                   [&](const auto& item) { return has_kind(item, kind); }));
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

}  // namespace covey::parsers::languages::node

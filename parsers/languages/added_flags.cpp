#include "parsers/languages/added_flags.hpp"
#include "parsers/text/shell_line.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cctype>
#include <utility>

namespace covey::parsers {
namespace {

// "--flag-name" and "--flag_name" as "--flagName", "--u" as "-u".
std::string camel_form(std::string_view flag) {
  if (flag.size() == 3) return std::string{flag.substr(1)};
  if (flag.starts_with("--no-")) flag.remove_prefix(5);
  std::string out;
  for (const char c : flag.substr(std::min(flag.find_first_not_of('-'), flag.size())))
    if (!out.empty() && out.back() == '-')
      out.back() = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    else
      out += c == '_' ? '-' : c;
  return "--" + out;
}

std::string go_form(std::string_view flag) {
  flag.remove_prefix(std::min(flag.find_first_not_of('-'), flag.size()));
  if (flag.starts_with("test.")) flag.remove_prefix(5);
  return "-" + std::string{flag};
}

class word_reader {
 public:
  word_reader(std::span<const added_word> words, const flag_table& table) : words_(words), table_(table) {}

  std::string first_refusal() {
    for (; at_ < words_.size(); ++at_) {
      const std::string_view text = words_[at_].text;
      auto why = text.size() < 2 || text.front() != '-' ? operand() : flag(text);
      if (!why.empty()) return why;
    }
    return {};
  }

 private:
  std::string operand() {
    // What no rule is known of may have a value.
    if (std::exchange(after_unknown_, false)) return {};
    const auto& word = words_[at_];
    const auto* file = word.text.starts_with('@') ? rule_of(table_, "@") : nullptr;
    if (file != nullptr) return refusal(word, {}, file->refused);
    return table_.operands.empty() ? std::string{} : refusal(word, {}, table_.operands);
  }

  std::string flag(std::string_view text) {
    const bool is_long = text.starts_with("--") || table_.style == flag_style::go;
    return is_long ? long_flag(text) : short_flags(text);
  }

  std::string long_flag(std::string_view text) {
    const auto end = text.find('=');
    auto name = text.substr(0, end);
    if (table_.style == flag_style::camel) name = name.substr(0, name.find('.'));
    const auto* rule = rule_of(table_, name);
    after_unknown_ = rule == nullptr && end == std::string_view::npos;
    if (rule == nullptr) return {};
    const auto& word = words_[at_];
    const auto value = end == std::string_view::npos ? next_value(*rule) : text.substr(end + 1);
    return is_switched_off(*rule, name, value) ? std::string{} : judge(*rule, word, value);
  }

  // What covey does by itself: "--no-watch", "--bail=0".
  bool is_switched_off(const flag_rule& rule, std::string_view name, std::string_view value) const {
    const bool negated = name.starts_with("--no-") && !rule.flag.starts_with("--no-");
    const bool none = value == "0" && rule.refused == refusals::stops_early;  // of a debugger it is a port
    return table_.style == flag_style::camel && (negated || value == "false" || none);
  }

  // "-xvk name": of letters behind one that has a value, all are that value.
  std::string short_flags(std::string_view text) {
    const auto& word = words_[at_];
    after_unknown_ = false;
    for (std::size_t i = 1; i < text.size(); ++i) {
      const auto* rule = rule_of(table_, std::string{'-', text[i]});
      if (rule == nullptr) {
        after_unknown_ = true;
        if (table_.style == flag_style::camel) continue;
        return {};  // a plugin's may have a value
      }
      auto rest = text.substr(i + 1);
      const bool has_value = rule->value != flag_value::none;
      if (has_value && rest.empty()) return judge(*rule, word, next_value(*rule));
      if (rest.starts_with('=')) rest.remove_prefix(1);
      if (auto why = judge(*rule, word, rest); !why.empty() || has_value) return why;
    }
    return {};
  }

  // Empty: it has none, or the value is missing.
  std::string_view next_value(const flag_rule& rule) {
    if (rule.value == flag_value::none || at_ + 1 >= words_.size()) return {};
    const std::string_view next = words_[at_ + 1].text;
    if (rule.value != flag_value::one && next.starts_with('-')) return {};
    ++at_;
    while (rule.value == flag_value::many && at_ + 1 < words_.size() &&
           !words_[at_ + 1].text.starts_with('-'))
      ++at_;
    return next;
  }

  static bool fits(std::string_view value, std::string_view wanted) {
    if (wanted.ends_with('*')) return value.starts_with(wanted.substr(0, wanted.size() - 1));
    while (true) {
      const auto end = std::min(value.find(','), value.size());
      if (value.substr(0, end) == wanted) return true;
      if (end == value.size()) return false;
      value.remove_prefix(end + 1);
    }
  }

  // Of several rules of a flag each may refuse another value.
  std::string judge(const flag_rule& first, const added_word& word, std::string_view value) const {
    for (const auto* rule = &first; rule != table_.rules.data() + table_.rules.size(); ++rule) {
      if (rule->flag != first.flag) break;
      const bool refuses = !rule->refused.empty() && !rule->set_by_covey;
      if (!refuses || (!rule->only_with.empty() && !fits(value, rule->only_with))) continue;
      const bool inside = rule->only_with.empty() || word.text.ends_with(value);
      return refusal(word, inside ? std::string_view{} : value, rule->refused);
    }
    return {};
  }

  static std::string refusal(added_word word, std::string_view value, std::string_view why) {
    if (!value.empty()) word.text.append(" ").append(value);
    return shown(word) + " is refused: " + std::string{why};
  }

  std::span<const added_word> words_;
  const flag_table& table_;
  std::size_t at_ = 0;
  bool after_unknown_ = false;
};

}  // namespace

const flag_rule* rule_of(const flag_table& table, std::string_view word) {
  const auto name = word.substr(0, word.find('='));
  const auto form = [&](std::string_view flag) {
    if (table.style == flag_style::go) return go_form(flag);
    return table.style == flag_style::camel && flag.starts_with("--") ? camel_form(flag) : std::string{flag};
  };
  const auto wanted = form(name);
  const bool may_be_short = table.abbreviates && name.starts_with("--") && name.size() > 3;
  const auto found = std::ranges::find_if(table.rules, [&](const auto& rule) {
    return form(rule.flag) == wanted || (may_be_short && rule.flag.starts_with(name));
  });
  return found == table.rules.end() ? nullptr : &*found;
}

bool takes_next(const flag_table& table, std::string_view word) {
  const auto* rule = rule_of(table, word);
  return rule != nullptr && rule->value == flag_value::one && word.find('=') == std::string_view::npos;
}

std::string why_refused(std::span<const added_word> words, const flag_table& table) {
  return word_reader{words, table}.first_refusal();
}

std::vector<added_word> words_of_variable(const run_settings& added, std::string_view name) {
  std::vector<added_word> out;
  const auto variable = added.env.find(name);
  if (variable == added.env.end()) return out;
  for (const auto& part : shell_commands(variable->second))
    for (const auto& word : part.words) out.push_back({word, std::string{name}});
  return out;
}

std::string why_refused(const run_settings& added, const flag_table& table) {
  auto why = why_refused(added.args, table);
  if (!why.empty() || table.variable.empty()) return why;
  auto words = words_of_variable(added, table.variable);
  if (!table.variable_only.empty())
    std::erase_if(words, [&](const auto& word) { return word.text.starts_with(table.variable_only); });
  return why_refused(words, table);
}

std::string shown(const added_word& word) {
  return "`" + word.text + "`" + (word.where.empty() ? "" : " (" + word.where + ")");
}

std::vector<std::string> texts_of(std::span<const added_word> words) {
  std::vector<std::string> out;
  for (const auto& word : words) out.push_back(word.text);
  return out;
}

// --- commands that are typed

namespace {

struct name_pattern {
  std::string_view text;
  bool begins = false;  // "^text"
  bool ends = false;    // "text$"
};

bool drop_front(std::string_view& text, std::string_view what) {
  if (!text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

bool drop_back(std::string_view& text, std::string_view what) {
  if (!text.ends_with(what)) return false;
  text.remove_suffix(what.size());
  return true;
}

// Nothing: it is no name. What means something to a regular expression or to a query is in no name here.
std::optional<name_pattern> read_name(std::string_view text) {
  name_pattern out;
  out.begins = drop_front(text, "^");
  out.ends = drop_back(text, "$");
  if (drop_front(text, ".*")) out.begins = false;
  if (drop_back(text, ".*")) out.ends = false;
  if (text.empty() || text.find_first_of("^$.*+?()[]{}|\\'!") != std::string_view::npos) return std::nullopt;
  out.text = text;
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ') out += '\\';
    out += c;
  }
  return out;
}

// "^(a|b)$" as "a|b", with what is anchored; "(" within is found by read_name().
std::string_view ungrouped(std::string_view pattern, bool& begins, bool& ends) {
  auto inner = pattern;
  begins = drop_front(inner, "^");
  ends = drop_back(inner, "$");
  if (drop_front(inner, "(") && drop_back(inner, ")")) return inner;
  begins = ends = false;
  return pattern;
}

const flag_rule* harmless_rule(const flag_table& table, std::string_view name, bool inline_value) {
  const auto found = std::ranges::find_if(table.rules, [&](const auto& rule) {
    return rule.harmless && rule.flag == name && !(inline_value && rule.value == flag_value::none);
  });
  return found == table.rules.end() ? nullptr : &*found;
}

// "xvra" as "-x", "-v", "-r" "a"
bool read_letters(std::string_view letters, const flag_table& table, shell_words& into) {
  if (table.style != flag_style::gnu || letters.size() < 2) return false;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const auto* rule = harmless_rule(table, std::string{'-', letters[i]}, false);
    if (rule == nullptr) return false;
    const bool has_value = rule->value != flag_value::none;
    into.flags.emplace_back(rule->flag, has_value ? letters.substr(i + 1) : "");
    if (has_value) return i + 1 < letters.size();
  }
  return true;
}

}  // namespace

std::optional<shell_words> read_shell_words(std::span<const std::string> words, const flag_table& table) {
  shell_words out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "--") {
      out.rest.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (word.size() < 2 || word.front() != '-') {
      out.words.emplace_back(word);
      continue;
    }
    const auto equals = word.find('=');
    const bool inline_value = equals != std::string_view::npos;
    const auto* rule = harmless_rule(table, word.substr(0, equals), inline_value);
    if (rule == nullptr) {
      if (!read_letters(word.substr(1), table, out)) return std::nullopt;
    } else if (rule->value == flag_value::none) {
      out.flags.emplace_back(rule->flag, "");
    } else {
      if (!inline_value && ++i == words.size()) return std::nullopt;
      out.flags.emplace_back(rule->flag, inline_value ? word.substr(equals + 1) : words[i]);
      if (out.flags.back().second.empty()) return std::nullopt;
    }
  }
  return out;
}

std::string term_containing(std::string_view text) {
  return "'" + escaped(text);
}

bool select_by_pattern(shell_run& run, std::string_view pattern, std::string_view levels) {
  bool begins = false, ends = false;
  std::vector<name_pattern> names;
  for (const auto one : split(ungrouped(pattern, begins, ends), '|')) {
    if (!levels.empty() && one.find(levels) != one.npos) return false;
    const auto name = read_name(one);
    if (!name) return false;
    names.push_back({name->text, name->begins || begins, name->ends || ends});
  }
  const bool exact =
      std::all_of(names.begin(), names.end(), [](const auto& one) { return one.begins && one.ends; });
  for (const auto& name : names) {
    if (exact)
      run.labels.emplace_back(name.text);
    else
      run.query.append(run.query.empty() ? "" : " | ")
          .append(name.begins ? "^" + escaped(name.text) : term_containing(name.text));
  }
  return true;
}

}  // namespace covey::parsers

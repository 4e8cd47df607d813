#include "parsers/languages/shell_run.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>

namespace covey::parsers {
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

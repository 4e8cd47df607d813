#include "parsers/languages/node/script/script_command.hpp"
#include <algorithm>

namespace covey::parsers::languages::node {

bool names_runner(script_command& command, std::string_view name) {
  auto& words = command.words;
  if (words.empty()) return false;
  const auto space = name.find(' ');
  if (words.front() != name.substr(0, space)) return false;
  command.arguments.assign(words.begin() + 1, words.end());
  if (space == std::string_view::npos) return true;
  const auto second = name.substr(space + 1);
  const auto limit = second.starts_with('-') ? command.arguments.end()
                                             : command.arguments.begin() + !command.arguments.empty();
  const auto found = std::find(command.arguments.begin(), limit, second);
  if (found == limit) return false;
  command.arguments.erase(found);
  return true;
}

namespace {

// The number of words from `at` on that are no flags.
std::size_t values_from(const std::vector<std::string>& words, std::size_t at) {
  std::size_t out = 0;
  while (at + out < words.size() && !words[at + out].starts_with('-')) ++out;
  return out;
}

}  // namespace

std::vector<unwanted_flag> refused_flags(const flag_table& table) {
  std::vector<unwanted_flag> out;
  for (const auto& rule : table.rules)
    if (!rule.refused.empty())
      out.push_back({rule.flag, rule.value != flag_value::none, rule.value == flag_value::many});
  return out;
}

std::vector<std::string> without_flags(const std::vector<std::string>& arguments,
                                       const std::vector<unwanted_flag>& unwanted) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    const auto flag = word.substr(0, word.find_first_of("=."));
    const auto positive = flag.starts_with("--no-") ? "--" + std::string{flag.substr(5)} : std::string{flag};
    const auto found =
        std::find_if(unwanted.begin(), unwanted.end(), [&](const auto& one) { return one.name == positive; });
    if (found == unwanted.end() || !word.starts_with('-')) {
      out.push_back(arguments[i]);
      continue;
    }
    if (!found->has_value || word.find('=') != std::string_view::npos) continue;
    const auto values = values_from(arguments, i + 1);
    i += found->many ? values : std::min<std::size_t>(values, 1);
  }
  return out;
}

std::vector<std::string> without_operands(const std::vector<std::string>& arguments,
                                          const std::vector<std::string_view>& with_value,
                                          const std::vector<std::string_view>& with_many) {
  const auto is_in = [](const auto& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
  };
  std::vector<std::string> out;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!arguments[i].starts_with('-')) continue;
    out.push_back(arguments[i]);
    auto taken = is_in(with_many, arguments[i])    ? values_from(arguments, i + 1)
                 : is_in(with_value, arguments[i]) ? std::min<std::size_t>(1, arguments.size() - i - 1)
                                                   : 0;
    for (; taken > 0; --taken) out.push_back(arguments[++i]);
  }
  return out;
}

}  // namespace covey::parsers::languages::node

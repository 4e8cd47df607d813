// The rows of a language's tables of flags, one test each.
#pragma once

#include "parsers/languages/added_flags.hpp"
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

namespace covey::parsers::testing {

struct refused_row {
  const flag_table* table;
  const flag_rule* rule;

  // As a user may write it: with its value, if it has one.
  std::vector<added_word> words() const {
    std::vector<added_word> out{{std::string{rule->flag}}};
    auto value = std::string{rule->only_with};
    if (value.ends_with('*')) value.back() = 'x';
    const bool needs_equals = rule->value == flag_value::none && !value.empty();
    if (needs_equals)
      out.front().text += "=" + value;
    else if (rule->value == flag_value::one || !value.empty())
      out.push_back({value.empty() ? "x" : value});
    return out;
  }
};

inline std::ostream& operator<<(std::ostream& out, const refused_row& row) {
  return out << row.table->runner << " " << row.rule->flag << " " << row.rule->only_with;
}

inline std::vector<refused_row> refused_rows(std::initializer_list<const flag_table*> tables) {
  std::vector<refused_row> out;
  for (const auto* table : tables)
    for (const auto& rule : table->rules)
      if (!rule.refused.empty() && !rule.set_by_covey) out.push_back({table, &rule});
  return out;
}

// The flag by its name, and a remedy.
inline void expect_refusal(const refused_row& row, const std::string& why) {
  BOOST_TEST(why.starts_with("`" + std::string{row.rule->flag}), why);
  BOOST_TEST(why.find("` is refused: ") != std::string::npos, why);
  BOOST_TEST(why.find(": ", why.find("refused: ") + 9) != std::string::npos, why << " names no remedy");
}

}  // namespace covey::parsers::testing

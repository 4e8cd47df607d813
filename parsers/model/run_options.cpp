#include "parsers/model/run_options.hpp"

namespace covey::parsers {

bool same_options(const run_options_ptr& a, const run_options_ptr& b) {
  return a == b || (a && b && *a == *b);
}

std::string why_no_word(std::string_view word) {
  return word.find('\0') == std::string_view::npos ? "" : "holds a NUL byte, which ends a word for a program";
}

std::string why_no_variable(std::string_view name, std::string_view value) {
  if (name.empty()) return "has no name";
  if (name.find('=') != std::string_view::npos) return "has a \"=\" in its name: write {\"NAME\": \"value\"}";
  if (name.starts_with("COVEY_"))
    return "has a name that begins with COVEY_, as covey's own do: it would be taken for one of them";
  const bool ends = name.find('\0') != std::string_view::npos || value.find('\0') != std::string_view::npos;
  return ends ? "holds a NUL byte, which ends a variable" : "";
}

std::string why_not_added(const run_options& value) {
  for (std::size_t i = 0; i < value.args.size(); ++i)
    if (const auto why = why_no_word(value.args[i]); !why.empty())
      return "word " + std::to_string(i + 1) + " of args " + why;
  for (const auto& [name, text] : value.env)
    if (const auto why = why_no_variable(name, text); !why.empty())
      return (name.empty() ? "a variable of env " : "env " + name + " ") + why;
  return {};
}

std::string to_string(const run_options& value) {
  std::string out;
  for (const auto& word : value.args) out += (out.empty() ? "args `" : " `") + word + "`";
  std::string names;
  for (const auto& [name, text] : value.env) names += (names.empty() ? "env " : ", ") + name;
  if (names.empty()) return out;
  return out.empty() ? names : out + " and " + names;
}

}  // namespace covey::parsers

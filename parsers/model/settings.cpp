#include "parsers/model/settings.hpp"
#include <utility>

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

namespace {

// "60", "0.5"
std::string seconds_text(std::chrono::milliseconds value) {
  auto out = std::to_string(value.count() / 1000);
  auto part = std::to_string(1000 + value.count() % 1000).substr(1);
  while (part.ends_with('0')) part.pop_back();
  return part.empty() ? out : out + "." + part;
}

}  // namespace

void run_settings::add(const run_settings& more) {
  for (const auto words :
       {&run_settings::args, &run_settings::packages, &run_settings::features, &run_settings::leave_out})
    (this->*words).insert((this->*words).end(), (more.*words).begin(), (more.*words).end());
  for (const auto& [name, value] : more.env) env.insert_or_assign(name, value);
  if (more.timeout) timeout = more.timeout;
  if (more.coverage) coverage = more.coverage;
}

run_settings_ptr ways_of(run_settings of) {
  of.timeout.reset();
  of.coverage.reset();
  for (auto* words : {&of.args, &of.packages, &of.features, &of.leave_out})
    for (auto& word : *words)
      word.where.clear();  // an edit elsewhere in the file is not an edit of these words
  return of == run_settings{} ? nullptr : std::make_shared<const run_settings>(std::move(of));
}

bool same_settings(const run_settings_ptr& a, const run_settings_ptr& b) {
  return a == b || (a && b && *a == *b);
}

std::string to_string(const run_settings& value) {
  std::string out;
  const auto add = [&](const std::string& part) { out += (out.empty() ? "" : ", ") + part; };
  const auto add_words = [&](const char* name, const std::vector<added_word>& words) {
    std::string part = name;
    for (const auto& word : words) part += " `" + word.text + "`";
    if (!words.empty()) add(part);
  };
  add_words("args", value.args);
  for (const auto& [name, text] : value.env) add("env " + name);
  add_words("packages", value.packages);
  add_words("features", value.features);
  add_words("without", value.leave_out);
  if (value.timeout) add("timeout " + seconds_text(*value.timeout) + " s");
  if (value.coverage) add(*value.coverage ? "with coverage" : "without coverage");
  return out;
}

run_settings settings::of(std::string_view of_language) const {
  auto out = common;
  if (const auto own = by_language.find(of_language); own != by_language.end()) out.add(own->second);
  return out;
}

}  // namespace covey::parsers

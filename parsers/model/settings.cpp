#include "parsers/model/settings.hpp"
#include <utility>

namespace covey::parsers {
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
  const auto append = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  append(args, more.args);
  append(packages, more.packages);
  append(features, more.features);
  append(leave_out, more.leave_out);
  for (const auto& [name, value] : more.env) env.insert_or_assign(name, value);
  if (more.timeout) timeout = more.timeout;
  if (more.coverage) coverage = more.coverage;
}

run_settings_ptr ways_of(run_settings of) {
  of.timeout.reset();
  of.coverage.reset();
  for (auto* words : {&of.args, &of.packages, &of.features, &of.leave_out})
    for (auto& word : *words) word.where.clear();  // an edit elsewhere in the file is not an edit of these words
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

#include "tests/support/redactor.hpp"
#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

namespace covey::testing {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 8> volatile_members = {
    "version", "instructions", "duration_ms", "duration", "run_id", "age_seconds", "age_s", "commands"};

bool is_volatile(std::string_view name) {
  return std::find(volatile_members.begin(), volatile_members.end(), name) != volatile_members.end();
}

}  // namespace

std::string without_catalogues(const std::string& text) {
  static const std::regex tools{"the tools are [a-z_]+(, [a-z_]+)*"}, files{"looked for [^)]*"};
  return std::regex_replace(std::regex_replace(text, tools, "the tools are <tools>"), files,
                            "looked for <project files>");
}

json::value redactor::redact(const json::value& value) const {
  if (value.is_string()) {
    std::string text{value.get_string()};
    for (const auto& [from, to] : replacements_)
      for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return json::string{without_catalogues(text)};
  }
  if (value.is_array()) {
    json::array redacted;
    for (const auto& element : value.get_array()) redacted.push_back(redact(element));
    return redacted;
  }
  if (!value.is_object()) return value;
  json::object redacted;
  for (const auto& member : value.get_object()) {
    const std::string_view name = member.key();
    if (is_volatile(name))
      redacted[name] = "<" + std::string{name} + ">";
    else if (name == "tools" && member.value().is_array())
      redacted[name] = "<tools>";
    else
      redacted[name] = redact(member.value());
  }
  return redacted;
}

std::string redactor::redact_line(const std::string& line) const {
  boost::system::error_code ec;
  const auto value = json::parse(line, ec);
  return ec ? line : json::serialize(redact(value));
}

}  // namespace covey::testing

#include "parsers/languages/rust/output/trial.hpp"
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace covey::parsers::languages::rust {
namespace {

constexpr std::uint32_t on_several_lines = 0;

bool is_in_comment(std::string_view source, std::size_t at) {
  const auto line_end = source.substr(0, at).rfind('\n');
  const auto begin = line_end == std::string_view::npos ? 0 : line_end + 1;
  return source.substr(begin, at - begin).find("//") != std::string_view::npos;
}

// The value of the literal that `text` begins with, if it is written with no escapes but `\"` and `\\`.
std::optional<std::string> literal_at(std::string_view text) {
  const bool raw = text.starts_with("r\"");
  if (raw) text.remove_prefix(1);
  if (!text.starts_with('"')) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return out;
    if (text[i] == '\\' && !raw) {
      if (++i == text.size() || (text[i] != '"' && text[i] != '\\')) return std::nullopt;
    }
    out += text[i];
  }
  return std::nullopt;
}

// The line of each name; on_several_lines: it is given on more than one.
std::map<std::string, std::uint32_t, std::less<>> trials_in(std::string_view source) {
  std::map<std::string, std::uint32_t, std::less<>> out;
  for (const std::string_view call : {"Trial::test(", "Trial::bench("})
    for (auto at = source.find(call); at != std::string_view::npos; at = source.find(call, at + 1)) {
      const auto name_at = source.find_first_not_of(" \t\r\n", at + call.size());
      if (name_at == std::string_view::npos || is_in_comment(source, at)) continue;
      const auto name = literal_at(source.substr(name_at));
      if (!name) continue;
      const auto before = source.substr(0, name_at);
      const auto line = static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n') + 1);
      const auto [known, is_new] = out.try_emplace(*name, line);
      if (!is_new && known->second != line) known->second = on_several_lines;
    }
  return out;
}

}  // namespace

void find_trials(test_list& tests, std::string_view source) {
  const auto trials = trials_in(source);
  const auto line_of = [&](std::string_view name) {
    const auto it = trials.find(name);
    return it != trials.end() ? it->second : 0;
  };
  for (auto& [name, test] : tests) {
    test.named = line_of(name);
    const auto kind = name.find("] ");  // listed as "[kind] name"
    if (test.named == 0 && name.starts_with("[") && kind != std::string::npos)
      test.named = line_of(std::string_view{name}.substr(kind + 2));
  }
}

}  // namespace covey::parsers::languages::rust

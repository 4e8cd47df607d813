// What a command would run, as one text: "paths; labels; query".
#pragma once

#include "parsers/languages/language.hpp"
#include "parsers/text/shell_line.hpp"
#include <string>

namespace covey::parsers::testing {

// "-": it is none that covey can stand in for; "all": of everything; "~": anywhere in a path.
inline std::string typed(const language& of, std::string_view line) {
  const auto run = of.read_command(shell_commands(line).front().words);
  if (!run) return "-";
  std::string out = run->failed_only ? "failed" : "";
  const auto add = [&](const std::string& text) { out.append(out.empty() ? "" : "; ").append(text); };
  for (const auto& [path, deep, pattern] : run->paths)
    add((pattern ? "~" : "") + path + (deep ? "" : " alone"));
  for (const auto& label : run->labels) add("=" + label);
  if (!run->query.empty()) add("?" + run->query);
  return out.empty() ? "all" : out;
}

struct typed_case {
  const char* line;
  const char* runs;
};

}  // namespace covey::parsers::testing

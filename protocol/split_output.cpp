#include "protocol/split_output.hpp"
#include <algorithm>
#include <map>
#include <utility>

namespace covey::protocol {
namespace {

constexpr std::string_view member = "\"Output\":\"";
constexpr std::size_t max_open = 1000;  // incomplete lines: one per test that prints at the same time

// The position of the closing quote, or npos.
std::size_t end_of_string(std::string_view line, std::size_t from) {
  for (auto at = from; at < line.size(); ++at) {
    if (line[at] == '"') return at;
    if (line[at] == '\\') ++at;
  }
  return std::string_view::npos;
}

// Identifies package and test: the line up to its output, without the time.
std::string_view owner_in(std::string_view line) {
  const auto action = line.find("\"Action\"");
  return action == std::string_view::npos ? line : line.substr(action);
}

}  // namespace

std::vector<joined_output> split_output(std::string_view text) {
  std::vector<joined_output> out;
  std::map<std::string_view, joined_output> open;
  const auto close = [&](auto it) {
    if (it->second.literals.size() > 1) out.push_back(std::move(it->second));
    open.erase(it);
  };
  for (auto at = text.find(member); at != std::string_view::npos; at = text.find(member, at + 1)) {
    const auto line_begin = text.rfind('\n', at) + 1;  // npos + 1 is 0
    const auto begin = at + member.size();
    const auto line = text.substr(0, text.find('\n', at));
    const auto end = end_of_string(line, begin);
    if (end == std::string_view::npos || text[line_begin] != '{') continue;
    const auto said = text.substr(begin, end - begin);
    const auto it = open.try_emplace(owner_in(text.substr(line_begin, at - line_begin))).first;
    auto& joined = it->second;
    joined.literals.push_back({joined.line.size(), begin, said.size()});
    joined.line += said;
    if (said.ends_with("\\n") || open.size() > max_open) close(it);
  }
  while (!open.empty()) close(open.begin());
  return out;
}

}  // namespace covey::protocol

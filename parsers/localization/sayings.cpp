#include "parsers/localization/sayings.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <cstring>
#include <iterator>
#include <utility>

namespace covey::parsers {
namespace {

constexpr std::size_t beginning = sizeof(std::uint64_t), min_bytes = 12;

std::uint64_t key_of(std::string_view text) {
  std::uint64_t out = 0;
  std::memcpy(&out, text.data(), beginning);
  return out;
}

// Where the quoted text ends that begins behind `at`; npos: not in its line.
std::size_t end_of_quoted(std::string_view line, std::size_t at) {
  for (auto i = at + 1; i < line.size(); ++i) {
    if (line[i] == line[at]) return i;
    if (line[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

// How many bytes at the front of `rest` are replaced when the text is made: "%-4d", "{0:x}", "${name}", "\\n"; 0: none.
std::size_t placeholder_at(std::string_view rest, bool raw) {
  if (rest.front() == '\\' && !raw) return std::min<std::size_t>(rest.size(), 2);
  if (rest.front() == '{' || rest.starts_with("${")) {
    const auto end = rest.find('}');
    return end == std::string_view::npos ? 0 : end + 1;
  }
  if (rest.front() != '%') return 0;
  const auto verb = rest.find_first_not_of("0123456789.+-# *[]()", 1);
  return verb == std::string_view::npos ? rest.size() : verb + 1;
}

std::vector<std::string> parts_of(std::string_view quoted, bool raw) {
  std::vector<std::string> out(1);
  while (!quoted.empty()) {
    const bool is_escaped = !raw && quoted.size() > 1 && quoted[0] == '\\' && std::string_view{"\\\"'"}.find(quoted[1]) != std::string_view::npos;
    if (is_escaped) quoted.remove_prefix(1);
    const auto put_in = is_escaped ? 0 : placeholder_at(quoted, raw);
    if (put_in > 0)
      out.emplace_back();
    else
      out.back() += quoted.front();
    quoted.remove_prefix(std::max<std::size_t>(put_in, 1));
  }
  return out;
}

}  // namespace

void sayings::add(std::string_view file, std::string_view source) {
  std::string_view line;
  for (std::uint32_t number = 1; next_line(source, line); ++number)
    for (auto at = line.find_first_of("\"'`"); at != std::string_view::npos; at = line.find_first_of("\"'`", at + 1)) {
      const auto end = end_of_quoted(line, at);
      if (end == std::string_view::npos) continue;
      const auto quoted = line.substr(at + 1, end - at - 1);
      auto parts = parts_of(quoted, false);
      if (quoted.find('\\') != std::string_view::npos) std::ranges::move(parts_of(quoted, true), std::back_inserter(parts));
      for (const auto& part : parts) {
        const auto text = trimmed(part);
        if (text.size() >= min_bytes && text.find(' ') != std::string_view::npos)
          by_beginning_[key_of(text)].push_back({std::string{text}, {std::string{file}, number}});
      }
      at = end;
    }
}

std::vector<location> sayings::places_of(std::string_view message) const {
  message = message.substr(0, max_text);
  std::vector<location> out;
  std::size_t longest = 0;
  for (; message.size() >= min_bytes; message.remove_prefix(1)) {
    const auto found = by_beginning_.find(key_of(message));
    if (found == by_beginning_.end()) continue;
    for (const auto& one : found->second) {
      if (one.text.size() < longest || !message.starts_with(one.text)) continue;
      if (one.text.size() > longest) out.clear();
      longest = one.text.size();
      if (std::find(out.begin(), out.end(), one.where) == out.end()) out.push_back(one.where);
    }
  }
  return out.size() > max_places ? std::vector<location>{} : out;
}

}  // namespace covey::parsers

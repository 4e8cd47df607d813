#include "parsers/languages/node/output/stack_text.hpp"
#include "parsers/text/path.hpp"
#include "parsers/text/slices.hpp"
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

namespace covey::parsers::languages::node {
namespace {

template <class Each>
void each_line(std::string_view text, Each each) {
  for (std::string_view line; next_line(text, line);) each(line);
}

// "/w/a.js:3:5" or "file:///w/a.js:3" -> its place.
std::optional<location> place_in(std::string_view text, std::string_view base) {
  if (text.starts_with("file://")) text.remove_prefix(7);
  const bool relative = !text.starts_with('/');
  if (relative && (base.empty() || text.find(':') == std::string_view::npos)) return std::nullopt;
  std::array<std::uint32_t, 2> numbers{};
  std::size_t found = 0;
  while (found < numbers.size()) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) break;
    const auto digits = text.substr(colon + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), numbers[found]);
    if (error != std::errc{} || end != digits.data() + digits.size()) break;
    text = text.substr(0, colon);
    ++found;
  }
  if (found == 0) return std::nullopt;
  // "native:7:39" and "node:assert:50" are places in the runtime, not in a file.
  if (relative && (text.find(':') != std::string_view::npos || text.find('.') == std::string_view::npos))
    return std::nullopt;
  const auto path = relative ? std::string{base} + "/" + std::string{text} : std::string{text};
  return location{normal_path(path), numbers[found - 1]};
}

// The name of an error class: a word that ends in "Error" or "Exception".
bool names_error(std::string_view word) {
  const bool letters = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '$' || c == '.';
  });
  return letters && (word.ends_with("Error") || word.ends_with("Exception"));
}

// Passes each place and whether it is in a stack frame: the place of a syntax error or an uncaught error
// stands alone, before the source line it is about.
template <class Each>
void each_place(std::string_view text, std::string_view base, Each each) {
  each_line(text, [&](std::string_view line) {
    auto rest = trimmed(line);
    const bool frame = rest.starts_with("at ");
    if (frame) {
      // The first parenthesis before a path: the path may contain parentheses itself.
      auto open = std::min(rest.find("(/"), rest.find("(file:"));
      if (open == std::string_view::npos) open = rest.rfind('(');
      rest = rest.ends_with(')') && open != std::string_view::npos
                 ? rest.substr(open + 1, rest.size() - open - 2)
                 : rest.substr(rest.rfind(' ') + 1);
    }
    if (auto place = place_in(rest, frame ? base : std::string_view{})) each(std::move(*place), frame);
  });
}

}  // namespace

std::vector<location> stack_places(std::string_view text, std::string_view base) {
  std::vector<location> out;
  each_place(text, base, [&](location place, bool) { out.push_back(std::move(place)); });
  return out;
}

std::optional<std::string> own_file(std::string_view file, std::string_view root) {
  auto below = path_below(root, file);
  const bool installed =
      below && (below->starts_with("node_modules/") || below->find("/node_modules/") != std::string::npos);
  return installed ? std::nullopt : below;
}

location own_place(std::string_view text, std::string_view root) {
  location alone;
  location framed;
  std::size_t of_framed = 0;
  bool same_file = false;
  bool over = false;
  each_place(text, {}, [&](const location& place, bool frame) {
    auto own = over ? std::nullopt : own_file(place.file, root);
    if (!own) return;
    if (!frame) {
      over = alone.line > 0 || framed.line > 0;
      if (!over) alone = {std::move(*own), place.line};
      return;
    }
    same_file = same_file || alone.file == *own;
    if (of_framed++ == 0) framed = {std::move(*own), place.line};
  });
  return alone.line > 0 && !same_file ? alone : framed;
}

std::string error_message(std::string_view text) {
  std::string out;
  each_line(text, [&](std::string_view line) {
    if (!out.empty()) return;
    for (auto rest = trimmed(line); !rest.empty();) {
      const auto colon = rest.find(": ");
      if (colon == std::string_view::npos) return;
      auto head = rest.substr(0, colon);
      rest.remove_prefix(colon + 2);
      if (head.ends_with(']')) head = head.substr(0, head.rfind(" ["));  // "Error [ERR_X]: …"
      const auto name = head.substr(head.find_last_of(" (") + 1);
      if (!names_error(name)) continue;
      out = name == "Error" ? std::string{rest} : std::string{name} + ": " + std::string{rest};
      return;
    }
  });
  return out;
}

std::string error_line(std::string_view text) {
  for (std::string_view line; next_line(text, line);)
    if (line.starts_with("error: ") && line.size() > 7) return std::string{line.substr(7)};
  return {};
}

}  // namespace covey::parsers::languages::node

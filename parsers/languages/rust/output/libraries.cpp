#include "parsers/languages/rust/output/libraries.hpp"
#include "parsers/languages/rust/output/panic.hpp"
#include <algorithm>
#include <charconv>

namespace covey::parsers::languages::rust {
namespace {

std::string_view next_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const auto line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
  return text.substr(0, text.find_last_not_of(" \n") + 1);
}

// "    3     3 │-apple" without the line numbers of both texts; headers as in a unified diff.
std::string without_gutter(std::string_view line) {
  constexpr std::string_view bar = " │";
  if (line == "-old snapshot") return "--- snapshot";
  if (line == "+new results") return "+++ new result";
  const auto at = line.find(bar);
  if (at == std::string_view::npos ||
      line.substr(0, at).find_first_not_of(" 0123456789") != std::string_view::npos)
    return std::string{line};
  return std::string{line.substr(at + bar.size())};
}

// Returns the text between two marks; `text` becomes the rest, which begins with the second mark.
std::optional<std::string_view> take_between(std::string_view& text, std::string_view begin,
                                             std::string_view end) {
  const auto at = text.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  const auto rest = text.substr(at + begin.size());
  const auto stop = rest.find(end);
  if (stop == std::string_view::npos) return std::nullopt;
  text = rest.substr(stop);
  return rest.substr(0, stop);
}

}  // namespace

std::optional<expect_test> read_expect_test(std::string_view printed) {
  constexpr std::string_view title = "error: expect test failed\n   --> ";
  constexpr std::string_view expect = "\nExpect:\n----\n", actual = "\n----\n\nActual:\n----\n",
                             diff = "\n----\n\nDiff:\n----\n";
  const auto place = take_between(printed, title, "\n");
  if (!place) return std::nullopt;
  const auto wanted = take_between(printed, expect, actual), got = take_between(printed, actual, diff);
  if (!wanted || !got) return std::nullopt;
  expect_test out{{}, std::string{*wanted}, std::string{*got}};
  if (auto found = read_place(*place)) out.where = std::move(found->first);
  return out;
}

std::string insta_diff(std::string_view printed) {
  constexpr std::string_view title = " Snapshot Summary ", end = "Stopped on the first failure", rule = "──";
  const auto at = printed.rfind(title);
  if (at == std::string_view::npos) return {};
  auto rest = printed.substr(at);
  next_line(rest);
  rest = rest.substr(0, std::min(rest.find(end), rest.find("\nthread '")));
  std::string out;
  bool begun = false;
  while (!rest.empty()) {
    const auto line = next_line(rest);
    begun = begun || line.starts_with("-old") || line.starts_with("+new");
    if (begun && !line.starts_with(rule)) out += without_gutter(line) + "\n";
  }
  out.erase(out.find_last_not_of(" \n") + 1);
  const bool has_old = !out.starts_with('+');
  return has_old ? out : "there is no such snapshot yet\n" + out;
}

std::string googletest_messages(std::string_view printed) {
  constexpr std::string_view begin = "Value of: ", expected = "Expected: ", place = "  at ";
  std::string out, block;
  bool named = false;
  while (!printed.empty()) {
    const auto line = next_line(printed);
    if (line.starts_with(begin)) {
      block.clear();
      named = false;
    }
    if (block.empty() && !line.starts_with(begin)) continue;
    block += std::string{line} + "\n";
    named = named || line.starts_with(expected);
    if (!named || !line.starts_with(place) || !read_place(line.substr(place.size()))) continue;
    out += (out.empty() ? "" : "\n") + std::exchange(block, {});
  }
  return std::string{trimmed(out)};
}

location proptest_place(std::string_view message) {
  constexpr std::string_view begin = "Test failed: ", end = ".\nminimal failing input", separator = " at ";
  if (!message.starts_with(begin)) return {};
  message = message.substr(0, message.find(end));
  const auto at = message.rfind(separator);
  if (at == std::string_view::npos) return {};
  const auto place = message.substr(at + separator.size());
  const auto colon = place.rfind(':');
  location out;
  if (colon == std::string_view::npos ||
      place.substr(0, colon).find_first_of("\n ") != std::string_view::npos)
    return {};
  const auto digits = place.substr(colon + 1);
  const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.line);
  if (error != std::errc{} || stop != digits.data() + digits.size()) return {};
  out.file = std::string{place.substr(0, colon)};
  return out;
}

location place_line(std::string_view text) {
  while (!text.empty()) {
    const auto line = trimmed(next_line(text));
    if (!line.starts_with("at ")) continue;
    if (auto place = read_place(line.substr(3))) return std::move(place->first);
  }
  return {};
}

}  // namespace covey::parsers::languages::rust

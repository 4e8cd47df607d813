#include "parsers/languages/python/fnmatch.hpp"
#include "parsers/syntax/wildcard.hpp"

namespace covey::parsers::languages::python {
namespace {

// For a pattern that begins with '[': the position of its ']'; npos: the bracket matches itself.
std::size_t end_of_set(std::string_view pattern) {
  std::size_t at = 1;
  if (at < pattern.size() && pattern[at] == '!') ++at;
  return pattern.find(']', at < pattern.size() && pattern[at] == ']' ? at + 1 : at);
}

bool is_in_set(char c, std::string_view set) {
  const bool negated = !set.empty() && set.front() == '!';
  if (negated) set.remove_prefix(1);
  const auto code = [](char one) { return static_cast<unsigned char>(one); };
  bool found = false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i + 2 < set.size() && set[i + 1] == '-') {
      found = found || (code(set[i]) <= code(c) && code(c) <= code(set[i + 2]));
      i += 2;
    } else {
      found = found || set[i] == c;
    }
  }
  return found != negated;
}

// The length of the pattern's head that matches the character.
std::size_t fit_one(std::string_view pattern, char c) {
  if (pattern.front() == '?') return 1;
  if (pattern.front() == '[')
    if (const auto end = end_of_set(pattern); end != std::string_view::npos)
      return is_in_set(c, pattern.substr(1, end - 1)) ? end + 1 : 0;
  return pattern.front() == c ? 1 : 0;
}

}  // namespace

bool fnmatch(std::string_view text, std::string_view pattern) {
  return fits_wildcards(pattern, text, fit_one);
}

}  // namespace covey::parsers::languages::python

// What nearly all lines of a tracefile are, read fast. A line that is not quite so is left to lcov.cpp.
#include "parsers/coverage/lcov.hpp"
#include "parsers/coverage/lcov_fields.hpp"
#include "parsers/text/utf8.hpp"
#include <cstring>

namespace covey::parsers {
namespace {

bool possible(std::uint64_t line) {
  return line - 1 < max_line_number;
}

bool add_hits(lcov_fields::cursor& at, std::vector<line_hits>& to) {
  auto fields = at;
  std::uint64_t line = 0, count = 0;
  if (!fields.take("DA:") || !fields.take_two(',', line, '\n', count) || !possible(line)) return false;
  const line_hits entry{static_cast<std::uint32_t>(line), count};  // made in the vector it would be slow
  to.push_back(entry);
  at = fields;
  return true;
}

bool add_branch(lcov_fields::cursor& at, std::vector<branch_hits>& to) {
  auto fields = at;
  std::uint64_t line = 0, block = 0, branch = 0, count = 0;
  if (!fields.take("BRDA:") || !fields.take_two(',', line, ',', block) || !fields.take(',', branch))
    return false;
  const bool reached = !fields.take("-\n");
  if ((reached && !fields.take('\n', count)) || !possible(line)) return false;
  const branch_hits entry{static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(block),
                          static_cast<std::uint32_t>(branch), count, reached};
  to.push_back(entry);
  at = fields;
  return true;
}

}  // namespace

// Well-formed lines of the frequent kinds, up to the first line that is something else or is near the end.
const char* lcov_reader::read_usual(const char* at, const char* end) {
  while (end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach)) {
    const auto* const block = at;
    lcov_fields::cursor fields{at};
    for (; add_hits(fields, data_.lines) || add_branch(fields, data_.branches); ++line_number_)
      at = fields.at();
    if (at == block) at = read_usual_function(fields, end);
    if (at == block) break;
  }
  return at;
}

// An FN without an end, or the FNDA that follows the one before. Where it is none of them: what follows
// begins where `fields` stands.
const char* lcov_reader::read_usual_function(lcov_fields::cursor fields, const char* end) {
  constexpr std::size_t longest = 1024;
  const auto* const none = fields.at();
  std::uint64_t number = 0;
  const bool call = fields.take("FNDA:");
  if (!(call || fields.take("FN:")) || !fields.take(',', number)) return none;
  const auto* stop =
      static_cast<const char*>(std::memchr(fields.at(), '\n', static_cast<std::size_t>(end - fields.at())));
  const std::string_view name{fields.at(), static_cast<std::size_t>(stop - fields.at())};
  if (name.empty() || name.size() > longest || lcov_fields::blank(name.back())) return none;
  if (call) {
    if (!calls_.add_next(data_.functions, name, number)) return none;
  } else {
    if (!possible(number) || (name.front() >= '0' && name.front() <= '9') || !is_utf8(name)) return none;
    data_.functions.push_back({std::string{name}, static_cast<std::uint32_t>(number), 0, 0});
  }
  ++line_number_;
  return stop + 1;
}

}  // namespace covey::parsers

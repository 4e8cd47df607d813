// The fast path for nearly all lines of a tracefile. Every other line is left to reader.cpp.
#include "parsers/coverage/formats/lcov/reader.hpp"
#include "parsers/coverage/formats/lcov/fields.hpp"
#include <cstring>

namespace covey::parsers {
namespace {

bool possible(std::uint64_t line) {
  return line - 1 < max_line_number;
}

template <std::size_t Size>
bool begins_with(const char* at, const char (&text)[Size]) {
  return std::memcmp(at, text, Size - 1) == 0;
}

bool take_entry(lcov_fields::cursor& at, line_hits& entry) {
  auto fields = at;
  std::uint64_t line = 0, count = 0;
  if (!fields.take("DA:") || !fields.take_two(',', line, '\n', count) || !possible(line)) return false;
  entry = {static_cast<std::uint32_t>(line), count};
  at = fields;
  return true;
}

bool take_entry(lcov_fields::cursor& at, branch_hits& entry) {
  auto fields = at;
  std::uint64_t line = 0, block = 0, branch = 0, count = 0;
  if (!fields.take("BRDA:") || !fields.take_two(',', line, ',', block) || !possible(line)) return false;
  auto way = fields;
  const bool reached = way.take_two(',', branch, '\n', count);
  if (!reached && (!(way = fields).take(',', branch) || !way.take("-\n"))) return false;
  entry = {static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(block),
           static_cast<std::uint32_t>(branch), count, reached};
  at = way;
  return true;
}

// Reads lines of one kind, until another one comes or the end is near. Returns the place behind them.
template <std::size_t Size, class Packing>
const char* take_entries(const char (&kind)[Size], const char* at, const char* end, packed_list<Packing>& to,
                         std::uint64_t& lines) {
  constexpr std::size_t shortest = 7;  // "DA:1,1\n"
  typename packed_list<Packing>::appender entries{to};
  while (end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach) && begins_with(at, kind)) {
    entries.make_room(lcov_fields::block / shortest);
    lcov_fields::cursor fields{at};
    for (typename Packing::entry entry; take_entry(fields, entry);) entries.push_back(entry);
    if (fields.at() == at) break;
    at = fields.at();
  }
  lines += entries.added();
  return at;
}

}  // namespace

// Reads well-formed lines of the frequent kinds, up to the first other line or one near the end.
const char* lcov_reader::read_usual(const char* at, const char* end) {
  for (const char* from = nullptr; at != from;) {
    from = at;
    at = take_entries("DA:", at, end, data_.lines, line_number_);
    at = take_entries("BRDA:", at, end, data_.branches, line_number_);
    while (end - at >= static_cast<std::ptrdiff_t>(lcov_fields::reach) && take_function(at)) ++line_number_;
  }
  return at;
}

// Reads an FN without an end, or the FNDA that follows the one before, if its name fits into a block; moves
// `at` behind it.
bool lcov_reader::take_function(const char*& at) {
  const auto* name = at;
  std::uint64_t number = 0;
  if (begins_with(at, "FNDA:")) {
    if (!lcov_fields::take(name += 5, ',', number)) return false;
    const auto size = calls_.take_next(data_.functions, name, number);
    if (size > 0) at = name + size + 1;
    return size > 0;
  }
  if (!begins_with(at, "FN:") || !lcov_fields::take(name += 3, ',', number) || !possible(number))
    return false;
  const auto feeds = lcov_fields::line_feeds(name);
  const auto size = static_cast<std::size_t>(std::countr_zero(feeds));
  if (feeds == 0 || size == 0 || (lcov_fields::no_ascii(name) & (feeds - 1) & ~feeds) != 0) return false;
  if ((name[0] >= '0' && name[0] <= '9') || lcov_fields::blank(name[size - 1])) return false;
  data_.functions.push_back_short(name, size, static_cast<std::uint32_t>(number));
  at = name + size + 1;
  return true;
}

}  // namespace covey::parsers

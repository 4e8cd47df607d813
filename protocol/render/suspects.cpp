#include "protocol/render/suspects.hpp"
#include "protocol/text.hpp"
#include "protocol/visible.hpp"
#include <algorithm>
#include <string_view>

namespace covey::protocol {
namespace {

constexpr std::size_t name_bytes = 120;

std::string_view units_of(const parsers::suspect_list& from) {
  switch (from.unit) {
    case parsers::attribution::test:
      return from.shared ? " groups of tests" : "";
    case parsers::attribution::file:
      return " test files";
    case parsers::attribution::package:
      return " packages";
    case parsers::attribution::binary:
      return " test binaries";
    case parsers::attribution::run:
      return " runs";
  }
  return "";
}

std::string counted(std::uint32_t ran, std::uint32_t all, std::string_view what) {
  return std::to_string(ran) + " of " + std::to_string(all) + " " + std::string{what};
}

std::string place_of(const parsers::suspect& one) {
  return one_line(clipped(one.file, name_bytes)) + ":" + std::to_string(one.lines.first);
}

// Where to look first in the function.
std::string worst_of(const parsers::suspect& one) {
  const auto& worst = one.worst;
  const bool says_more = worst.first > 0 && (worst.first != one.lines.first || worst.last != one.lines.last);
  if (!says_more || one.function.empty()) return "";
  if (worst.first == worst.last) return ", most of all line " + std::to_string(worst.first);
  return ", most of all lines " + std::to_string(worst.first) + "-" + std::to_string(worst.last);
}

}  // namespace

parsers::suspect_list first_of(const parsers::suspect_list& all, std::size_t most) {
  auto out = all;
  out.found.resize(tells_apart(all) ? std::min(most, all.found.size()) : 0);
  return out;
}

parsers::suspect_list worth_showing(const parsers::suspect_list& all) {
  auto out = first_of(all);
  if (out.found.empty()) return out;
  const auto least = out.found.front().score / 2;
  const bool single = all.unit == parsers::attribution::test;
  std::erase_if(out.found, [&](const auto& one) {
    return one.score < least || one.ran.failing == 0 || (!single && !one.edited);
  });
  return out;
}

std::string suspect_line(const parsers::suspect_list& all, const parsers::suspect& one) {
  auto out = place_of(one);
  if (!one.function.empty()) out += " " + one_line(clipped(one.function, name_bytes));
  if (one.ran.failing > 0)
    out += " — run by " + counted(one.ran.failing, all.all.failing, "failing") + ", " +
           counted(one.ran.passing, all.all.passing, "passing") + std::string{units_of(all)} + worst_of(one);
  else
    out += " — in the stack";
  if (all.of_run > 0) out += " in run " + std::to_string(all.of_run);
  if (one.edited) out += "; edited since run " + std::to_string(all.edited_since);
  return out;
}

std::string lines_of(const parsers::suspect_list& from) {
  std::string out;
  for (const auto& one : from.found)
    out += (out.empty() ? "   suspects: " : "             ") + suspect_line(from, one) + "\n";
  return out;
}

json::array texts_of(const parsers::suspect_list& from) {
  json::array out;
  for (const auto& one : from.found) out.emplace_back(suspect_line(from, one));
  return out;
}

json::array array_of(const parsers::suspect_list& from) {
  json::array out;
  for (const auto& one : from.found) {
    json::object object{{"file", clipped(one.file, name_bytes)}, {"line", one.lines.first}};
    if (one.lines.last > one.lines.first) object["last"] = one.lines.last;
    if (!one.function.empty()) object["function"] = clipped(one.function, name_bytes);
    object["failing"] = one.ran.failing;
    object["passing"] = one.ran.passing;
    if (!worst_of(one).empty()) object["worst"] = {one.worst.first, one.worst.last};
    if (one.edited) object["edited"] = true;
    out.emplace_back(std::move(object));
  }
  return out;
}

}  // namespace covey::protocol

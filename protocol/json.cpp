#include "protocol/json.hpp"
#include "parsers/text/utf8.hpp"
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace covey::protocol {
namespace {

constexpr std::size_t max_depth = 64;

// Where a number is that overflowed to infinity (1e400) and could not be written back: ".params.x[2]".
std::optional<std::string> place_of_infinity(const json::value& value) {
  if (value.is_double() && !std::isfinite(value.get_double())) return "";
  if (const auto* items = value.if_array())
    for (std::size_t i = 0; i < items->size(); ++i)
      if (const auto place = place_of_infinity((*items)[i])) return "[" + std::to_string(i) + "]" + *place;
  if (const auto* members = value.if_object())
    for (const auto& member : *members)
      if (const auto place = place_of_infinity(member.value()))
        return "." + std::string{std::string_view{member.key()}} + *place;
  return std::nullopt;
}

void write(std::string& out, const json::value& value);

void write(std::string& out, const json::object& members) {
  char separator = '{';
  for (const auto& member : members) {
    out += separator;
    out += json::serialize(member.key());
    out += ':';
    write(out, member.value());
    separator = ',';
  }
  out += members.empty() ? "{}" : "}";
}

void write(std::string& out, const json::array& items) {
  char separator = '[';
  for (const auto& item : items) {
    out += separator;
    write(out, item);
    separator = ',';
  }
  out += items.empty() ? "[]" : "]";
}

void write(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";  // as JavaScript does: JSON has no infinity
    return;
  }
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void write(std::string& out, const json::value& value) {
  if (value.is_object()) return write(out, value.get_object());
  if (value.is_array()) return write(out, value.get_array());
  if (value.is_double()) return write(out, value.get_double());
  out += json::serialize(value);
}

template <class Value>
std::string one_line(const Value& value) {
  std::string out;
  write(out, value);
  // Boost.JSON copies the bytes of strings as they are. What surrounds them is ASCII, so the whole can be
  // repaired.
  return parsers::is_utf8(out) ? out : parsers::repair_utf8(out);
}

}  // namespace

parsed parse_json(std::string_view text) {
  json::parse_options options;
  options.max_depth = max_depth;
  json::parser parser{{}, options};
  json::error_code ec;
  const auto end = parser.write(text.data(), text.size(), ec);
  if (ec) return {nullptr, ec.message() + " at byte " + std::to_string(end)};
  parsed out{parser.release(), {}};
  if (const auto place = place_of_infinity(out.value))
    return {nullptr, "a number is out of range" + (place->empty() ? "" : " at $" + *place)};
  return out;
}

std::string to_text(const json::value& value) {
  return one_line(value);
}

std::string to_text(const json::object& value) {
  return one_line(value);
}

std::string quoted(std::string_view text) {
  return parsers::is_utf8(text) ? json::serialize(json::string_view{text})
                                : json::serialize(json::string_view{parsers::repair_utf8(text)});
}

}  // namespace covey::protocol

#include "protocol/json.hpp"
#include "parsers/text/utf8.hpp"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace covey::protocol {
namespace {

constexpr std::size_t max_depth = 64;

// The path of a number that overflowed to infinity (1e400) and could not be written back: ".params.x[2]".
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

bool needs_escape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

// Only strings with escapes use Boost's serializer: starting one costs more than writing a short string.
void write(std::string& out, std::string_view text) {
  if (std::any_of(text.begin(), text.end(), needs_escape)) {
    out += json::serialize(json::string_view{text});
    return;
  }
  out += '"';
  out += text;
  out += '"';
}

void write(std::string& out, const json::object& members) {
  char separator = '{';
  for (const auto& member : members) {
    out += separator;
    write(out, std::string_view{member.key()});
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

template <class Number>
void write_number(std::string& out, Number number) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void write(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";  // as in JavaScript: JSON has no infinity
    return;
  }
  write_number(out, number);
}

void write(std::string& out, const json::value& value) {
  if (value.is_object()) return write(out, value.get_object());
  if (value.is_array()) return write(out, value.get_array());
  if (value.is_string()) return write(out, std::string_view{value.get_string()});
  if (value.is_double()) return write(out, value.get_double());
  if (value.is_int64()) return write_number(out, value.get_int64());
  if (value.is_uint64()) return write_number(out, value.get_uint64());
  out += value.is_null() ? "null" : value.get_bool() ? "true" : "false";
}

template <class Value>
std::string one_line(const Value& value) {
  std::string out;
  write(out, value);
  // Boost.JSON copies the bytes of strings unchanged. Everything around them is ASCII, so the whole text can
  // be repaired at once.
  return parsers::is_utf8(out) ? out : parsers::repair_utf8(out);
}

bool is_empty(const json::value& value) {
  if (const auto* list = value.if_array()) return list->empty();
  if (const auto* members = value.if_object()) return members->empty();
  if (const auto* text = value.if_string()) return text->empty();
  if (value.is_bool()) return !value.get_bool();
  return value.is_number() && value.to_number<double>() == 0;
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

json::value number_value(double number) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::trunc(number) == number && std::abs(number) <= exact) return static_cast<std::int64_t>(number);
  return number;
}

json::array json_list(const std::vector<std::string>& texts) {
  return json::array(texts.begin(), texts.end());
}

std::string quoted(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16 + 2);
  if (parsers::is_utf8(text))
    write(out, text);
  else
    write(out, std::string_view{parsers::repair_utf8(text)});
  return out;
}

void drop_empty(json::object& from, std::initializer_list<std::string_view> but) {
  json::object kept;
  for (auto& member : from) {
    const bool is_named = std::find(but.begin(), but.end(), std::string_view{member.key()}) != but.end();
    if (auto* inner = member.value().if_object()) drop_empty(*inner, but);
    if (is_named || !is_empty(member.value())) kept[member.key()] = std::move(member.value());
  }
  from = std::move(kept);
}

}  // namespace covey::protocol

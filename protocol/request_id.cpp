#include "protocol/request_id.hpp"
#include <cmath>

namespace covey::protocol {

std::string to_json(const request_id& id) {
  if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
  if (const auto* decimal = std::get_if<decimal_id>(&id))
    return decimal->text.empty() ? std::to_string(decimal->value) + ".0" : decimal->text;
  return quoted(std::get<std::string>(id));
}

std::optional<request_id> read_id(const json::value& value) {
  if (value.is_int64()) return request_id{value.get_int64()};
  if (value.is_string()) return request_id{std::string{std::string_view{value.get_string()}}};
  constexpr double exact = 9007199254740992.0;  // beyond it several integers share a double
  if (!value.is_double() || std::abs(value.get_double()) > exact) return std::nullopt;
  const auto number = static_cast<std::int64_t>(value.get_double());
  if (static_cast<double>(number) != value.get_double()) return std::nullopt;
  return request_id{decimal_id{number, {}}};
}

std::optional<request_id> read_id_text(std::string_view text) {
  const auto read = parse_json(text);
  auto id = read.ok() ? read_id(read.value) : std::nullopt;
  if (auto* decimal = id ? std::get_if<decimal_id>(&*id) : nullptr) decimal->text = text;
  return id;
}

// --- the id of a line that is invalid JSON or too long to be kept: its sender still waits for an answer

namespace {

constexpr std::size_t max_id = 1024;
constexpr std::size_t max_key = 16;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace

void id_scanner::feed(std::string_view bytes) {
  for (const char c : bytes) {
    if (at_ == place::lost) return;
    take(c);
  }
}

void id_scanner::take(char c) {
  if (in_string_) return take_in_string(c);
  if (is_blank(c)) {
    if (at_ == place::capture && depth_ == 1 && !value_.empty()) at_ = place::after;
    return;
  }
  take_outside(c);
}

void id_scanner::take_in_string(char c) {
  if (depth_ == 1 && at_ == place::key && key_.size() < max_key && (c != '"' || escaped_)) key_ += c;
  if (at_ == place::capture) keep(c);
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
    if (depth_ != 1) return;
    if (at_ == place::key) at_ = place::colon;
    if (at_ == place::capture) at_ = place::after;
  }
}

void id_scanner::take_outside(char c) {
  if (c == '{' || c == '[') return open(c);
  if (c == '}' || c == ']') return close();
  if (at_ == place::before) {
    at_ = place::lost;  // not an object: it has no members
  } else if (c == '"') {
    begin_string(c);
  } else if (depth_ != 1) {
    return;
  } else if (c == ',') {
    at_ = place::key;
    key_.clear();
  } else if (c == ':' && at_ == place::colon) {
    const bool is_id = key_ == "id";
    at_ = is_id ? place::capture : place::value;
    if (is_id && ++found_ == 1) value_.clear();
  } else if (at_ == place::capture) {
    keep(c);
  }
}

void id_scanner::open(char c) {
  if (at_ == place::before) {
    at_ = c == '{' ? place::key : place::lost;
  } else if (at_ == place::capture && depth_ == 1) {
    kept_whole_ = false;  // an id is never an object or a list
    at_ = place::value;
  } else if (at_ == place::after && depth_ == 0) {
    at_ = place::lost;
  }
  ++depth_;
}

void id_scanner::close() {
  if (--depth_ == 0) at_ = place::after;
  if (depth_ < 0) at_ = place::lost;
}

void id_scanner::begin_string(char c) {
  in_string_ = true;
  if (at_ == place::capture && depth_ == 1) keep(c);
}

void id_scanner::keep(char c) {
  if (value_.size() < max_id && found_ == 1)
    value_ += c;
  else
    kept_whole_ = false;
}

std::optional<request_id> id_scanner::id() const {
  const bool broken_off = in_string_ || at_ == place::capture;
  if (found_ != 1 || !kept_whole_ || broken_off || at_ == place::lost) return std::nullopt;
  return read_id_text(value_);
}

}  // namespace covey::protocol

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

}  // namespace covey::protocol

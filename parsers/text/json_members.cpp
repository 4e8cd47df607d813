#include "parsers/text/json_members.hpp"
#include <boost/json.hpp>
#include <cmath>

namespace covey::parsers {

namespace json = boost::json;

std::string text_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_string() ? std::string{value->get_string()} : std::string{};
}

bool flag_at(const json::object& from, std::string_view name, bool absent) {
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_bool() ? value->get_bool() : absent;
}

std::uint64_t number_at(const json::object& from, std::string_view name) {
  const auto* value = from.if_contains(name);
  if (value == nullptr) return 0;
  if (value->is_int64()) return value->get_int64() < 0 ? 0 : static_cast<std::uint64_t>(value->get_int64());
  if (value->is_uint64()) return value->get_uint64();
  constexpr double max = 1e15;
  if (value->is_double() && value->get_double() > 0 && value->get_double() < max)
    return static_cast<std::uint64_t>(std::llround(value->get_double()));
  return 0;
}

const json::object& object_at(const json::object& from, std::string_view name) {
  static const json::object none;
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_object() ? value->get_object() : none;
}

const json::array& list_at(const json::object& from, std::string_view name) {
  static const json::array none;
  const auto* value = from.if_contains(name);
  return value != nullptr && value->is_array() ? value->get_array() : none;
}

}  // namespace covey::parsers

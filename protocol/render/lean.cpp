#include "protocol/render/lean.hpp"
#include <algorithm>

namespace covey::protocol {
namespace {

bool is_empty(const json::value& value) {
  if (const auto* list = value.if_array()) return list->empty();
  if (const auto* members = value.if_object()) return members->empty();
  if (const auto* text = value.if_string()) return text->empty();
  if (value.is_bool()) return !value.get_bool();
  return value.is_number() && value.to_number<double>() == 0;
}

}  // namespace

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

#include "tests/support/schema_check.hpp"
#include <algorithm>
#include <array>
#include <string_view>

namespace covey::testing {
namespace {

namespace json = boost::json;

constexpr std::array<std::string_view, 14> known_keywords = {
    "type",     "properties", "required", "additionalProperties", "items",   "enum",
    "minimum",  "maximum",    "title",    "description",          "default", "$schema",
    "examples", "format"};

bool has_type(const json::value& value, std::string_view type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_bool();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  return type == "integer" && (value.is_int64() || value.is_uint64());
}

class checker {
 public:
  std::vector<std::string> diagnostics;

  void check(const json::value& value, const json::object& schema, const std::string& place) {
    for (const auto& member : schema)
      if (std::find(known_keywords.begin(), known_keywords.end(), std::string_view{member.key()}) ==
          known_keywords.end())
        complain(place, "unknown keyword " + std::string{member.key()});
    check_type(value, schema, place);
    check_decisions(value, schema, place);
    check_range(value, schema, place);
    if (value.is_object()) check_members(value.get_object(), schema, place);
    if (value.is_array())
      if (const auto* items = schema.if_contains("items"))
        for (std::size_t i = 0; i < value.get_array().size(); ++i)
          check(value.get_array()[i], items->as_object(), place + "[" + std::to_string(i) + "]");
  }

 private:
  void complain(const std::string& place, const std::string& text) {
    diagnostics.push_back(place + ": " + text);
  }

  void check_type(const json::value& value, const json::object& schema, const std::string& place) {
    const auto* type = schema.if_contains("type");
    if (type == nullptr) return;
    const json::array wanted = type->is_array() ? type->get_array() : json::array{*type};
    const bool fits = std::any_of(wanted.begin(), wanted.end(), [&](const json::value& one) {
      return has_type(value, std::string_view{one.as_string()});
    });
    if (!fits) complain(place, json::serialize(value).substr(0, 80) + " is no " + json::serialize(*type));
  }

  void check_decisions(const json::value& value, const json::object& schema, const std::string& place) {
    const auto* choices = schema.if_contains("enum");
    if (choices == nullptr) return;
    const auto& all = choices->as_array();
    if (std::find(all.begin(), all.end(), value) == all.end())
      complain(place, json::serialize(value) + " is none of " + json::serialize(*choices));
  }

  void check_range(const json::value& value, const json::object& schema, const std::string& place) {
    if (!value.is_number()) return;
    const auto number = value.to_number<double>();
    const auto* minimum = schema.if_contains("minimum");
    const auto* maximum = schema.if_contains("maximum");
    if (minimum != nullptr && number < minimum->to_number<double>()) complain(place, "below the minimum");
    if (maximum != nullptr && number > maximum->to_number<double>()) complain(place, "above the maximum");
  }

  void check_members(const json::object& value, const json::object& schema, const std::string& place) {
    if (const auto* required = schema.if_contains("required"))
      for (const auto& name : required->as_array())
        if (!value.contains(name.as_string())) complain(place, "no " + std::string{name.as_string()});
    const auto* properties = schema.if_contains("properties");
    const auto* others = schema.if_contains("additionalProperties");
    for (const auto& member : value) {
      const auto inside = place + "." + std::string{member.key()};
      const auto* known = properties != nullptr ? properties->as_object().if_contains(member.key()) : nullptr;
      if (known != nullptr)
        check(member.value(), known->as_object(), inside);
      else if (others != nullptr && others->is_object())
        check(member.value(), others->get_object(), inside);
      else if (others != nullptr && !others->as_bool())
        complain(inside, "not allowed");
    }
  }
};

}  // namespace

std::vector<std::string> schema_diagnostics(const boost::json::value& value,
                                            const boost::json::object& schema) {
  checker all;
  all.check(value, schema, "$");
  return all.diagnostics;
}

std::string schema_report(const boost::json::value& value, const boost::json::object& schema) {
  std::string text;
  for (const auto& diagnostic : schema_diagnostics(value, schema))
    text += (text.empty() ? "" : "; ") + diagnostic;
  return text;
}

}  // namespace covey::testing

#include "protocol/schema.hpp"
#include <cmath>
#include <string>

namespace covey::protocol {
namespace {

std::string_view type_name(argument_type type) {
  switch (type) {
    case argument_type::string:
      return "string";
    case argument_type::number:
      return "number";
    case argument_type::integer:
      return "integer";
    case argument_type::boolean:
      return "boolean";
    case argument_type::strings:
      return "array";
    case argument_type::variables:
    case argument_type::place:
      return "object";
  }
  return "string";
}

// The limits of a lenient argument go into its description: in the schema they would make clients reject
// values that the tool accepts.
std::string described(const argument& of) {
  std::string text{of.description};
  if (!of.lenient) return text;
  if (of.maximum) text += (text.empty() ? "at most " : "; at most ") + to_text(number_value(*of.maximum));
  return text;
}

json::object property(const argument& of) {
  json::object out{{"type", type_name(of.type)}};
  if (const auto text = described(of); !text.empty()) out["description"] = text;
  if (of.type == argument_type::strings) out["items"] = json::object{{"type", "string"}};
  if (of.type == argument_type::variables) out["additionalProperties"] = json::object{{"type", "string"}};
  if (of.type == argument_type::place)
    out["properties"] = {{"file", {{"type", "string"}}}, {"line", {{"type", "integer"}}}};
  if (!of.choices.empty()) out["enum"] = json::array(of.choices.begin(), of.choices.end());
  if (of.default_value) out["default"] = number_value(*of.default_value);
  if (!of.default_text.empty()) out["default"] = of.default_text;
  if (of.minimum && !of.lenient && of.range_told) out["minimum"] = number_value(*of.minimum);
  if (of.maximum && !of.lenient && of.range_told) out["maximum"] = number_value(*of.maximum);
  return out;
}

}  // namespace

json::value number_value(double number) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (std::trunc(number) == number && std::abs(number) <= exact) return static_cast<std::int64_t>(number);
  return number;
}

json::object input_schema(const std::vector<argument>& arguments) {
  json::object schema{{"type", "object"}};
  json::object properties;
  json::array required;
  for (const auto& entry : arguments) {
    properties[entry.name] = property(entry);
    if (entry.required) required.emplace_back(entry.name);
  }
  schema["properties"] = std::move(properties);  // even if empty: some hosts refuse the whole list otherwise
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

}  // namespace covey::protocol

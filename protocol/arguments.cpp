#include "protocol/arguments.hpp"
#include "protocol/text.hpp"
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace covey::protocol {
namespace {

std::string_view type_name(argument_type type) {
  static constexpr std::array<std::string_view, 8> in_order{"string", "number", "integer", "boolean",
                                                            "array",  "object", "object",  "array"};
  return in_order.at(static_cast<std::size_t>(type));
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
  if (of.type == argument_type::rules)
    out["items"] = {{"type", "object"},
                    {"properties", {{"files", {{"type", "string"}}}, {"tests", {{"type", "string"}}}}}};
  if (!of.choices.empty()) out["enum"] = json::array(of.choices.begin(), of.choices.end());
  if (of.default_value) out["default"] = number_value(*of.default_value);
  if (!of.default_text.empty()) out["default"] = of.default_text;
  if (of.minimum && !of.lenient && of.range_told) out["minimum"] = number_value(*of.minimum);
  if (of.maximum && !of.lenient && of.range_told) out["maximum"] = number_value(*of.maximum);
  return out;
}

}  // namespace

json::object input_schema(const std::vector<argument>& arguments) {
  json::object schema{{"type", "object"}};
  json::object properties;
  json::array required;
  for (const auto& entry : arguments) {
    if (!entry.in_schema) continue;
    properties[entry.name] = property(entry);
    if (entry.required) required.emplace_back(entry.name);
  }
  schema["properties"] = std::move(properties);  // even if empty: some hosts refuse the whole list otherwise
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

// --- the arguments of a call, checked against the declaration

namespace {

// Up to here every integer has its own double (2^53 - 1).
constexpr double largest_integer = 9007199254740991;
constexpr std::size_t shown_value = 80;

// The result of a check: a value, or an error as the end of a sentence ("must be a number, got true").
struct checked {
  arguments::value_type value;
  std::string problem;
};

checked problem(const std::string& what, const json::value& given) {
  return {{}, what + ", got " + clipped(to_text(given), shown_value)};
}

std::string number_text(double number) {
  return to_text(number_value(number));
}

std::string joined(const std::vector<std::string_view>& names) {
  std::string out;
  for (const auto name : names) out += (out.empty() ? "" : ", ") + std::string{name};
  return out;
}

checked check_string(const argument& known, const json::value& given) {
  if (!given.is_string()) return problem("must be a string", given);
  std::string text{std::string_view{given.get_string()}};
  const auto& choices = known.choices;
  if (!choices.empty() && std::find(choices.begin(), choices.end(), text) == choices.end())
    return problem("must be one of " + joined(choices), given);
  return {std::move(text), {}};
}

checked check_number(const argument& known, const json::value& given) {
  if (!given.is_number()) return problem("must be a number", given);
  double number = given.to_number<double>();
  if (known.lenient && known.maximum) number = std::min(number, *known.maximum);
  if (known.minimum && number < *known.minimum)
    return problem("must be at least " + number_text(*known.minimum), given);
  if (known.maximum && number > *known.maximum)
    return problem("must be at most " + number_text(*known.maximum), given);
  return {number, {}};
}

checked check_integer(const argument& known, const json::value& given) {
  auto out = check_number(known, given);
  if (!out.problem.empty()) return out;
  const double number = std::get<double>(out.value);
  if (std::trunc(number) != number) return problem("must be a whole number", given);
  if (std::abs(number) > largest_integer)
    return problem(
        "must lie within " + number_text(-largest_integer) + " and " + number_text(largest_integer), given);
  return out;
}

checked check_boolean(const json::value& given) {
  if (!given.is_bool()) return problem("must be true or false", given);
  return {given.get_bool(), {}};
}

// Its size as JSON, without the quotes.
std::size_t written_size(std::string_view text) {
  return quoted(text).size() - 2;
}

checked too_large(std::size_t bytes, const argument& known, std::string_view remedy) {
  return {{},
          "holds " + std::to_string(bytes) + " bytes, the limit is " + std::to_string(known.max_bytes) +
              std::string{remedy}};
}

checked check_strings(const argument& known, const json::value& given) {
  const auto* items = given.if_array();
  if (items == nullptr) return problem("must be an array of strings", given);
  std::vector<std::string> out;
  std::size_t bytes = 0;
  for (const auto& item : *items) {
    if (!item.is_string()) return problem("must be an array of strings", given);
    out.emplace_back(std::string_view{item.get_string()});
    bytes += written_size(out.back());
  }
  if (known.max_bytes > 0 && bytes > known.max_bytes)
    return too_large(bytes, known, "; ask in several calls");
  return {std::move(out), {}};
}

checked check_variables(const argument& known, const json::value& given) {
  const auto* members = given.if_object();
  if (members == nullptr) return problem("must be an object of strings", given);
  arguments::variables out;
  std::size_t bytes = 0;
  for (const auto& member : *members) {
    const std::string name{std::string_view{member.key()}};
    if (!member.value().is_string())
      return problem("must be an object of strings: " + clipped(quoted(name), shown_value), member.value());
    const auto& value = out[name] = std::string{std::string_view{member.value().get_string()}};
    bytes += written_size(name) + written_size(value);
  }
  if (known.max_bytes > 0 && bytes > known.max_bytes)
    return too_large(bytes, known, "; set what is large in the server's own environment");
  return {std::move(out), {}};
}

// Kept as texts.
checked check_place(const json::value& given) {
  arguments::variables out;
  bool is_good = given.is_object();
  if (is_good)
    for (const auto& [name, value] : given.get_object()) {
      const auto* line = value.if_int64();
      const bool is_line = name == "line" && line != nullptr && *line >= 0 && *line < 0xffffffff;
      is_good = is_good && (is_line || (name == "file" && value.is_string()));
      out[std::string{name}] =
          value.is_string() ? std::string{std::string_view{value.get_string()}} : to_text(value);
    }
  if (!is_good || out["file"].empty())
    return problem("must be {\"file\": a path, \"line\": a number from 1}", given);
  return {std::move(out), {}};
}

// Kept as texts, files and tests in turn.
checked check_rules(const argument& known, const json::value& given) {
  std::vector<std::string> out;
  const auto* items = given.if_array();
  for (std::size_t i = 0; items != nullptr && i < items->size(); ++i)
    for (const auto* name : {"files", "tests"}) {
      const auto* rule = (*items)[i].if_object();
      const auto* text = rule == nullptr || rule->size() != 2 ? nullptr : rule->if_contains(name);
      if (text == nullptr || !text->is_string() || text->get_string().empty()) items = nullptr;
      if (items == nullptr) break;
      out.emplace_back(std::string_view{text->get_string()});
    }
  if (items == nullptr) return problem("must be an array of {\"files\": a glob, \"tests\": a glob}", given);
  if (const auto bytes = to_text(given).size(); bytes > known.max_bytes) return too_large(bytes, known, "");
  return {std::move(out), {}};
}

checked check(const argument& known, const json::value& given) {
  switch (known.type) {
    case argument_type::string:
      return check_string(known, given);
    case argument_type::number:
      return check_number(known, given);
    case argument_type::integer:
      return check_integer(known, given);
    case argument_type::boolean:
      return check_boolean(given);
    case argument_type::strings:
      return check_strings(known, given);
    case argument_type::variables:
      return check_variables(known, given);
    case argument_type::place:
      return check_place(given);
    case argument_type::rules:
      return check_rules(known, given);
  }
  return problem("is of an unknown type", given);
}

bool is_blank(const arguments::value_type& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr && text->find_first_not_of(" \t\r\n") == std::string::npos;
}

void set_default(arguments& out, const argument& known) {
  if (known.default_value) out.set_default(known.name, *known.default_value);
  if (!known.default_text.empty()) out.set_default(known.name, std::string{known.default_text});
}

// A number that stands for the default.
bool is_default(const argument& known, const json::value& given) {
  return known.lenient && known.default_value && given.is_number() && given.to_number<double>() <= 0;
}

std::string unknown_argument(const std::vector<argument>& known, std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& entry : known) names.push_back(entry.name);
  return "unknown argument " + clipped(quoted(name), shown_value) + "; it takes " +
         (names.empty() ? "no arguments" : joined(names));
}

// Its default where there is none of this type.
template <class Value>
Value value_of(const std::map<std::string, arguments::value_type, std::less<>>& values,
               std::string_view name) {
  const auto found = values.find(name);
  const auto* value = found != values.end() ? std::get_if<Value>(&found->second) : nullptr;
  return value != nullptr ? *value : Value{};
}

}  // namespace

std::string arguments::text(std::string_view name) const {
  return value_of<std::string>(values_, name);
}

double arguments::number(std::string_view name) const {
  return value_of<double>(values_, name);
}

std::int64_t arguments::integer(std::string_view name) const {
  return static_cast<std::int64_t>(number(name));
}

bool arguments::boolean(std::string_view name) const {
  return value_of<bool>(values_, name);
}

std::vector<std::string> arguments::texts(std::string_view name) const {
  return value_of<std::vector<std::string>>(values_, name);
}

arguments::variables arguments::pairs(std::string_view name) const {
  return value_of<variables>(values_, name);
}

std::variant<arguments, std::string> check_arguments(std::string_view prefix,
                                                     const std::vector<argument>& known,
                                                     const json::object& given) {
  const std::string start{prefix};
  for (const auto& member : given) {
    const std::string_view name{member.key()};
    if (std::none_of(known.begin(), known.end(), [&](const argument& entry) { return entry.name == name; }))
      return start + unknown_argument(known, name);
  }
  arguments out;
  for (const auto& entry : known) {
    const auto* value = given.if_contains(entry.name);
    if (value != nullptr && !value->is_null() && !is_default(entry, *value)) {
      auto [good, problem] = check(entry, *value);
      if (!problem.empty()) return start + std::string{entry.name} + " " + problem;
      if (!entry.required || !is_blank(good)) out.set(entry.name, std::move(good));
    } else {
      set_default(out, entry);
    }
    if (entry.required && !out.has(entry.name)) return start + std::string{entry.name} + " is required";
  }
  return out;
}

}  // namespace covey::protocol

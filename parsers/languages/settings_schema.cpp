#include "parsers/languages/settings_file.hpp"
#include "parsers/languages/settings_keys.hpp"
#include <boost/json.hpp>
#include <utility>

namespace covey::parsers {
namespace json = boost::json;
using value_kind = settings_key::kind_type;

namespace {

json::object schema_of(const settings_key& key, known_languages languages, std::chrono::seconds max_timeout) {
  json::object out{{"description", key.meaning}};
  switch (key.kind) {
    case value_kind::texts:
      out["type"] = "array";
      out["items"] = json::object{{"type", "string"}};
      break;
    case value_kind::variable_table:
      out["type"] = "object";
      out["additionalProperties"] = json::object{{"type", "string"}};
      break;
    case value_kind::seconds:
      out["type"] = "number";
      out["exclusiveMinimum"] = 0;
      out["maximum"] = max_timeout.count();
      break;
    case value_kind::flag:
      out["type"] = "boolean";
      break;
    case value_kind::language:
      auto& names = out["enum"].emplace_array();
      for (const auto* one : languages) names.emplace_back(one->name);
      break;
  }
  return out;
}

json::object table_schema(const language* of, known_languages languages, std::chrono::seconds max_timeout) {
  json::object properties;
  for (const auto* key : keys_of(of)) properties[key->name] = schema_of(*key, languages, max_timeout);
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace

std::string settings_schema(known_languages languages, std::chrono::seconds max_timeout) {
  auto out = table_schema(nullptr, languages, max_timeout);
  auto& properties = out["properties"].get_object();
  for (const auto* one : languages) {
    auto table = table_schema(one, languages, max_timeout);
    table["description"] =
        "for runs of " + std::string{one->display_name} + " only, on top of those of the file";
    properties[one->name] = std::move(table);
  }
  out["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  out["title"] = settings_file;
  return json::serialize(out);
}

std::string settings_markdown(known_languages languages) {
  std::string out = "| key | where | what |\n| --- | --- | --- |\n";
  for (const auto& key : settings_keys()) {
    std::string where = key.kind == value_kind::language ? "the file"
                        : key.of_some                    ? ""
                                                         : "the file, a language";
    for (const auto* one : languages)
      if (key.of_some && has_key(*one, key.name))
        where += (where.empty() ? "`[" : ", `[") + std::string{one->name} + "]`";
    out += "| `" + std::string{key.name} + "` | " + where + " | " + std::string{key.meaning} + " |\n";
  }
  return out;
}

}  // namespace covey::parsers

#include "parsers/text/toml.hpp"
#include <boost/json.hpp>

#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace covey::parsers {
namespace {

namespace json = boost::json;

json::value converted(const toml::node& node) {
  if (const auto* table = node.as_table()) {
    json::object out;
    for (const auto& [key, value] : *table) out[std::string_view{key.str()}] = converted(value);
    return out;
  }
  if (const auto* array = node.as_array()) {
    json::array out;
    for (const auto& value : *array) out.push_back(converted(value));
    return out;
  }
  if (const auto* text = node.as_string()) return json::value(std::string_view{text->get()});
  if (const auto* number = node.as_integer()) return json::value(number->get());
  if (const auto* number = node.as_floating_point()) return json::value(number->get());
  if (const auto* flag = node.as_boolean()) return json::value(flag->get());
  return {};
}

}  // namespace

json::object read_toml(std::string_view text) {
  const auto parsed = toml::parse(text);
  if (!parsed) return {};
  return converted(parsed.table()).get_object();
}

}  // namespace covey::parsers

// All conversions between JSON text and values. Written text is valid UTF-8 on one line; accepted text is
// strict RFC 8259, at most 64 levels deep, and holds only numbers that a double can represent.
#pragma once

#include <boost/json.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace covey::protocol {

namespace json = boost::json;

struct parsed {
  json::value value;
  std::string error;  // what is wrong and where; empty: no error

  bool ok() const { return error.empty(); }
};

parsed parse_json(std::string_view text);

// Numbers are written as people write them (85.4, not 8.54E1). Invalid UTF-8 in strings becomes U+FFFD.
std::string to_text(const json::value& value);
std::string to_text(const json::object& value);

// A JSON number; written as an integer if it has no fraction.
json::value number_value(double number);

json::array json_list(const std::vector<std::string>& texts);

// Text with any bytes as a JSON string, quotes included.
std::string quoted(std::string_view text);

// Drops the members that say nothing, zero, false or empty, in objects within it too, but for those named. Lists are left as
// they are.
void drop_empty(json::object& from, std::initializer_list<std::string_view> but = {});

}  // namespace covey::protocol

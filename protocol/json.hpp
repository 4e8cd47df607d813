// The only door between JSON text and values. Text that leaves is valid UTF-8 on one line; text that comes in
// is RFC 8259, strictly, at most 64 levels deep, and holds only numbers that a double can.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <string_view>

namespace covey::protocol {

namespace json = boost::json;

struct parsed {
  json::value value;
  std::string error;  // what is wrong and where; empty: nothing

  bool ok() const { return error.empty(); }
};

parsed parse_json(std::string_view text);

// Numbers are written as people write them (85.4, not 8.54E1). Bytes in strings that are no UTF-8 become
// U+FFFD.
std::string to_text(const json::value& value);
std::string to_text(const json::object& value);

// A text of any bytes as a JSON string, quotes included.
std::string quoted(std::string_view text);

}  // namespace covey::protocol

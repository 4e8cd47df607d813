// The id of a JSON-RPC message: a string or an integer.
#pragma once

#include "protocol/json.hpp"
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace covey::protocol {

// An integer id that the client writes as "1.0", because it has no integer type. It is returned in that form.
struct decimal_id {
  std::int64_t value = 0;
  std::string text;

  friend bool operator==(const decimal_id& a, const decimal_id& b) { return a.value == b.value; }
  friend auto operator<=>(const decimal_id& a, const decimal_id& b) { return a.value <=> b.value; }
};

using request_id = std::variant<std::int64_t, decimal_id, std::string>;

std::string to_json(const request_id& id);

// An id, or a progress token in JSON; nothing if it is neither a string nor an integer of 64 bits.
std::optional<request_id> read_id(const json::value& value);
std::optional<request_id> read_id_text(std::string_view text);

}  // namespace covey::protocol

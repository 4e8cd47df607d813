// What a tool's arguments look like, and the JSON Schema that says so to clients.
#pragma once

#include "protocol/json.hpp"
#include <optional>
#include <string_view>
#include <vector>

namespace covey::protocol {

enum class argument_type { string, number, integer, boolean, strings };

struct argument {
  std::string_view name;
  argument_type type = argument_type::string;
  std::string_view description;
  bool required = false;
  std::optional<double> default_value = {};  // of numbers
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
  bool lenient = false;  // a number <= 0 falls back to the default, one above the maximum is clamped
  std::vector<std::string_view> choices = {};  // of strings; empty: any
  std::string_view default_text = {};          // of strings; empty: none
  std::size_t most_bytes = 0;                  // of lists of strings, all together, as in JSON; 0: any
};

// A JSON number without a fraction where there is none.
json::value number_value(double number);

// Root type object, nothing beside the arguments allowed, no combinators: some hosts drop tools that have
// them.
json::object input_schema(const std::vector<argument>& arguments);

}  // namespace covey::protocol

// The declaration of a tool's arguments, and the JSON Schema that clients get for it.
#pragma once

#include "protocol/json.hpp"
#include <optional>
#include <string_view>
#include <vector>

namespace covey::protocol {

enum class argument_type { string, number, integer, boolean, strings, variables, place };

struct argument {
  std::string_view name;
  argument_type type = argument_type::string;
  std::string_view description;
  bool required = false;
  std::optional<double> default_value = {};  // of numbers
  std::optional<double> minimum = {};
  std::optional<double> maximum = {};
  bool range_told = true;  // in the schema; else only an error tells it, for arguments that many tools have
  bool lenient = false;    // a number <= 0 falls back to the default, one above the maximum is clamped
  std::vector<std::string_view> choices = {};  // of strings; empty: any
  std::string_view default_text = {};          // of strings; empty: none
  std::size_t max_bytes = 0;                   // of lists and maps of strings: total size as JSON; 0: any
};

// A JSON number; written as an integer if it has no fraction.
json::value number_value(double number);

// Root type object, no additional properties, no combinators: some hosts drop tools that use combinators.
json::object input_schema(const std::vector<argument>& arguments);

}  // namespace covey::protocol
